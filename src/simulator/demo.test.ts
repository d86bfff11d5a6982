import { expect, test } from 'vitest';
import { knownDemoStations, startDemo } from './demo.ts';
import { accepting, startSmallServer } from './testing/small-server.ts';

test('the demo is eight stations of three versions, one of them a stranger, one of them restless', async () => {
  await using server = await startSmallServer({ answer: accepting() });
  const demo = startDemo({ url: server.url, secondMs: 2 });
  const statuses = () =>
    new Set(demo.stations.flatMap(({ connectors }) => connectors.all.map(({ state }) => state.status)));
  expect(statuses()).toEqual(new Set(['free', 'faulted']));
  await server.until(() => server.connected === 8);
  await server.until(() => statuses().has('in-use')); // a driver has come
  expect(demo.stations.map(({ id }) => id).filter((id) => !knownDemoStations.includes(id))).toEqual(['BOA-VIAGEM-08']);
  await server.until(() => server.connected === 7);
  await server.until(() => server.connected === 8);
  await demo.stop();
  await server.until(() => server.connected === 0);
});
