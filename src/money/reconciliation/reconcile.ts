import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { every, willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import { oneAtATime } from '#database/one-at-a-time.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { findHeard } from '../payments/find-heard.ts';
import { foundItems, type OpenItem } from '../payments/open-items.ts';
import type { PaymentProvider, StatementLine } from '../providers/payment-provider.ts';

export type ReconcileNeeds = {
  pool: Pool;
  ledger: Pick<Ledger, 'commit'>;
  clock: Clock;
  log: Log;
  providers: readonly PaymentProvider[];
  /** Visits a payment now. */
  drive(id: string): Promise<void>;
  everyMs?: number;
};

export type Reconciliation = {
  provider: string;
  /** In UTC. */
  day: string;
  lines: number;
  matched: number;
  differences: number;
  /** What came in less what went out, by currency, in whole minor units: in our books and in the provider's. */
  ours: Record<string, string>;
  theirs: Record<string, string>;
  checkedAt: Date;
};

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** What the provider shows late is found by the next look. */
const overlapMs = 30 * minuteMs;
/** Days are looked at again for as long as providers still change them. */
const daysBack = 4;
/** A day is closed once the provider has had time to list it. */
const closesAfterMs = 60 * minuteMs;

export type Reconciler = ReturnType<typeof openReconciler>;

/**
 * Every few minutes, whatever providers list and we do not know is read. Every night our books of a day are compared with the provider's
 * statement, line by line; what differs then is an open item.
 */
export function openReconciler(needs: ReconcileNeeds) {
  const { clock, log, pool, providers, everyMs = 2 * minuteMs } = needs;
  const seenUntil = new Map<string, Date>();

  async function run(): Promise<void> {
    await oneAtATime(pool, 'money reconciliation', async () => {
      for (const provider of providers)
        try {
          await catchUp(provider);
          for (const day of await openDays(pool, provider.name, clock.now())) await reconcileDay(needs, provider, day);
        } catch (error) {
          willRetry(log, 'compare a provider with our books', error, { provider: provider.name });
        }
    });
  }

  async function catchUp(provider: PaymentProvider): Promise<void> {
    const now = clock.now();
    const from = new Date((seenUntil.get(provider.name)?.getTime() ?? now.getTime() - dayMs) - overlapMs);
    await adopt(needs, provider, await unknownLines(needs, provider, { from, to: new Date(now.getTime() + minuteMs) }));
    seenUntil.set(provider.name, now);
  }

  const running = everyMs === 0 ? null : every({ task: 'compare payments with their providers', everyMs, log, run });
  return {
    run,
    async reconcile(providerName: string, day: string): Promise<Reconciliation | undefined> {
      const provider = providers.find(({ name }) => name === providerName);
      return provider && reconcileDay(needs, provider, day);
    },
    list: (limit: number) => readReconciliations(pool, limit),
    close: async () => running?.close(),
  };
}

type Period = { from: Date; to: Date };

async function unknownLines(
  { pool }: ReconcileNeeds,
  provider: PaymentProvider,
  period: Period,
): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for await (const line of provider.list(period)) lines.push(line);
  const { rows } = await pool.query<{ id: string }>(
    'select id from money_movement where provider = $1 and id = any($2::text[])',
    [provider.name, lines.map(({ id }) => id)],
  );
  const known = new Set(rows.map(({ id }) => id));
  return lines.filter(({ id }) => !known.has(id));
}

/** The payments that the lines belong to are read; they book what is theirs. */
async function adopt(
  { pool, drive }: ReconcileNeeds,
  provider: PaymentProvider,
  lines: readonly StatementLine[],
): Promise<void> {
  const heard = lines.map(({ paymentId, reference }) => ({ id: paymentId, reference }));
  for (const id of await findHeard(pool, provider.name, heard)) await drive(id);
}

async function reconcileDay(needs: ReconcileNeeds, provider: PaymentProvider, day: string): Promise<Reconciliation> {
  const { pool, ledger, clock, log } = needs;
  const from = new Date(`${day}T00:00:00Z`);
  const period = { from, to: new Date(from.getTime() + dayMs) };
  await adopt(needs, provider, await unknownLines(needs, provider, period));
  const theirs: StatementLine[] = [];
  const listed = new Set<string>();
  // Near midnight the provider's moment may be of another day than the one we read.
  const around = { from: new Date(from.getTime() - overlapMs), to: new Date(period.to.getTime() + overlapMs) };
  for await (const line of provider.list(around)) {
    listed.add(line.id);
    if (line.at >= period.from && line.at < period.to) theirs.push(line);
  }
  const ours = await readOurs(
    pool,
    provider.name,
    period,
    theirs.map(({ id }) => id),
  );
  const items = differences(provider.name, { theirs, listed, ours, ...period });
  const result: Reconciliation = {
    provider: provider.name,
    day,
    lines: theirs.length,
    matched: theirs.length - items.filter(isOfTheirs).length,
    differences: items.length,
    checkedAt: clock.now(),
    ours: sums(ours.filter(({ at }) => at >= period.from && at < period.to)),
    theirs: sums(theirs),
  };
  await ledger.commit({
    events:
      items.length === 0
        ? []
        : [
            {
              kind: 'money-differs',
              stationId: null,
              key: `money-differs:${provider.name}:${day}:${items.length}`,
              happenedAt: result.checkedAt,
              body: { provider: provider.name, day, differences: items.length },
            },
          ],
    writes: items.map((item) => write(foundItems, { item, at: result.checkedAt })),
  });
  await pool.query(
    `insert into money_reconciliation (provider, day, lines, matched, differences, ours, theirs, checked_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (provider, day) do update set lines = excluded.lines, matched = excluded.matched, differences = excluded.differences,
       ours = excluded.ours, theirs = excluded.theirs, checked_at = excluded.checked_at`,
    [
      provider.name,
      day,
      result.lines,
      result.matched,
      result.differences,
      result.ours,
      result.theirs,
      result.checkedAt,
    ],
  );
  if (items.length > 0)
    log.warn({ provider: provider.name, day, differences: items.length }, 'books and statement differ');
  return result;
}

