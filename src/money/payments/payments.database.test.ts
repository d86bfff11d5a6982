import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SigecError } from '#base/errors.ts';
import { silentLog } from '#base/log.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/support/postgres.ts';
import { scale } from '../../../test/support/scale.ts';
import type { Account } from '../ledger/accounts.ts';
import { readBalances } from '../ledger/read-balances.ts';
import {
  type SimulatedFault,
  type SimulatedProvider,
  simulatedProvider,
} from '../providers/simulated/simulated-provider.ts';
import { simulatedMemory } from '../providers/simulated/simulated-store.ts';
import { readOpenItems } from './open-items.ts';
import { openPayments, type Payments } from './open-payments.ts';
import type { Payment } from './payment.ts';

let database: FreshDatabase;
let ledger: Awaited<ReturnType<typeof openLedger>>;
let now = new Date('2026-11-18T10:00:00Z');
const clock = { now: () => now };
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

beforeAll(async () => {
  database = await freshDatabase();
  ledger = await openLedger({ database, node: randomUUID(), log: silentLog });
});
afterAll(async () => {
  await ledger.close();
  await database[Symbol.asyncDispose]();
});

let memory: ReturnType<typeof simulatedMemory>;
let faults: (SimulatedFault | null)[];
beforeEach(() => {
  memory = simulatedMemory();
  faults = [];
  const fault = () => faults.shift() ?? null;
  bank = simulatedProvider({ store: memory, clock, fault });
  card = simulatedProvider({ name: 'simulated-card', store: memory, clock, isHold: true, fault });
});
let bank: SimulatedProvider;
let card: SimulatedProvider;

/** A process of ours; `lastSteps`: it dies before this step, be it a statement, a commit or a call, and does nothing more. */
function process({ lastSteps = Infinity }: { lastSteps?: number } = {}): Payments & { steps(): number } {
  let steps = 0;
  const step = () => {
    steps += 1;
    if (steps > lastSteps) throw new Error('killed');
  };
  const pool = {
    async query(...asked: Parameters<Pool['query']>) {
      step();
      return (database.pool.query as (...given: unknown[]) => Promise<unknown>)(...asked);
    },
  } as unknown as Pool;
  const dying: Pick<Ledger, 'commit'> = {
    async commit(entry) {
      step();
      const committed = await ledger.commit(entry);
      step(); // it may die after the commit, too
      return committed;
    },
  };
  const mortal = (provider: SimulatedProvider) =>
    new Proxy(provider, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver);
        if (!['begin', 'capture', 'increase', 'cancel', 'refund', 'read'].includes(String(name))) return value;
        return async (...given: unknown[]) => {
          step();
          const answer = await (value as (...all: unknown[]) => Promise<unknown>)(...given);
          step(); // the answer reaches nobody
          return answer;
        };
      },
    });
  const payments = openPayments({
    pool,
    ledger: dying,
    clock,
    log: silentLog,
    everyMs: 0,
    providers: [mortal(bank), mortal(card)],
  });
  return { ...payments, steps: () => steps };
}

const wanted = {
  purpose: 'charging',
  subject: 'S-1',
  currency: 'BRL',
  consent: 10_000n,
  description: 'A charge',
} as const;

function begin(payments: Payments, provider: string, key = randomUUID()): Promise<Payment> {
  return payments.begin({ ...wanted, key, provider });
}

const clerk = { principal: null, door: 'system' as const };
const bill = { receivable: 'session:S-1', cites: { kind: 'bill', id: 'S-1' } } as const;

async function untilQuiet(payments: Payments, rounds = 30): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    pass(61_000);
    if (round > 1) for (const late of [bank, card]) await late.deliverLate(); // others were sent meanwhile
    for (const { id, refunds } of memory.payments.values())
      for (const { operationId, status } of refunds)
        if (status === 'pending') await bank.endRefund(id, { operationId, isDone: round > 1 }); // it may fail first
    if ((await payments.sweep()) === 0 && round > 3) return;
  }
}

async function balances(id: string): Promise<Partial<Record<Account, bigint>>> {
  const all = await readBalances(database.pool, { party: `payment:${id}` });
  return Object.fromEntries(all.map(({ account, amount }) => [account, amount]));
}

