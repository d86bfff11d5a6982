import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { openLedger } from '#ledger/ledger.ts';
import { freshDatabase } from '../../test/support/postgres.ts';
import { followLedger } from './follow-ledger.ts';

test('an event that fails for a reason of its own is tried a few times, and those behind it are taken', async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await freshDatabase());
  const ledger = stack.adopt(await openLedger({ database, node: randomUUID(), log: silentLog }), (it) => it.close());
  const taken: string[] = [];
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const take = async ({ stationId }: { stationId: string | null }) => {
    taken.push(stationId ?? '');
    if (stationId === 'CP-BAD') throw new TypeError('its body has no such field');
    if (stationId === 'CP-3') resolve();
  };
  const needs = { pool: database.pool, ledger, log: silentLog };
  const following = await followLedger(needs, { reader: 'test', take, retryMs: 1 });
  stack.defer(() => following.close());
  for (const stationId of ['CP-1', 'CP-BAD', 'CP-3'])
    await ledger.commit({
      events: [
        { kind: 'station-went-offline', stationId, happenedAt: new Date(), body: { reason: 'no-answer', epoch: 1 } },
      ],
    });
  await done;
  expect(taken).toEqual(['CP-1', 'CP-BAD', 'CP-BAD', 'CP-BAD', 'CP-BAD', 'CP-BAD', 'CP-3']);
});
