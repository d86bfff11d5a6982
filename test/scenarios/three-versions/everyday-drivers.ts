import { setTimeout as pause } from 'node:timers/promises';
import type { LocalList } from '../../../src/contract/access/local-list.ts';
import type { ReservationList } from '../../../src/contract/access/reservation.ts';
import type { ChargingProfileList, CompositeScheduleList } from '../../../src/contract/energy/charging-profile.ts';
import type { MeterMessageList } from '../../../src/contract/sessions/session.ts';
import type { Station } from '../../../src/contract/stations/station.ts';
import type { Scenario } from './world.ts';

const accepted = 'accepted';

/** What drivers and operators do every day. */
export const everydayDrivers: readonly Scenario[] = [
  {
    name: 'authorise: a card that was entered is accepted',
    async run({ station, card, sigec }) {
      const { id, value } = await card('CARD');
      const { status } = await station.tokens.authorize(value.toLowerCase());
      const { lastUsedStationId } = await sigec.api.post<{ lastUsedStationId: string }>('/api/tokens/find', { value });
      return { status, isSeenHere: lastUsedStationId === station.id, isHidden: !id.includes(value) };
    },
    comesOut: { status: 'Accepted', isSeenHere: true, isHidden: true },
  },
  {
    name: 'start: a driver holds a card to the reader and charges',
    async run({ charging, connector }) {
      const { state, evseId, tokenHash, card, flags } = await charging();
      return { state, evseId, isOfTheCard: tokenHash === card.id, flags, connector: await connector(1, 'occupied') };
    },
    comesOut: { state: 'running', evseId: 1, isOfTheCard: true, flags: [], connector: 'occupied' },
  },
  {
    name: 'stop: the driver holds the card to the reader again and leaves',
    async run({ station, charging, session, connector }) {
      const { card } = await charging();
      const running = station.sessions.running(1);
      if (running !== undefined) station.sessions.charge(running, 2200);
      const reaction = await station.present({ evseId: 1, token: card.value });
      const { energyWh, stopReason, endedAt } = await session({ state: 'ended' });
      return { reaction, energyWh, stopReason, hasEnd: endedAt !== null, connector: await connector(1, 'available') };
    },
    comesOut: { reaction: 'stopped', energyWh: 2200, stopReason: 'Local', hasEnd: true, connector: 'available' },
  },
  {
    name: 'remote start and stop: an operator starts and stops a session remotely',
    async run({ station, command, session, card }) {
      const { id: tokenId } = await card('CARD');
      const started = await command('start-session', { tokenId, evseId: 2 });
      const { id, tokenHash } = await session({ state: 'running', evseId: 2 });
      const running = station.sessions.running(2);
      if (running !== undefined) station.sessions.charge(running, 900);
      await session({ energyWh: 900 });
      const stopped = await command('stop-session', { sessionId: id });
      const { energyWh, stopReason } = await session({ state: 'ended' });
      const isOfTheCard = tokenHash === tokenId;
      return { started: started.status, stopped: stopped.status, isOfTheCard, energyWh, stopReason };
    },
    comesOut: { started: accepted, stopped: accepted, isOfTheCard: true, energyWh: 900, stopReason: 'Remote' },
  },
  {
    name: 'local list: a station learns two cards by heart',
    async run({ command, card, look }) {
      const tokenIds = [(await card('A')).id, (await card('B', { isBlocked: true })).id];
      const { status, answer } = await command('send-local-list', { mode: 'full', tokenIds });
      const asked = await command('get-local-list-version');
      const { version, isInSync, entries } = await look<LocalList>('/local-list');
      return {
        status,
        entries: answer['entries'],
        isSameVersion: asked.answer['version'] === version,
        isInSync,
        held: entries.map(({ state }) => state),
      };
    },
    comesOut: { status: accepted, entries: 2, isSameVersion: true, isInSync: true, held: ['held', 'held'] },
  },
  {
    name: 'reservation: an EVSE is kept for a driver who comes and charges',
    async run({ station, command, card, connector, session, until }) {
      const { id: tokenId, value } = await card('CARD');
      const { status, answer } = await command('reserve', { tokenId, evseId: 1 });
      const kept = await connector(1, 'reserved');
      const reaction = await station.present({ evseId: 1, token: value });
      const { reservationId } = await session({ state: 'running' });
      const isUsed = ({ reservations: [first] }: ReservationList) => first?.status === 'used';
      const { reservations } = await until<ReservationList>('/reservations', isUsed);
      const isForIt = reservationId === answer['reservationId'];
      return { status, kept, reaction, isForIt, became: reservations.map((one) => one.status) };
    },
    comesOut: { status: accepted, kept: 'reserved', reaction: 'started', isForIt: true, became: ['used'] },
  },
  {
    name: 'profile: a charging limit is set and the station follows it',
    async run({ command, look }) {
      const limit = { purpose: 'tx-default-profile', evseId: 1, kind: 'relative', unit: 'A' };
      const set = await command('set-charging-profile', { ...limit, periods: [{ startSeconds: 0, limit: 16.5 }] });
      const read = await command('get-composite-schedule', { evseId: 1, durationSeconds: 3600, unit: 'A' });
      const { chargingProfiles } = await look<ChargingProfileList>('/charging-profiles');
      const { compositeSchedules } = await look<CompositeScheduleList>('/composite-schedule');
      return {
        set: set.status,
        read: read.status,
        holds: chargingProfiles.map(({ purpose, state }) => [purpose, state]),
        comesTo: compositeSchedules.map(({ unit, periods }) => [unit, periods]),
      };
    },
    comesOut: {
      set: accepted,
      read: accepted,
      holds: [['tx-default-profile', 'active']],
      comesTo: [['A', [{ startSeconds: 0, limit: 16.5 }]]],
    },
  },
  {
    name: 'meter values: a session is measured by register, power and state of charge',
    async run({ station, command, charging, session, sigec }) {
      const value = 'Energy.Active.Import.Register,Power.Active.Import,SoC';
      const set = await command('set-variables', {
        variables: [{ name: 'SampledDataCtrlr.TxUpdatedMeasurands', value }],
      });
      const { id } = await charging();
      const running = station.sessions.running(1);
      if (running === undefined) throw new Error('Nobody is charging.');
      station.sessions.charge(running, 1500, { 'Power.Active.Import': 7400, SoC: 41, Voltage: 231 });
      station.sessions.charge(running, 700, { 'Power.Active.Import': 3600, SoC: 43 });
      const { energyWh } = await session({ energyWh: 2200 });
      const { messages } = await sigec.api.get<MeterMessageList>(`/api/sessions/${id}/meter-values`);
      const samples = messages.flatMap((message) => message.samples);
      const periodic = samples.filter(({ context }) => context === 'Sample.Periodic');
      const told = periodic.map((sample) => `${sample.measurand} ${sample.value} ${sample.unit}`).toSorted();
      return { status: set.status, energyWh, told };
    },
    comesOut: {
      status: accepted,
      energyWh: 2200,
      told: [
        'Energy.Active.Import.Register 1500 Wh',
        'Energy.Active.Import.Register 2200 Wh',
        'Power.Active.Import 3600 W',
        'Power.Active.Import 7400 W',
        'SoC 41 Percent',
        'SoC 43 Percent',
      ],
    },
  },
  {
    name: 'offline session: what happened without a connection is told afterwards, to the watt-hour',
    async run({ station, charging, session, until, connector }) {
      await charging();
      const running = station.sessions.running(1);
      station.loseNetwork();
      await until<Station>('', ({ link }) => link.state === 'offline');
      if (running === undefined) throw new Error('Nobody is charging.');
      station.sessions.charge(running, 4321);
      station.sessions.stop(running, 'EVDisconnected');
      const goneAt = Date.now();
      await pause(50);
      station.regainNetwork();
      const { energyWh, stopReason, endedAt } = await session({ state: 'ended' });
      const hasOwnEnd = Date.parse(endedAt ?? '') <= goneAt;
      return { energyWh, stopReason, hasOwnEnd, connector: await connector(1, 'available') };
    },
    comesOut: { energyWh: 4321, stopReason: 'EVDisconnected', hasOwnEnd: true, connector: 'available' },
  },
];
