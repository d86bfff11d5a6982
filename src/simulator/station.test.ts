import { expect, test } from 'vitest';
import type { OcppVersion } from '#contract/stations/station.ts';
import { accepting, startSmallServer } from '../../test/support/small-station-server.ts';
import {
  connectorOf,
  expectQuiet,
  gapMs,
  inUse,
  registering,
  secondMs,
  startAccepted,
  startStation,
  statusReports,
  trigger,
} from '../../test/support/test-station.ts';
import type { StationEvent } from './station-settings.ts';

const versions = ['1.6', '2.0.1', '2.1'] as const satisfies OcppVersion[];

test.each(versions)(
  'OCPP %s: an accepted station reports all it has, each under a time of its own',
  async (version) => {
    await using server = await startSmallServer({ answer: accepting() });
    await using station = startStation(server, { version, clock: { now: () => new Date('2026-03-01T08:00:00Z') } });
    const expected = version === '1.6' ? [0, 1, 2] : [1, 2]; // 1.6 reports the station as connector 0
    await server.until(() => statusReports(server).length === expected.length);
    expect(server.calls[0]?.action).toBe('BootNotification');
    expect(JSON.stringify(server.calls[0]?.payload)).toContain(station.nameplate.serialNumber);
    const reports = statusReports(server).map(({ payload }) => payload);
    expect(reports.map((report) => report['evseId'] ?? report['connectorId'])).toEqual(expected);
    expect(new Set(reports.map((report) => report['timestamp'])).size).toBe(expected.length);
  },
);

test.each(versions)('OCPP %s: a pending station says nothing but its boot, once per interval', async (version) => {
  await using server = await startSmallServer({ answer: registering('Pending', 'Pending', 'Accepted') });
  await using station = startStation(server, { version });
  await server.received('StatusNotification');
  const [first, second, third] = server.calls;
  expect([first?.action, second?.action, third?.action]).toEqual(Array(3).fill('BootNotification'));
  expect(gapMs(first, second)).toBeGreaterThanOrEqual(2 * secondMs - 2);
  expect(gapMs(second, third)).toBeGreaterThanOrEqual(2 * secondMs - 2);
  expect(station.state).toBe('accepted');
});

test('when the server leaves the interval open, the station chooses one', async () => {
  await using server = await startSmallServer({ answer: registering({ status: 'Pending', interval: 0 }, 'Accepted') });
  await using _station = startStation(server, { bootRetrySeconds: 3 });
  const [first, second] = [await server.received('BootNotification'), await server.received('BootNotification', 2)];
  expect(gapMs(first, second)).toBeGreaterThanOrEqual(3 * secondMs - 2);
});

test('a rejected station tries again after the interval', async () => {
  await using server = await startSmallServer({ answer: registering('Rejected', 'Accepted') });
  await using _station = startStation(server);
  const [first, second] = [await server.received('BootNotification'), await server.received('BootNotification', 2)];
  expect(gapMs(first, second)).toBeGreaterThanOrEqual(2 * secondMs - 2);
});

test('a station beats at the interval it was given', async () => {
  await using server = await startSmallServer({ answer: accepting(3) });
  await using _station = startStation(server);
  const [first, second] = [await server.received('Heartbeat'), await server.received('Heartbeat', 2)];
  expect(gapMs(first, second)).toBeGreaterThanOrEqual(3 * secondMs - 2);
  expect(gapMs(await server.received('BootNotification'), first)).toBeGreaterThanOrEqual(3 * secondMs - 2);
});

test('after a lost connection a station tells what has changed, without booting', async () => {
  await using server = await startSmallServer({ answer: accepting() });
  await using station = await startAccepted(server);
  station.loseNetwork();
  await server.until(() => server.connected === 0);
  station.changeConnector(connectorOf(station, 2), inUse);
  const before = server.calls.length;
  station.regainNetwork();
  await server.until(() => server.calls.length > before);
  await expectQuiet(server);
  expect(
    server.calls.slice(before).map(({ action, payload }) => [action, payload['evseId'], payload['connectorStatus']]),
  ).toEqual([['StatusNotification', 2, 'Occupied']]);
});

