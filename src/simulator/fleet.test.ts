import { expect, test } from 'vitest';
import {
  accepting,
  type ReceivedCall,
  type SmallServer,
  startSmallServer,
} from '../../test/support/small-station-server.ts';
import { type FleetOptions, startFleet } from './fleet.ts';

test('a fleet of mixed versions boots, beats and reports without an error', async () => {
  await using server = await startSmallServer({ answer: accepting(2) });
  await using fleet = startFleet(options(server, { count: 30, secondMs: 50 }));
  await fleet.allAccepted();
  await server.until(
    () =>
      new Set(server.calls.filter(({ action }) => action === 'Heartbeat').map(({ stationId }) => stationId)).size ===
      30,
  );
  const stats = fleet.stats();
  expect(stats).toMatchObject({ stations: 30, connected: 30, accepted: 30, errors: 0, errorsByKind: {} });
  expect(stats.latencyMs.p99).toBeGreaterThanOrEqual(stats.latencyMs.p50);
  await fleet.stop();
  expect(fleet.stats()).toMatchObject({ connected: 0, sent: server.calls.length, answered: server.calls.length });
  await server.until(() => server.connected === 0);
});

test('stations connect no faster than they are told to', async () => {
  await using server = await startSmallServer({ answer: accepting() });
  const startedAt = performance.now();
  await using fleet = startFleet(options(server, { count: 11, connectPerSecond: 100 }));
  await fleet.allAccepted();
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(98);
});

test('what goes wrong is counted by its kind', async () => {
  let connections = 0;
  await using server = await startSmallServer({
    answer: (call) => (call.action === 'BootNotification' ? accepting()(call) : { currentTime: 'noon' }),
    refuse: () => {
      connections += 1;
      return connections === 1 ? 503 : undefined;
    },
  });
  await using fleet = startFleet(options(server, { count: 2, secondMs: 5 }));
  await fleet.allAccepted();
  server.drop('SIM-0001');
  await server.until(() => server.connections === 3);
  await server.ask('SIM-0002', 'TriggerMessage', { requestedMessage: 'Heartbeat' });
  await server.received('Heartbeat');
  await fleet.stop();
  expect(fleet.stats().errorsByKind).toMatchObject({
    'cannot-connect:http-503': 1,
    'closed:1006': 1,
    'Heartbeat:malformed-answer': 1,
  });
});

test('the signal stops a fleet', async () => {
  await using server = await startSmallServer({ answer: accepting() });
  const stopping = new AbortController();
  const fleet = startFleet(options(server, { signal: stopping.signal }));
  await fleet.allAccepted();
  stopping.abort();
  await server.until(() => server.connected === 0);
  await fleet.stop();
  expect(fleet.stats().connected).toBe(0);
});

test('a fleet that stops too early tells whoever waits for it', async () => {
  await using server = await startSmallServer(); // it answers nothing
  const fleet = startFleet(options(server, { callTimeoutSeconds: 0.01 }));
  await server.received('BootNotification');
  const accepted = fleet.allAccepted();
  await fleet.stop();
  await expect(accepted).rejects.toThrow('0 of 3 stations');
});

function options(server: SmallServer, settings: Partial<FleetOptions>): FleetOptions {
  return {
    url: server.url,
    count: 3,
    versions: ['1.6', '2.0.1', '2.1'],
    idPrefix: 'SIM-',
    statusEverySeconds: 0,
    backOff: { minimumSeconds: 1, randomSeconds: 0, doublings: 0 },
    ...settings,
  };
}

test('drivers come and charge, and the book holds what the server was told', async () => {
  let lastId = 0;
  const told = new Map<string, number[]>();
  const answer = (call: ReceivedCall) => {
    const { action, payload, stationId } = call;
    if (action === 'Authorize') return { idTagInfo: { status: 'Accepted' }, idTokenInfo: { status: 'Accepted' } };
    if (action === 'StartTransaction') {
      lastId += 1;
      told.set(`${stationId} ${lastId}`, [Number(payload['meterStart'])]);
      return { transactionId: lastId, idTagInfo: { status: 'Accepted' } };
    }
    const info = payload['transactionInfo'] as { transactionId: string } | undefined;
    const name = `${stationId} ${String(info?.transactionId ?? payload['transactionId'])}`;
    const register = /"(?:value|meterStop)":(\d+)/.exec(JSON.stringify(payload))?.[1];
    if (register !== undefined && action !== 'MeterValues')
      told.set(name, [...(told.get(name) ?? []), Number(register)]);
    return accepting()(call);
  };
  await using server = await startSmallServer({ answer });
  const habits = { tokens: ['A', 'B'], pauseSeconds: [0, 1], chargeSeconds: [1, 5], idleSeconds: [0, 1] } as const;
  await using fleet = startFleet(
    options(server, { count: 6, secondMs: 100, sampleEverySeconds: 1, drivers: habits, callTimeoutSeconds: 100 }),
  );
  await fleet.allAccepted();
  await server.until(() => fleet.truth().filter(({ isEnded }) => isEnded).length >= 12);
  await fleet.endVisits();
  await server.until(() => fleet.untold === 0);
  const differences = [...told.values()].map((registers) => (registers.at(-1) ?? 0) - (registers[0] ?? 0));
  const { truth } = fleet.stats();
  expect(truth).toMatchObject({ sessions: told.size, ended: told.size, discarded: 0 });
  expect(truth.deliveredWh).toBe(differences.reduce((sum, wh) => sum + wh, 0));
  expect(truth.deliveredWh).toBeGreaterThan(0);
  expect(fleet.truth().every(({ stationId, ref }) => told.has(`${stationId} ${ref}`))).toBe(true);
});
