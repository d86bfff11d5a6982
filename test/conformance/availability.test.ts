import { expect } from 'vitest';
import type { CommandList } from '../../src/contract/commands/command.ts';
import type { HeartbeatList } from '../../src/contract/stations/message.ts';
import type { AlertList } from '../../src/contract/stations/monitoring.ts';
import type { Connector, Station } from '../../src/contract/stations/station.ts';
import { type UseCase, useCases } from '../support/use-case.ts';

const useCase = useCases();
const all = ['1.6', '2.0.1', '2.1'] as const;
const since201 = ['2.0.1', '2.1'] as const;

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 8, minute)).toISOString();
const stationOf = ({ sigec, stationId }: UseCase) => sigec.api.get<Station>(`/api/stations/${stationId}`);

type Report = { evseId?: number; minute?: number; more?: object };

function report({ version, station }: UseCase, word: string, { evseId = 1, minute = 0, more = {} }: Report = {}) {
  const timestamp = at(minute);
  return station.call('StatusNotification', {
    ...(version === '1.6'
      ? { connectorId: evseId, errorCode: 'NoError', status: word, timestamp }
      : { evseId, connectorId: 1, connectorStatus: word, timestamp }),
    ...more,
  });
}

/** What each word of the version means to an operator. */
const words = {
  '1.6': [
    ['Preparing', 'occupied', 'preparing'],
    ['Charging', 'occupied', 'charging'],
    ['SuspendedEV', 'occupied', 'suspended-by-vehicle'],
    ['SuspendedEVSE', 'occupied', 'suspended-by-station'],
    ['Finishing', 'occupied', 'finishing'],
    ['Reserved', 'reserved', null],
    ['Unavailable', 'unavailable', null],
    ['Faulted', 'faulted', null],
    ['Available', 'available', null],
  ],
  later: [
    ['Occupied', 'occupied', null],
    ['Reserved', 'reserved', null],
    ['Unavailable', 'unavailable', null],
    ['Faulted', 'faulted', null],
    ['Available', 'available', null],
  ],
} as const;

useCase('G01', 'Status notification', all, async (given) => {
  const list = given.version === '1.6' ? words['1.6'] : words.later;
  for (const [minute, [word, status, activity]] of list.entries()) {
    await report(given, word, { minute });
    const expected: Partial<Connector> = { evseId: 1, connectorId: 1, status, activity, changedAt: at(minute) };
    expect((await stationOf(given)).connectors).toMatchObject([expected]);
  }
  return { messages: list.map(() => 'StatusNotification') };
});

useCase('G01', 'The station as a whole', ['1.6'], async (given) => {
  await report(given, 'Unavailable', { evseId: 0 });
  await report(given, 'Available', { evseId: 2 });
  expect((await stationOf(given)).connectors).toMatchObject([
    { evseId: 0, connectorId: 0, status: 'unavailable' },
    { evseId: 2, connectorId: 1, status: 'available' },
  ]);
  return { messages: ['StatusNotification', 'StatusNotification'] };
});

/** An event of the device model at connector 1 of EVSE 1. */
function notify(
  { station }: UseCase,
  component: string,
  event: { variable: string; actualValue: string } & Record<string, unknown>,
) {
  const { variable, minute = 0, ...more } = event;
  return station.call('NotifyEvent', {
    generatedAt: at(Number(minute)),
    seqNo: 0,
    eventData: [
      {
        eventId: Number(minute),
        timestamp: at(Number(minute)),
        trigger: 'Delta',
        eventNotificationType: 'HardWiredNotification',
        component: { name: component, evse: { id: 1, connectorId: 1 } },
        variable: { name: variable },
        ...more,
      },
    ],
  });
}

useCase('G01', 'Availability state reported as an event', since201, async (given) => {
  const availability = (actualValue: string, minute: number, more = {}) =>
    notify(given, 'Connector', { variable: 'AvailabilityState', actualValue, minute, ...more });
  await availability('Occupied', 1);
  expect((await stationOf(given)).connectors).toMatchObject([{ evseId: 1, connectorId: 1, status: 'occupied' }]);
  await availability('Faulted', 2, { techCode: 'E7', techInfo: 'relay' });
  expect((await stationOf(given)).connectors).toMatchObject([
    { status: 'faulted', reason: 'E7: relay', changedAt: at(2) },
  ]);
  await availability('Available', 3);
  expect((await stationOf(given)).connectors).toMatchObject([{ status: 'available', reason: null }]);
  return { messages: ['NotifyEvent', 'NotifyEvent', 'NotifyEvent'] };
});

