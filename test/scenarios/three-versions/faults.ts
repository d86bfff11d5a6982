import type { SessionPage } from '../../../src/contract/sessions/session.ts';
import type { Station } from '../../../src/contract/stations/station.ts';
import type { SimulatedSession } from '../../../src/simulator/session-fact.ts';
import type { Scenario, World } from './world.ts';

const broken = { code: 'GroundFailure', info: 'Residual current above 30 mA', vendorCode: 'E-104' } as const;
const stuck = { code: 'ConnectorLockFailure', info: 'Latch does not close', vendorCode: 'E-317' } as const;

/** What goes wrong, and what is done about it. */
export const faults: readonly Scenario[] = [
  {
    name: 'a connector breaks and is repaired',
    async run({ station, connector, look }) {
      change({ station }, { status: 'faulted', activity: null, fault: broken });
      const seen = [await connector(1, 'faulted')];
      const { connectors } = await look<Station>();
      const others = connectors.filter(({ evseId }) => evseId === 2).map(({ status }) => status);
      change({ station }, { status: 'available', activity: null, fault: null });
      return [...seen, others, await connector(1, 'available')];
    },
    comesOut: ['faulted', ['available'], 'available'],
  },
  {
    name: 'a fault is cleared by a restart',
    async run({ station, connector, command }) {
      change({ station }, { status: 'faulted', activity: null, fault: broken });
      await connector(1, 'faulted');
      const { effect } = await command('reset', { when: 'now' }, { waitForEffectSeconds: 15 });
      return [effect?.kind, await connector(1, 'available')];
    },
    comesOut: ['station-booted', 'available'],
  },
  {
    name: 'a cable that is stuck stays stuck',
    async run({ station, connector, command }) {
      change({ station }, { status: 'faulted', activity: null, fault: stuck });
      await connector(1, 'faulted');
      const { status, code } = await command('unlock', { evseId: 1 });
      return { status, code };
    },
    comesOut: { status: 'rejected', code: 'UnlockFailed' },
  },
  {
    name: 'an EVSE that does not exist can be neither unlocked nor put out of service',
    async run({ command }) {
      const unlocked = await command('unlock', { evseId: 9 });
      const switched = await command('set-availability', { isOperative: false, evseId: 9 });
      return [unlocked.status, switched.status];
    },
    comesOut: ['rejected', 'rejected'],
  },
  {
    name: 'a lost connection is noticed, and nothing is sent meanwhile',
    async run({ station, until, command }) {
      station.loseNetwork();
      await until<Station>('', ({ link }) => link.state === 'offline');
      const { status, reason } = await command('unlock', { evseId: 1 });
      station.regainNetwork();
      await until<Station>('', ({ link }) => link.state === 'online' && station.isOnline);
      return [status, reason, (await command('unlock', { evseId: 1 })).status];
    },
    comesOut: ['not-sent', 'The station is offline.', 'accepted'],
  },
  {
    name: 'what changed at a connector without a connection is told afterwards',
    async run({ station, until, connector }) {
      station.loseNetwork();
      await until<Station>('', ({ link }) => link.state === 'offline');
      change({ station }, { status: 'occupied', activity: 'preparing', fault: null });
      station.regainNetwork();
      return connector(1, 'occupied');
    },
    comesOut: 'occupied',
  },
  {
    name: 'a restart at once ends the session, and its energy is kept',
    async run({ station, command, charging, session, connector }) {
      await charging();
      station.sessions.charge(runningOf({ station }), 1234);
      const { effect } = await command('reset', { when: 'now' }, { waitForEffectSeconds: 15 });
      const { energyWh, stopReason } = await session({ state: 'ended' });
      return { effect: effect?.kind, energyWh, stopReason, connector: await connector(1, 'available') };
    },
    comesOut: { effect: 'station-booted', energyWh: 1234, stopReason: 'ImmediateReset', connector: 'available' },
  },
  {
    name: 'a restart waits until the driver has left',
    async run({ station, command, charging, session, until, look }) {
      await charging();
      const before = await look<Station>();
      const { status, answer } = await command('reset', { when: 'idle' });
      station.sessions.stopAll('Local');
      const { stopReason } = await session({ state: 'ended' });
      await until<Station>('', ({ bootedAt }) => bootedAt !== before.bootedAt);
      return { status, answer, stopReason };
    },
    comesOut: { status: 'accepted', answer: { isScheduled: true }, stopReason: 'Local' },
  },
  {
    name: 'a session goes on after a restart',
    async run({ station, command, charging, session, until, look }) {
      await charging();
      const before = await look<Station>();
      const { status } = await command('reset', { when: 'resume' });
      await until<Station>('', ({ bootedAt }) => bootedAt !== before.bootedAt);
      const running = station.sessions.running(1);
      if (running !== undefined) station.sessions.charge(running, 800);
      const { state, energyWh } = await session(running === undefined ? { state: 'ended' } : { energyWh: 800 });
      return { status, state, energyWh };
    },
    comesOut: { status: 'accepted', state: 'running', energyWh: 800 },
  },
  {
    name: 'an EVSE goes out of service once its driver has left',
    async run({ station, command, charging, connector, session }) {
      await charging();
      await connector(1, 'occupied');
      const { status, answer } = await command('set-availability', { isOperative: false, evseId: 1 });
      const meanwhile = await connector(1, 'occupied');
      station.sessions.stop(runningOf({ station }), 'Local');
      await session({ state: 'ended' });
      return { status, answer, meanwhile, afterwards: await connector(1, 'unavailable') };
    },
    comesOut: { status: 'accepted', answer: { isScheduled: true }, meanwhile: 'occupied', afterwards: 'unavailable' },
  },
  {
    name: 'the whole station is taken out of service and put back',
    async run({ command, connector }) {
      const off = await command('set-availability', { isOperative: false });
      const shown = [await connector(1, 'unavailable'), await connector(2, 'unavailable')];
      const on = await command('set-availability', { isOperative: true });
      return [off.status, ...shown, on.status, await connector(1, 'available'), await connector(2, 'available')];
    },
    comesOut: ['accepted', 'unavailable', 'unavailable', 'accepted', 'available', 'available'],
  },
  {
    name: 'somebody presses the emergency stop',
    async run({ station, charging, session }) {
      await charging();
      station.sessions.charge(runningOf({ station }), 150);
      station.sessions.stop(runningOf({ station }), 'EmergencyStop');
      const { stopReason, energyWh } = await session({ state: 'ended' });
      return { stopReason, energyWh };
    },
    comesOut: { stopReason: 'EmergencyStop', energyWh: 150 },
  },
  {
    name: 'two cars charge side by side, each by its own meter',
    async run({ station, card, until }) {
      for (const [evseId, name] of [
        [1, 'A'],
        [2, 'B'],
      ] as const) {
        await station.present({ evseId, token: (await card(name)).value });
        station.sessions.charge(runningOf({ station }, evseId), evseId * 1000);
      }
      station.sessions.stopAll('Local');
      const haveEnded = ({ sessions }: SessionPage) =>
        sessions.length === 2 && sessions.every(({ state }) => state === 'ended');
      const { sessions } = await until<SessionPage>('/sessions', haveEnded);
      return sessions.map(({ evseId, energyWh }) => `${evseId}: ${energyWh}`).toSorted();
    },
    comesOut: ['1: 1000', '2: 2000'],
  },
  {
    name: 'a whole day without a connection is told in order: three sessions, to the watt-hour',
    async run({ station, command, card, until }) {
      const { id, value } = await card('CARD');
      await command('send-local-list', { mode: 'full', tokenIds: [id] });
      station.loseNetwork();
      await until<Station>('', ({ link }) => link.state === 'offline' && !station.isOnline);
      for (const wh of [1100, 2200, 3300]) {
        await station.present({ evseId: 1, token: value });
        station.sessions.charge(runningOf({ station }), wh);
        await station.present({ evseId: 1, token: value });
      }
      station.regainNetwork();
      const haveEnded = ({ sessions }: SessionPage) =>
        sessions.length === 3 && sessions.every(({ state }) => state === 'ended');
      const { sessions } = await until<SessionPage>('/sessions', haveEnded);
      return sessions.map(({ energyWh, firstRegisterWh }) => `${firstRegisterWh} + ${energyWh}`).toSorted();
    },
    comesOut: ['0 + 1100', '1100 + 2200', '3300 + 3300'],
  },
  {
    name: 'an operator asks the station whether a session still runs',
    async run({ station, command, charging, session }) {
      const { id: sessionId } = await charging();
      const during = await command('get-session-status', { sessionId });
      station.sessions.stopAll('Local');
      await session({ state: 'ended' });
      const afterwards = await command('get-session-status', { sessionId });
      return [during.answer['isOngoing'], afterwards.answer['isOngoing']];
    },
    comesOut: [true, false],
  },
  {
    name: 'a station is asked to tell of its session now',
    async run({ station, command, charging, session }) {
      const { eventCount } = await charging();
      station.sessions.charge(runningOf({ station }), 10);
      const { status } = await command('trigger', { message: 'session', evseId: 1 });
      const { energyWh } = await session({ eventCount: eventCount + 2 });
      return { status, energyWh };
    },
    comesOut: { status: 'accepted', energyWh: 10 },
  },
];

function runningOf({ station }: Pick<World, 'station'>, evseId = 1): SimulatedSession {
  const running = station.sessions.running(evseId);
  if (running === undefined) throw new Error('Nobody is charging.');
  return running;
}

function change({ station }: Pick<World, 'station'>, state: Parameters<World['station']['changeConnector']>[1]): void {
  for (const connector of station.connectors.find({ evseId: 1 })) station.changeConnector(connector, state);
}
