import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { traced } from '#base/tracing/traced.ts';
import type { Database } from '#database/database.ts';
import { readEvents, readHead, readOfKinds } from './event-reader.ts';
import { Feed } from './feed.ts';
import { GroupCommit } from './group-commit.ts';
import { type Committed, type Entry, type Ledger, type Projection, write } from './ledger-types.ts';
import { mustGoOn } from './must-go-on.ts';
import { parsePosition } from './position.ts';
import { PostgresStore } from './postgres-store.ts';
import { type AwayReason, awaySentences, type FreeBytes, Writer } from './writer.ts';

/** Why nothing can be committed, and since when, as far as that is known. */
type NotReady = { cause: AwayReason; sentence: string; since: Date | null };

/** Anybody may ask whether we are ready, and must not make us commit more often than this. */
const freshMs = 1_000;

/** A commit that changes nothing. It is flushed like any other, so it shows whether the server can write its log. */
const probe: Projection<'probe'> = {
  name: 'probe',
  isIndependent: true,
  identity: (row) => row,
  merge: (row) => row,
  async write(client) {
    await client.query("select pg_logical_emit_message(true, 'sigec', 'probe')");
  },
};

/** Whether something can be committed now. A server that answers questions may still be unable to write. */
class Readiness {
  private readonly writer: Writer;
  private readonly commit: (entry: Entry) => Promise<Committed>;
  private latest: { askedAt: number; causes: Promise<NotReady[]> } | undefined;

  constructor(writer: Writer, commit: (entry: Entry) => Promise<Committed>) {
    this.writer = writer;
    this.commit = commit;
  }

  /** Why nothing can be committed; empty where everything can. */
  async causes(): Promise<NotReady[]> {
    if (this.writer.away !== undefined) return [this.outage(this.writer.away)];
    const now = performance.now();
    if (this.latest === undefined || now - this.latest.askedAt > freshMs)
      this.latest = { askedAt: now, causes: this.tryCommit() };
    const causes = await this.latest.causes;
    return this.writer.away === undefined ? causes : [this.outage(this.writer.away)];
  }

  private outage(since: Date): NotReady {
    const { reason } = this.writer;
    return { cause: reason, sentence: awaySentences[reason], since };
  }

  private tryCommit(): Promise<NotReady[]> {
    return this.commit({ writes: [write(probe, 'probe')] }).then(
      () => [],
      (error: unknown) => [{ cause: 'silent', sentence: asError(error).message, since: null }],
    );
  }
}

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
  lockPatienceMs?: number;
  patienceMs?: number;
  freeBytes?: FreeBytes | undefined;
};

const ledgerCommit = { name: 'ledger commit', kind: 'internal' } as const;

export async function openLedger(needs: LedgerNeeds): Promise<OpenLedger> {
  const { database, node } = needs;
  await mustGoOn(database.pool);
  const writer = new Writer({ lockPatienceMs: 10_000, patienceMs: 8_000, ...needs });
  const feed = new Feed({
    all: (after, limit) => readEvents(database.pool, { after, limit }),
    ofKinds: (after, kinds, limit) => readOfKinds(database.pool, { after, kinds: [...kinds], limit }),
  });
  const commits = new GroupCommit(new PostgresStore(writer, node), (kinds) => feed.wake(kinds));
  const readiness = new Readiness(writer, (entry) => commits.submit(entry));
  await writer.client();
  return {
    commit: (entry) => traced(ledgerCommit, () => commits.submit(entry)),
    head: () => readHead(database.pool),
    read: (query) => readEvents(database.pool, query),
    async *follow({ since, ...options }) {
      if (since !== undefined) parsePosition(since);
      yield* feed.follow(since ?? (await readHead(database.pool)), options);
    },
    awaySince: () => writer.away,
    reasonsNotReady: () => readiness.causes(),
    async close() {
      await commits.settled();
      await writer.close();
    },
  };
}