test('who pays first gets back what is left once the session has ended', async () => {
  const payments = process();
  const begun = await begin(payments, 'simulated');
  expect(begun).toMatchObject({ state: 'pending', action: { kind: 'code', text: `SIMULATED:${begun.id}` } });
  await bank.pay(begun.id);
  expect(await payments.look(begun.id)).toMatchObject({ state: 'paid', received: 10_000n });
  expect(await balances(begun.id)).toEqual({ deposits: -10_000n });
  expect(await payments.settle(begun.id, { amount: 6_150n, ...bill })).toMatchObject({
    state: 'settled',
    received: 10_000n,
    refunded: 3_850n,
    allocated: 6_150n,
  });
  expect(await balances(begun.id)).toEqual({});
});

test('a hold is taken up to the bill, and the rest is never taken', async () => {
  const payments = process();
  const begun = await begin(payments, 'simulated-card');
  await card.pay(begun.id);
  expect(await payments.look(begun.id)).toMatchObject({ state: 'held', authorized: 10_000n, received: 0n });
  expect(await balances(begun.id)).toEqual({}); // a hold is no entry
  expect(await payments.settle(begun.id, { amount: 6_150n, ...bill })).toMatchObject({
    state: 'settled',
    received: 6_150n,
    refunded: 0n,
  });
  const lower = await payments.settle(begun.id, { amount: 6_000n, ...bill }); // the bill was corrected
  expect(lower).toMatchObject({ state: 'settled', refunded: 150n, allocated: 6_000n });
});

test('no more is kept than the payer agreed to; the rest of the debt is an open item', async () => {
  const payments = process();
  for (const provider of ['simulated', 'simulated-card']) {
    const { id } = await begin(payments, provider);
    await (provider === 'simulated' ? bank : card).pay(id);
    await payments.look(id);
    expect(await payments.settle(id, { amount: 12_000n, ...bill })).toMatchObject({
      allocated: 10_000n,
      state: 'settled',
    });
    expect(await readOpenItems(database.pool, { isOpen: true, paymentId: id, limit: 9 })).toMatchObject([
      { kind: 'shortfall', amount: 2_000n },
    ]);
  }
});

test('what the payer agrees to later is held as well', async () => {
  const payments = process();
  const { id } = await begin(payments, 'simulated-card');
  await card.pay(id);
  await payments.look(id);
  expect(await payments.raise(id, 15_000n)).toMatchObject({ authorized: 15_000n });
  expect(await payments.settle(id, { amount: 12_000n, ...bill })).toMatchObject({ received: 12_000n });
});

test('cancelled before anybody paid, while it is held, or after it was paid: nothing is kept', async () => {
  const payments = process();
  const open = await begin(payments, 'simulated');
  expect(await payments.cancel(open.id)).toMatchObject({ state: 'canceled' });
  const held = await begin(payments, 'simulated-card');
  await card.pay(held.id);
  await payments.look(held.id);
  expect(await payments.cancel(held.id)).toMatchObject({ state: 'canceled', received: 0n });
  const paid = await begin(payments, 'simulated');
  await bank.pay(paid.id);
  await payments.look(paid.id);
  expect(await payments.cancel(paid.id)).toMatchObject({ state: 'settled', refunded: 10_000n, allocated: 0n });
});

test('paid late, and paid twice: what nobody agreed to goes back', async () => {
  const payments = process();
  const late = await begin(payments, 'simulated');
  pass(601_000);
  await payments.sweep();
  expect(await payments.get(late.id)).toMatchObject({ state: 'expired' });
  await bank.pay(late.id);
  await untilQuiet(payments);
  expect(await payments.get(late.id)).toMatchObject({ state: 'settled', refunded: 10_000n, allocated: 0n });
  const twice = await begin(payments, 'simulated');
  await bank.pay(twice.id);
  await bank.pay(twice.id);
  expect(await payments.look(twice.id)).toMatchObject({ state: 'paid', received: 20_000n, refunded: 10_000n });
  expect(await payments.settle(twice.id, { amount: 10_000n, ...bill })).toMatchObject({
    state: 'settled',
    refunded: 10_000n,
  });
});