test('a report whose answer was lost is told again, under the same time', async () => {
  let isMute = false;
  await using server = await startSmallServer({ answer: (call) => (isMute ? undefined : accepting()(call)) });
  await using station = await startAccepted(server);
  const connector = connectorOf(station, 1);
  const before = server.calls.length;
  isMute = true;
  station.changeConnector(connector, inUse);
  await server.until(() => server.calls.length === before + 1);
  isMute = false;
  server.drop('CP-1');
  await server.until(() => server.calls.length === before + 2);
  expect(server.calls[before + 1]?.payload).toEqual(server.calls[before]?.payload);
});

test('a station that is built so boots after every lost connection', async () => {
  await using server = await startSmallServer({ answer: accepting() });
  await using _station = await startAccepted(server, { bootsOnReconnect: true });
  server.drop('CP-1');
  expect((await server.received('BootNotification', 2)).connection).toBe(2);
});

test('a station that the server no longer knows registers again', async () => {
  let hasForgotten = false;
  await using server = await startSmallServer({
    answer: (call) => (hasForgotten && call.action === 'Heartbeat' ? undefined : accepting()(call)),
  });
  await using _station = await startAccepted(server, { bootRetrySeconds: 1 });
  hasForgotten = true;
  await trigger(server, 'Heartbeat');
  const { id } = await server.received('Heartbeat');
  server.say('CP-1', [4, id, 'SecurityError', 'boot first', {}]);
  expect((await server.received('BootNotification', 2)).connection).toBe(1);
});

test('life at the connectors goes on by itself', async () => {
  await using server = await startSmallServer({ answer: accepting() });
  await using station = startStation(server, { statusEverySeconds: 1 });
  await server.until(() => statusReports(server).some(({ payload }) => payload['connectorStatus'] === 'Occupied'));
  expect(station.connectors.isInUse).toBe(true);
});

test('a stopped station leaves no connection, and says so', async () => {
  await using server = await startSmallServer({ answer: accepting() });
  const states: string[] = [];
  const troubles: string[] = [];
  const station = await startAccepted(server, {
    onEvent: (event: StationEvent) => {
      if (event.kind === 'state-changed') states.push(event.state);
      if (event.kind === 'trouble') troubles.push(event.trouble);
    },
  });
  await station.stop();
  await server.until(() => server.connected === 0);
  expect(states).toEqual(['offline', 'booting', 'accepted', 'offline', 'stopped']);
  expect(troubles).toEqual([]);
});

test('a station keeps trying while nobody listens', async () => {
  const server = await startSmallServer();
  await server[Symbol.asyncDispose]();
  const failures = Promise.withResolvers<void>();
  let count = 0;
  await using _station = startStation(server, {
    onEvent: (event) => {
      if (event.kind !== 'trouble') return;
      expect(event.trouble).toBe('cannot-connect:ECONNREFUSED');
      count += 1;
      if (count === 3) failures.resolve();
    },
  });
  await failures.promise;
});

test('a restart while the boot is under way boots again', async () => {
  await using server = await startSmallServer({
    answer: (call) => (call.connection === 1 ? undefined : accepting()(call)),
  });
  await using station = startStation(server);
  const boot = await server.received('BootNotification');
  station.reboot('LocalReset');
  boot.reply({ status: 'Accepted', currentTime: new Date().toISOString(), interval: 300 });
  expect(await server.received('BootNotification', 2)).toMatchObject({
    connection: 2,
    payload: { reason: 'LocalReset' },
  });
});

test('the pauses grow while the server takes connections but answers nothing', async () => {
  await using server = await startSmallServer();
  await using _station = startStation(server, { backOff: { minimumSeconds: 1, randomSeconds: 0, doublings: 5 } });
  const times: number[] = [];
  for (const n of [1, 2, 3]) {
    times.push((await server.received('BootNotification', n)).at);
    server.drop('CP-1');
  }
  const [first = 0, second = 0, third = 0] = times;
  expect(second - first).toBeGreaterThanOrEqual(2 * secondMs - 2);
  expect(third - second).toBeGreaterThanOrEqual(4 * secondMs - 2);
});
