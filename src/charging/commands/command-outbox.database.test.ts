import { expect, test } from 'vitest';
import { SigecError } from '#base/errors.ts';
import { silentLog } from '#base/log.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { Entry, Ledger } from '#ledger/ledger-types.ts';
import { anyEvent } from '../../../test/support/any-event.ts';
import { freshDatabase } from '../../../test/support/postgres.ts';
import { CommandOutbox } from './command-outbox.ts';

const ending: Entry = {
  events: [
    anyEvent({
      kind: 'command-ended',
      stationId: 'CP-1',
      key: 'command-ended:1',
      happenedAt: new Date(),
      body: {},
    }),
  ],
};

/** The real ledger, whose database is away as often as said: before the commit, or after it, so that its answer is lost. */
async function openWithBreaks(breaks: ('before' | 'after')[]) {
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await freshDatabase());
  const ledger = await openLedger({ database, node: '00000000-0000-4000-8000-000000000001', log: silentLog });
  opened.defer(() => ledger.close());
  const away = () => new SigecError('DATABASE_AWAY', 'The database does not answer. Try again in a moment.');
  const commit: Ledger['commit'] = async (entry) => {
    const next = breaks.shift();
    if (next === 'before') throw away();
    const committed = await ledger.commit(entry);
    if (next === 'after') throw away();
    return committed;
  };
  const outbox = new CommandOutbox({ ledger: { ...ledger, commit }, log: silentLog });
  await outbox.close(); // the test says when it catches up
  const recorded = async () => (await database.pool.query<{ kind: string }>('select kind from event')).rows;
  const running = opened.move();
  return { outbox, recorded, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

test.each(['before', 'after'] as const)(
  'L7: an end that met a database away %s its commit is written once when it is back',
  async (when) => {
    await using opened = await openWithBreaks([when, 'before']);
    const { outbox, recorded } = opened;
    await expect(outbox.write(ending)).rejects.toMatchObject({ code: 'DATABASE_AWAY' });
    await outbox.catchUp(); // it is still away
    expect(outbox.size).toBe(1);
    await outbox.catchUp();
    expect(outbox.size).toBe(0);
    expect(await recorded()).toEqual([{ kind: 'command-ended' }]);
  },
);

test('what the database refuses does not hold up what comes after it', async () => {
  await using opened = await openWithBreaks(['before', 'before']);
  const { outbox, recorded } = opened;
  const refused: Entry = {
    events: [anyEvent({ kind: 'nul', stationId: 'CP-1', happenedAt: new Date(), body: { text: '\0' } })],
  };
  await expect(outbox.write(refused)).rejects.toMatchObject({ code: 'DATABASE_AWAY' });
  await expect(outbox.write(ending)).rejects.toMatchObject({ code: 'DATABASE_AWAY' });
  await outbox.catchUp();
  expect(await recorded()).toEqual([{ kind: 'command-ended' }]);
});
