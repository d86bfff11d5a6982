import { cp, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accepting, type ReceivedCall, startSmallServer } from '../../test/support/small-station-server.ts';
import { knownDemoStations, startDemo } from './demo.ts';

test('after a crash the stations of the demo end what they had begun', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sigec-demo-'));
  const [memoryDir, atCrash] = [join(folder.path, 'demo'), join(folder.path, 'at-crash')];
  const answer = (call: ReceivedCall) =>
    call.action === 'StartTransaction' || call.action === 'Authorize'
      ? { transactionId: 7, idTagInfo: { status: 'Accepted' }, idTokenInfo: { status: 'Accepted' } }
      : accepting()(call);
  const begun = new Set<string>();
  {
    await using server = await startSmallServer({ answer });
    const demo = startDemo({ url: server.url, secondMs: 20, memoryDir });
    const running = () => demo.stations.filter(({ sessions }) => sessions.all.some(({ isEnded }) => !isEnded));
    await server.until(() => running().length >= 3);
    for (const station of running()) begun.add(station.id);
    await cp(memoryDir, atCrash, { recursive: true }); // what a crash at this moment leaves
    await demo.stop();
  }
  await using server = await startSmallServer({ answer });
  const demo = startDemo({ url: server.url, secondMs: 20, memoryDir: atCrash });
  const ended = () =>
    server.calls.flatMap(({ stationId, payload }) =>
      JSON.stringify(payload).includes('"PowerLoss"') ? [stationId] : [],
    );
  const missing = () => [...begun].filter((stationId) => !ended().includes(stationId));
  await server.until(() => missing().length === 0);
  expect(missing()).toEqual([]);
  await demo.stop();
});

test('the demo is eight stations of three versions, one of them a stranger, one of them restless', async () => {
  await using server = await startSmallServer({ answer: accepting() });
  const demo = startDemo({ url: server.url, secondMs: 2 });
  const statuses = () =>
    new Set(demo.stations.flatMap(({ connectors }) => connectors.all.map(({ state }) => state.status)));
  expect(statuses()).toEqual(new Set(['available', 'faulted']));
  await server.until(() => server.connected === 8);
  await server.until(() => statuses().has('occupied')); // a driver has come
  expect(demo.stations.map(({ id }) => id).filter((id) => !knownDemoStations.includes(id))).toEqual(['BOA-VIAGEM-08']);
  await server.until(() => server.connected === 7);
  await server.until(() => server.connected === 8);
  await demo.stop();
  await server.until(() => server.connected === 0);
});