test('money that a provider takes back is a dispute, and an open item', async () => {
  const payments = process();
  const { id } = await begin(payments, 'simulated');
  await bank.pay(id);
  await payments.look(id);
  await payments.settle(id, { amount: 10_000n, ...bill });
  await bank.clawBack(id, 10_000n);
  expect(await payments.look(id)).toMatchObject({ state: 'disputed', clawedBack: 10_000n });
  expect(await balances(id)).toEqual({ disputes: 10_000n });
  expect(await readOpenItems(database.pool, { isOpen: true, paymentId: id, limit: 9 })).toMatchObject([
    { kind: 'claw-back' },
  ]);
});

test('what nobody settles is an open item: money after a day, a hold before it ends', async () => {
  const payments = process();
  const openKinds = async (id: string) =>
    (await readOpenItems(database.pool, { isOpen: true, paymentId: id, limit: 9 })).map(({ kind }) => kind);
  const paid = await begin(payments, 'simulated');
  await bank.pay(paid.id);
  await payments.look(paid.id);
  pass(23 * 3_600_000);
  await payments.look(paid.id);
  expect(await openKinds(paid.id)).toEqual([]);
  pass(2 * 3_600_000);
  await payments.look(paid.id);
  expect(await openKinds(paid.id)).toEqual(['unsettled']);
  await payments.look(paid.id); // and it is told once
  const { rows } = await database.pool.query<{ body: Record<string, unknown> }>(
    "select body_of(event) as body from event where kind = 'open-item-opened' and body_of(event) ->> 'paymentId' = $1",
    [paid.id],
  );
  expect(rows.map(({ body }) => [body['item'], body['amount']])).toEqual([['unsettled', '100.00']]);
  await payments.settle(paid.id, { amount: 10_000n, ...bill });
  expect(await openKinds(paid.id)).toEqual([]);

  const holdUntil = new Date(now.getTime() + 2 * 86_400_000);
  const read: SimulatedProvider['read'] = async (ref) => ({ ...(await card.read(ref)), holdUntil });
  const ending = openPayments({
    pool: database.pool,
    ledger,
    clock,
    log: silentLog,
    everyMs: 0,
    providers: [{ ...card, read }],
  });
  const held = await begin(ending, 'simulated-card');
  await card.pay(held.id);
  await ending.look(held.id);
  expect(await openKinds(held.id)).toEqual([]);
  pass(37 * 3_600_000);
  const { version } = await ending.look(held.id);
  expect(await openKinds(held.id)).toEqual(['hold-ending']);
  expect((await ending.get(held.id)).version).toBe(version); // nothing about the payment has changed
  await ending.cancel(held.id);
  expect(await openKinds(held.id)).toEqual([]);
});

test('a refund that the bank does not carry out is asked for again, under another name', async () => {
  const payments = process();
  const { id } = await begin(payments, 'simulated');
  await bank.pay(id);
  await payments.look(id);
  faults = [null, 'pend'];
  await payments.settle(id, { amount: 1_000n, ...bill });
  const [refund] = (await payments.history(id)).operations.filter(({ kind }) => kind === 'refund');
  expect(await payments.get(id)).toMatchObject({ state: 'refunding', refundOwed: 9_000n, refunded: 0n });
  expect(await balances(id)).toEqual({ 'refunds-due': -9_000n });
  await bank.endRefund(id, { operationId: refund?.id ?? '', isDone: false });
  await untilQuiet(payments);
  expect(await payments.get(id)).toMatchObject({ state: 'settled', refunded: 9_000n });
});

test.each(['late', 'lose-answer', 'lose-request'] as const)(
  'a refund that is %s is asked for again under its own name, and done once',
  async (fault) => {
    const payments = process();
    const { id } = await begin(payments, 'simulated');
    await bank.pay(id);
    await payments.look(id);
    faults = [null, fault]; // it is read first
    await payments.settle(id, { amount: 6_150n, ...bill });
    pass(61_000);
    await payments.sweep();
    await bank.deliverLate(); // after what was sent later
    await untilQuiet(payments);
    expect(memory.payments.get(id)?.refunds).toMatchObject([{ amount: '3850', status: 'done' }]);
    expect(await payments.get(id)).toMatchObject({ state: 'settled', refunded: 3_850n, allocated: 6_150n });
  },
);