type OurLine = {
  id: string;
  kind: StatementLine['kind'];
  amount: bigint;
  currency: string;
  at: Date;
  paymentId: string | null;
};

async function readOurs(
  pool: Pool,
  provider: string,
  { from, to }: Period,
  ids: readonly string[],
): Promise<OurLine[]> {
  const { rows } = await pool.query<Omit<OurLine, 'amount'> & { amount: string }>(
    `select id, kind, amount, currency, at, payment_id as "paymentId" from money_movement
     where provider = $1 and ((at >= $2 and at < $3) or id = any($4::text[]))`,
    [provider, from, to, ids],
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

function isOfTheirs({ kind }: OpenItem): boolean {
  return kind !== 'missing-movement';
}

function differences(
  provider: string,
  {
    theirs,
    listed,
    ours,
    from,
    to,
  }: Period & { theirs: readonly StatementLine[]; listed: ReadonlySet<string>; ours: readonly OurLine[] },
): OpenItem[] {
  const known = new Map(ours.map((line) => [line.id, line]));
  const about = (kind: OpenItem['kind'], { id, currency, amount }: Pick<OurLine, 'id' | 'currency' | 'amount'>) => ({
    key: `${kind}:${provider}:${id}`,
    kind,
    provider,
    movementId: id,
    currency,
    amount,
  });
  return [
    ...theirs.flatMap((line): OpenItem[] => {
      const own = known.get(line.id);
      if (own === undefined)
        return [
          {
            ...about('unknown-movement', line),
            paymentId: null,
            details: 'The provider moved money that belongs to no payment of ours.',
          },
        ];
      if (own.amount === line.amount && own.currency === line.currency) return [];
      const details = 'The provider lists another amount than the one in our books.';
      return [{ ...about('different-amount', line), paymentId: own.paymentId, details }];
    }),
    ...ours
      .filter(({ id, at }) => !listed.has(id) && at >= from && at < to)
      .map((line) => ({
        ...about('missing-movement', line),
        paymentId: line.paymentId,
        details: 'Our books hold a movement that the statement of the provider does not list.',
      })),
  ];
}

function sums(lines: readonly Pick<OurLine, 'kind' | 'amount' | 'currency'>[]): Record<string, string> {
  const totals = new Map<string, bigint>();
  for (const { kind, amount, currency } of lines)
    totals.set(currency, (totals.get(currency) ?? 0n) + (kind === 'in' ? amount : -amount));
  return Object.fromEntries([...totals].map(([currency, total]) => [currency, String(total)]));
}

/** Whole days that are over and have not been compared since the provider could list all of them. */
async function openDays(pool: Pool, provider: string, now: Date): Promise<string[]> {
  const last = new Date(now.getTime() - closesAfterMs);
  const days = Array.from({ length: daysBack }, (_none, back) =>
    new Date(last.getTime() - (back + 1) * dayMs).toISOString().slice(0, 10),
  );
  const { rows } = await pool.query<{ day: string }>(
    `select to_char(day, 'YYYY-MM-DD') as day from money_reconciliation
     where provider = $1 and day = any($2::date[]) and differences = 0 and checked_at > (day + 1)::timestamptz`,
    [provider, days],
  );
  const { rows: movements } = await pool.query<{ first: Date | null }>(
    'select min(at) as first from money_movement where provider = $1',
    [provider],
  );
  const first = movements[0]?.first?.toISOString().slice(0, 10);
  const closed = new Set(rows.map(({ day }) => day));
  return days.filter((day) => !closed.has(day) && first !== undefined && day >= first).toSorted();
}

async function readReconciliations(pool: Pool, limit: number): Promise<Reconciliation[]> {
  const { rows } = await pool.query<Reconciliation>(
    `select provider, to_char(day, 'YYYY-MM-DD') as day, lines, matched, differences, ours, theirs, checked_at as "checkedAt"
     from money_reconciliation order by money_reconciliation.day desc, provider limit $1`,
    [limit],
  );
  return rows;
}
