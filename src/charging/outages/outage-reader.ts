import type { ClientBase, Pool } from 'pg';
import { every, type Repeating, singleFlight } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { transaction } from '#database/in-transaction.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { laterPosition, transactionsBetween } from '#ledger/position.ts';
import { readStates, writeOutages, writeStates } from './outage-store.ts';
import { readFacts, type StationReading } from './read-facts.ts';
import { factKinds, factOf, type StationFact } from './station-facts.ts';

type Needs = { pool: Pool; ledger: Ledger; log: Log };

/** Nobody waits for it: whoever asks about outages has the rest of the ledger read first. */
const everyMs = 30_000;
const eventsAtOnce = 1_000;
/** Pages that are written together: a busy station is in each of them, and its state is read and written once. */
const pagesTogether = 10;
/** Other work has its turn after so many stations. */
const stationsInTurn = 50;
/** How many transactions about something else are looked through again, rather than written down. */
const transactionsAside = 2_000;
/** One reader at a time over all nodes; the others find the work done. */
export const readerLock = "hashtextextended('sigec outages', 0)";

/**
 * Follows the ledger and keeps the outages. What was read and what follows from it commit together with how far it was read,
 * so that nothing is read twice, whatever breaks.
 */
export class OutageReader {
  private readonly needs: Needs;
  private readonly ending = new AbortController();
  private readonly following: Repeating;
  /** Everything that the ledger shows by now is in the tables afterwards. */
  readonly catchUp = singleFlight(() => this.readOn());

  constructor(needs: Needs) {
    this.needs = needs;
    const { log } = needs;
    this.following = every({ task: 'read outages from the ledger', everyMs, log, run: this.catchUp });
    void this.following.now();
  }

  async close(): Promise<void> {
    this.ending.abort();
    await this.following.close();
  }

  private async readOn(): Promise<void> {
    let hasMore = true;
    while (hasMore && !this.ending.signal.aborted) hasMore = await this.readPart();
  }

  private readPart(): Promise<boolean> {
    const { pool, ledger } = this.needs;
    return transaction(pool, async (client) => {
      const lock = await client.query<{ is_ours: boolean }>(
        `select pg_try_advisory_xact_lock(${readerLock}) as is_ours`,
      );
      const isOurs = lock.rows[0]?.is_ours === true;
      return isOurs && (await readAfterPosition(client, ledger));
    });
  }
}

async function readAfterPosition(client: ClientBase, ledger: Ledger): Promise<boolean> {
  const { rows } = await client.query<{ position: string }>('select position from outage_position');
  const after = rows[0]?.position;
  const head = await ledger.head(); // before the events: whatever is not among them then is not before it
  const { facts, lastRead, isLast } = await readPages(ledger, after);
  // What was committed since the head was asked for may be among the events, and is not to be read again.
  const position = isLast ? laterPosition(head, lastRead ?? head) : lastRead;
  if (position === undefined || (lastRead === undefined && !isFar(after, position))) return false;
  await keep(client, facts);
  await client.query(
    `insert into outage_position (position) values ($1) on conflict (is_only) do update set position = excluded.position`,
    [position],
  );
  return !isLast;
}

/** Writing down how far we are is itself a transaction: done for nothing it would go on for ever. */
function isFar(after: string | undefined, position: string): boolean {
  return after === undefined || transactionsBetween(after, position) > transactionsAside;
}

type Pages = {
  facts: Map<string, StationFact[]>;
  /** The position of the last event; undefined where there is none. */
  lastRead: string | undefined;
  /** Whether the ledger shows no more. */
  isLast: boolean;
};

async function readPages(ledger: Ledger, after: string | undefined): Promise<Pages> {
  const facts = new Map<string, StationFact[]>();
  let lastRead: string | undefined;
  for (let page = 0; page < pagesTogether; page += 1) {
    const events = await ledger.read({ after: lastRead ?? after, kinds: factKinds, limit: eventsAtOnce });
    addFacts(facts, events);
    lastRead = events.at(-1)?.id ?? lastRead;
    if (events.length < eventsAtOnce) return { facts, lastRead, isLast: true };
  }
  return { facts, lastRead, isLast: false };
}

function addFacts(facts: Map<string, StationFact[]>, events: readonly LedgerEvent[]): void {
  for (const event of events) {
    const fact = factOf(event);
    if (fact === undefined || event.stationId === null) continue;
    const known = facts.get(event.stationId);
    if (known === undefined) facts.set(event.stationId, [fact]);
    else known.push(fact);
  }
}

async function keep(client: ClientBase, facts: ReadonlyMap<string, readonly StationFact[]>): Promise<void> {
  if (facts.size === 0) return;
  const before = await readStates(client, [...facts.keys()]);
  const readings: [string, StationReading][] = [];
  for (const [stationId, told] of facts) {
    readings.push([stationId, readFacts(stationId, told, before.get(stationId))]);
    if (readings.length % stationsInTurn === 0) await new Promise(setImmediate);
  }
  await writeOutages(client, {
    outages: readings.flatMap(([, { outages }]) => [...outages.values()]),
    gone: readings.flatMap(([, { gone }]) => [...gone]),
  });
  await writeStates(client, new Map(readings.map(([stationId, { state }]) => [stationId, state])));
}
