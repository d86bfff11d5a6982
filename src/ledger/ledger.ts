import type { Log } from '#base/log.ts';
import type { Database } from '#database/database.ts';
import { readEvents, readHead } from './event-reader.ts';
import { Feed } from './feed.ts';
import { GroupCommit } from './group-commit.ts';
import type { Ledger } from './ledger-types.ts';
import { parsePosition } from './position.ts';
import { PostgresStore } from './postgres-store.ts';
import { type NotReady, Readiness } from './readiness.ts';
import { type FreeBytes, Writer } from './writer.ts';

export type OpenLedger = Ledger & {
  /** Since when the database has not answered; undefined while it does. */
  awaySince(): Date | undefined;
  /** Why nothing can be committed now, empty where everything can. Looks by committing something of its own. */
  reasonsNotReady(): Promise<NotReady[]>;
  close(): Promise<void>;
};

export type LedgerNeeds = {
  database: Database;
  node: string;
  log: Log;
  /** How long to wait for the lock of an earlier process of this node to go. */
  lockPatienceMs?: number;
  /** How long a batch may take before the database counts as away. */
  patienceMs?: number;
  freeBytes?: FreeBytes | undefined;
};

export async function openLedger(needs: LedgerNeeds): Promise<OpenLedger> {
  const { database, node } = needs;
  const writer = new Writer({ lockPatienceMs: 10_000, patienceMs: 8_000, ...needs });
  const feed = new Feed((after, limit) => readEvents(database.pool, { after, limit }));
  const commits = new GroupCommit(new PostgresStore(writer, node), () => feed.wake());
  const readiness = new Readiness(writer, (entry) => commits.submit(entry));
  await writer.client();
  return {
    commit: (entry) => commits.submit(entry),
    head: () => readHead(database.pool),
    read: (query) => readEvents(database.pool, query),
    async *follow({ since, signal }) {
      if (since !== undefined) parsePosition(since);
      yield* feed.follow(since ?? (await readHead(database.pool)), signal);
    },
    awaySince: () => writer.away,
    reasonsNotReady: () => readiness.causes(),
    async close() {
      await commits.settled();
      await writer.close();
    },
  };
}