test('a look that finds nothing new says nothing', async () => {
  const payments = process();
  const { id } = await begin(payments, 'simulated');
  const first = await payments.look(id);
  for (let looks = 0; looks < 3; looks += 1) await payments.look(id);
  expect((await payments.look(id)).version).toBe(first.version); // each version is an event
});

test('begun twice under one key it is one payment', async () => {
  const payments = process();
  const key = randomUUID();
  const both = await Promise.all([begin(payments, 'simulated', key), begin(payments, 'simulated', key)]);
  expect(new Set(both.map(({ id }) => id)).size).toBe(1);
  expect(memory.payments.size).toBe(1);
});

test('a provider that is not set up, or a currency that it does not take, is refused by name', async () => {
  const payments = process();
  await expect(begin(payments, 'nobody')).rejects.toThrow('PAYMENT_PROVIDER');
  await expect(payments.begin({ ...wanted, key: 'k', provider: 'simulated', consent: 0n })).rejects.toThrow(
    'above zero',
  );
});

function isAway(error: unknown): boolean {
  return error instanceof SigecError && error.code === 'DATABASE_AWAY';
}

/** From a seed, so that a failure can be played again. */
function random(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_507) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

const soakMs = 3_600_000; // the soak has twenty times the runs

test('killed before any statement, with faults of the provider at any request: no double charge, no lost capture, no forgotten refund', {
  timeout: soakMs,
}, async () => {
  const runs = scale({ test: 120, soak: 2_400 });
  const kinds: (SimulatedFault | null)[] = [null, null, null, null, 'lose-request', 'lose-answer', 'late', 'pend'];
  for (let run = 0; run < runs; run += 1) {
    const draw = random(run);
    const pick = <T>(values: readonly T[]) => values[Math.floor(draw() * values.length)] as T;
    const isCard = draw() < 0.5;
    const provider = isCard ? card : bank;
    const amount = pick([0n, 1n, 6_150n, 10_000n, 13_000n]);
    const pays = pick([0, 1, 1, 1, isCard ? 1 : 2]);
    const isRaised = isCard && draw() < 0.3;
    const key = randomUUID();
    faults = Array.from({ length: 20 }, () => pick(kinds));
    const life = async (payments: Payments) => {
      const { id } = await begin(payments, provider.name, key);
      const state = memory.payments.get(id);
      const paid =
        (state?.movements.filter((each) => each.kind === 'in').length ?? 0) + (state?.status === 'held' ? 1 : 0);
      if (state?.status === 'open') for (let time = paid; time < pays; time += 1) await provider.pay(id);
      await payments.look(id);
      if (isRaised) await payments.raise(id, 12_000n).catch(() => undefined); // too late, or already
      await payments.settle(id, { amount, ...bill });
    };
    for (let deaths = pick([1, 1, 2, 3]); deaths > 0; deaths -= 1) {
      await life(process({ lastSteps: Math.floor(draw() * 60) })).catch(() => undefined);
      pass(61_000); // the lease of whoever died is over
    }
    const heir = process();
    for (let attempt = 1; ; attempt += 1)
      try {
        await life(heir);
        break;
      } catch (error) {
        if (!isAway(error) || attempt === 10) throw error; // a busy machine: whoever asks, asks again
      }
    faults = [];
    await untilQuiet(heir);
    const about = { run, isCard, amount, pays };
    const payment = await heir.byKey(key);
    const truth = memory.payments.get(payment?.id ?? '');
    const sum = (kind: string) =>
      truth?.movements.filter((each) => each.kind === kind).reduce((total, each) => total + BigInt(each.amount), 0n) ??
      0n;
    const least = (one: bigint, other: bigint) => (one < other ? one : other);
    const owed = payment === undefined ? 0n : least(amount, payment.consent);
    const hasPaid = truth !== undefined && truth.status !== 'canceled' && (sum('in') > 0n || truth.status === 'held');
    // The payer has paid what is owed, once, whatever happened; and nothing is held of theirs any more.
    const kept = sum('in') - sum('refund');
    expect({ ...about, kept, held: truth?.status === 'held' && amount === 0n }).toEqual({
      ...about,
      kept: hasPaid ? least(owed, isCard ? BigInt(truth.authorized) : owed) : 0n,
      held: false,
    });
    if (amount > 0n && pays > 0)
      expect({ ...about, isLost: truth?.status === 'held' }).toEqual({ ...about, isLost: false });
    expect({ ...about, received: payment?.received, refunded: payment?.refunded }).toEqual({
      ...about,
      received: sum('in'),
      refunded: sum('refund'),
    });
    if (payment !== undefined) {
      expect({ ...about, rest: await balances(payment.id) }).toEqual({ ...about, rest: {} });
      expect(payment.received <= payment.consent || !isCard).toBe(true);
    }
  }
  const { rows } = await database.pool.query<{ sum: string | null }>(
    'select sum(amount)::text as sum from money_posting',
  );
  expect(Number(rows[0]?.sum ?? 0)).toBe(0);
});

