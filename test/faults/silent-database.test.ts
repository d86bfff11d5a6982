import { expect, test } from 'vitest';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import { ProductProcess } from '../support/product-process.ts';
import { OutsidePostgres } from './outside-postgres.ts';

/** A station waits 30 s for an answer; whoever keeps it waiting for longer has used up one of its three attempts. */
const longestMs = 20_000;

test('a silent database closes the sockets in time, also where a token has to be read before a start can be written', async () => {
  await using opened = new AsyncDisposableStack();
  const postgres = opened.use(await OutsidePostgres.start());
  const sigec = opened.use(await ProductProcess.start({ DATABASE_URL: postgres.url }));
  const ended: string[] = [];
  const stations = (['1.6', '2.0.1', '2.1'] as const satisfies OcppVersion[]).map((version) =>
    opened.use(
      new SimulatedStation({
        id: `SILENT-${version}`,
        version,
        url: sigec.ocppUrl,
        statusEverySeconds: 0,
        onEvent: (event) => {
          if (event.kind === 'exchanged') ended.push(`${event.exchange.action}:${event.exchange.outcome.kind}`);
        },
      }),
    ),
  );
  for (const station of stations) station.start();
  const haveReported = () =>
    stations.every(({ state, connectors }) => state === 'accepted' && connectors.nextUnreported() === undefined);
  await expect.poll(haveReported, { timeout: 10_000 }).toBe(true);
  ended.length = 0;
  await postgres.signal('SIGSTOP');
  for (const station of stations) station.sessions.start({ evseId: 1, token: `NEW-${station.version}` });
  await expect.poll(() => ended.length, { timeout: longestMs }).toBe(3);
  expect(ended.toSorted()).toEqual([
    'StartTransaction:connection-lost',
    'TransactionEvent:connection-lost',
    'TransactionEvent:connection-lost',
  ]);
  await postgres.signal('SIGCONT');
  const wait = { timeout: 40_000 };
  await expect.poll(() => stations.some(({ hasQueuedMessages }) => hasQueuedMessages), wait).toBe(false);
  expect(stations.flatMap(({ sessions }) => sessions.all.map(({ discarded }) => discarded))).toEqual([0, 0, 0]);
}, 120_000);