useCase('G02', 'Heartbeat', all, async (given) => {
  const { station, view } = given;
  const before = Date.now();
  const { currentTime } = await station.call('Heartbeat', {});
  expect(Math.abs(Date.parse(String(currentTime)) - before)).toBeLessThan(60_000);
  await station.call('Heartbeat', {});
  const { days } = await view<HeartbeatList>('heartbeats');
  expect(days.reduce((sum, { count }) => sum + count, 0)).toBe(2);
  const { lastSeenAt } = await stationOf(given);
  expect(Date.parse(lastSeenAt ?? '')).toBeGreaterThanOrEqual(before);
  return { messages: ['Heartbeat', 'Heartbeat'] };
});

useCase('G03', 'Change Availability of an EVSE or connector', all, async (given) => {
  const { version, station, command } = given;
  const running = command('set-availability', { isOperative: false, evseId: 1, connectorId: 1 });
  expect(await station.answer('ChangeAvailability', { status: 'Accepted' })).toEqual(
    version === '1.6'
      ? { connectorId: 1, type: 'Inoperative' }
      : { operationalStatus: 'Inoperative', evse: { id: 1, connectorId: 1 } },
  );
  expect(await running).toMatchObject({ outcome: { status: 'accepted', answer: { isScheduled: false } } });
  await report(given, 'Unavailable');
  expect((await stationOf(given)).connectors).toMatchObject([{ evseId: 1, status: 'unavailable' }]);
  return { messages: ['ChangeAvailability', 'StatusNotification'] };
});

useCase('G03', 'Change Availability that the station refuses', all, async ({ station, command, view }) => {
  const running = command('set-availability', { isOperative: true, evseId: 9 });
  await station.answer('ChangeAvailability', { status: 'Rejected' });
  expect(await running).toMatchObject({ outcome: { status: 'rejected', code: 'Rejected' } });
  expect(await view<CommandList>('commands')).toMatchObject({ commands: [{ outcome: { status: 'rejected' } }] });
  return { messages: ['ChangeAvailability'] };
});

useCase('G04', 'Change Availability of the station', all, async (given) => {
  const { version, station, command } = given;
  const running = command('set-availability', { isOperative: false });
  expect(await station.answer('ChangeAvailability', { status: 'Accepted' })).toEqual(
    version === '1.6' ? { connectorId: 0, type: 'Inoperative' } : { operationalStatus: 'Inoperative' },
  );
  expect(await running).toMatchObject({ outcome: { status: 'accepted', answer: { isScheduled: false } } });
  for (const evseId of [1, 2]) await report(given, 'Unavailable', { evseId });
  expect((await stationOf(given)).connectors).toMatchObject([
    { evseId: 1, status: 'unavailable' },
    { evseId: 2, status: 'unavailable' },
  ]);
  return { messages: ['ChangeAvailability', 'StatusNotification', 'StatusNotification'] };
});

useCase('G04', 'Change Availability of the station once its session has ended', all, async (given) => {
  const { version, station, command } = given;
  await report(given, version === '1.6' ? 'Charging' : 'Occupied');
  const running = command('set-availability', { isOperative: false }, { waitForEffectSeconds: 20 });
  await station.answer('ChangeAvailability', { status: 'Scheduled' });
  expect((await stationOf(given)).connectors).toMatchObject([{ status: 'occupied' }]);
  await report(given, 'Unavailable', { minute: 5 });
  expect(await running).toMatchObject({
    outcome: { status: 'accepted', code: 'Scheduled', answer: { isScheduled: true } },
    effect: { kind: 'connector-status' },
  });
  expect((await stationOf(given)).connectors).toMatchObject([{ status: 'unavailable', changedAt: at(5) }]);
  return { messages: ['StatusNotification', 'ChangeAvailability', 'StatusNotification'] };
});

useCase('G05', 'Lock failure', ['1.6'], async (given) => {
  await report(given, 'Faulted', { more: { errorCode: 'ConnectorLockFailure', info: 'bolt stuck' } });
  expect((await stationOf(given)).connectors).toMatchObject([
    { evseId: 1, status: 'faulted', reason: 'ConnectorLockFailure: bolt stuck' },
  ]);
  return { messages: ['StatusNotification'] };
});

useCase('G05', 'Lock failure', since201, async (given) => {
  const { view } = given;
  const lock = (event: { actualValue: string; minute: number } & Record<string, unknown>) =>
    notify(given, 'ConnectorPlugRetentionLock', { variable: 'Problem', trigger: 'Alerting', ...event });
  await lock({ actualValue: 'true', minute: 1, techInfo: 'bolt stuck' });
  expect((await view<AlertList>('alerts?isActive=true')).alerts).toMatchObject([
    { name: 'ConnectorPlugRetentionLock@1:1.Problem', value: 'true', techInfo: 'bolt stuck', clearedAt: null },
  ]);
  await lock({ actualValue: 'false', minute: 2, cleared: true });
  expect((await view<AlertList>('alerts?isActive=true')).alerts).toEqual([]);
  return { messages: ['NotifyEvent', 'NotifyEvent'] };
});
