import { setTimeout as pause } from 'node:timers/promises';
import { asError } from '#base/errors.ts';
import { type Duty, every, willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { LedgerEvent, StoredKind } from '#contract/event.ts';
import { isDatabaseAway } from '#database/database-errors.ts';
import type { Ledger } from './ledger-types.ts';
import { transactionsBetween } from './position.ts';

/** Where readers note how far they are, each part in a table of its own. */
export type Positions = {
  read(reader: string): Promise<string | undefined>;
  save(reader: string, position: string): Promise<void>;
};

type Needs = Duty & { positions: Positions; ledger: Pick<Ledger, 'head' | 'follow'>; log: Log };

export type Following = { close(): Promise<void> };

const saveEveryMs = 2_000;
/** Past so many transactions without an event that is wanted, it is written down how far they were looked through. */
const transactionsAside = 2_000;
/** One that failed so often without the database being away fails for a reason of its own: those behind it must not wait for ever. */
const maxAttempts = 5;

export type FollowingOptions = {
  reader: string;
  take(event: LedgerEvent): Promise<void>;
  /** The kinds that `take` wants now; absent: all. */
  kinds?: (() => ReadonlySet<StoredKind>) | undefined;
  retryMs?: number;
};

/**
 * Takes every event of the ledger in order, from where it stopped before. What was taken shortly before a crash may be taken again, so
 * `take` has to know what it did. One that fails is tried again for as long as the database is away, else a few times.
 */
export async function followOn(
  { positions, ledger, log, isKeeper = () => true }: Needs,
  { reader, take, kinds, retryMs = 1_000 }: FollowingOptions,
): Promise<Following> {
  const closing = new AbortController();
  let position = await positions.read(reader);
  if (position === undefined) {
    position = await ledger.head(); // a new reader begins now: the past is for the dry run
    await positions.save(reader, position);
  }
  let saved = position;
  let reached = position;
  /** Another node reads meanwhile, and knows better how far it is read. */
  let isAside = false;
  const takeOver = async () => {
    if (!isAside) return;
    reached = (await positions.read(reader)) ?? reached;
    saved = reached;
    isAside = false;
  };
  let failing = { id: '', attempts: 0 };
  const takeOrLeave = async (event: LedgerEvent) => {
    try {
      await take(event);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      failing = { id: event.id, attempts: failing.id === event.id ? failing.attempts + 1 : 1 };
      if (failing.attempts < maxAttempts) throw error;
      log.error({ reader, event: event.id, kind: event.kind, err: asError(error) }, 'an event was left out');
    }
  };
  const save = async () => {
    if (reached === saved || isAside) return;
    const now = reached;
    await positions.save(reader, now);
    saved = now;
  };
  // Writing down how far it is read is itself a transaction: done for nothing it would go on for ever.
  const passed = (position: string) => {
    if (transactionsBetween(reached, position) > transactionsAside) reached = position;
  };
  const saving = every({ task: `remember how far ${reader} read`, everyMs: saveEveryMs, log, run: save });
  const reading = (async () => {
    while (!closing.signal.aborted) {
      if (!isKeeper()) {
        isAside = true;
        await pause(retryMs, undefined, { signal: closing.signal }).catch(() => undefined);
        continue;
      }
      try {
        await takeOver();
        for await (const event of ledger.follow({ since: reached, signal: closing.signal, kinds, passed })) {
          if (!isKeeper()) break;
          await takeOrLeave(event);
          reached = event.id;
        }
      } catch (error) {
        if (closing.signal.aborted) return;
        willRetry(log, 'read the ledger', error, { reader });
        await pause(retryMs, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
  })();
  return {
    async close() {
      closing.abort();
      await reading;
      await saving.now();
      await saving.close();
    },
  };
}