test('whatever is done with a payment in whatever order: entries come to nothing, and no more is kept than was agreed to', {
  timeout: soakMs,
}, async () => {
  const runs = scale({ test: 60, soak: 1_000 });
  for (let run = 0; run < runs; run += 1) {
    const draw = random(run + 7_777);
    const pick = <T>(values: readonly T[]) => values[Math.floor(draw() * values.length)] as T;
    const payments = process();
    const provider = pick([bank, card]);
    const { id } = await begin(payments, provider.name);
    const amounts = [0n, 1n, 2_500n, 6_150n, 10_000n, 13_000n];
    const acts: Record<string, () => Promise<unknown>> = {
      pay: () => provider.pay(id),
      refuse: () => provider.refusePayer(id),
      settle: () => payments.settle(id, { amount: pick(amounts), ...bill }),
      raise: () => payments.raise(id, pick([10_001n, 15_000n])),
      refund: () => payments.refund(id, { amount: pick(amounts), reason: 'goodwill', actor: clerk }),
      cancel: () => payments.cancel(id),
      'claw back': () => provider.clawBack(id, pick([1n, 2_500n, 10_000n])),
      'wait long': () => Promise.resolve(pass(700_000)),
    };
    const done: string[] = [];
    for (let act = 0; act < 8; act += 1) {
      const name = pick([
        'pay',
        'pay',
        'settle',
        'settle',
        'raise',
        'refund',
        'cancel',
        'claw back',
        'wait long',
        'refuse',
      ]);
      done.push(name);
      await acts[name]?.().catch((error: unknown) => {
        if (!(error instanceof SigecError)) throw error; // refused, with a reason
      });
      await payments.look(id);
      const payment = await payments.get(id);
      const about = { run, done: done.join(', ') };
      expect({ ...about, isWithinConsent: payment.allocated <= payment.consent }).toMatchObject({
        isWithinConsent: true,
      });
      if (provider === card)
        expect({ ...about, isWithinHold: payment.received <= payment.authorized }).toMatchObject({
          isWithinHold: true,
        });
      expect({
        ...about,
        isWithinReceived: payment.refunded <= payment.refundOwed && payment.refundOwed <= payment.received,
      }).toMatchObject({
        isWithinReceived: true,
      });
    }
    await untilQuiet(payments);
    const payment = await payments.get(id);
    const items = await readOpenItems(database.pool, { isOpen: true, paymentId: id, limit: 9 });
    const kept = payment.received - payment.refunded - payment.clawedBack;
    const target = payment.target ?? kept;
    // What is kept is what is to be paid, or an open item says why not; money nobody decided about yet waits as a deposit.
    expect({ run, done, isExplained: kept === target || items.length > 0 }).toMatchObject({ isExplained: true });
    const { rows } = await database.pool.query<{ sum: string }>(
      `select coalesce(sum(amount), 0)::text as sum from money_posting where transaction_id in
         (select transaction_id from money_posting where party = $1)`,
      [`payment:${id}`],
    );
    expect({ run, sum: rows[0]?.sum }).toMatchObject({ sum: '0' });
  }
});
