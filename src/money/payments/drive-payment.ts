import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import { willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import { postMoney } from '../ledger/post-money.ts';
import type { Answer, Movement, PaymentProvider, PaymentRef } from '../providers/payment-provider.ts';
import { absorbReading, type PaymentBook, withAmounts } from './absorb-reading.ts';
import { bookPayment } from './book-payment.ts';
import { itemEvents } from './item-events.ts';
import { backoff, nextStep } from './next-step.ts';
import { itemsOf, paymentItems } from './open-items.ts';
import { endedStates, type Payment, type PaymentOperation } from './payment.ts';
import { paymentEvent } from './payment-event.ts';
import {
  leasePayment,
  moneyMovements,
  moneyOperations,
  moneyPayments,
  readBook,
  releasePayment,
  scheduleLook,
} from './payment-store.ts';

export type DriveNeeds = {
  pool: Pool;
  ledger: Pick<Ledger, 'commit'>;
  clock: Clock;
  log: Log;
  /** Undefined: the provider is not set up any more. */
  provider(name: string): PaymentProvider | undefined;
  changed(payment: Payment): void;
};

const leaseMs = 60_000;
/** Steps of one visit; whoever needs more is visited again. */
const maxSteps = 12;

/**
 * Takes a payment as far as it goes now. What is asked of a provider is committed first; what became of it is read, never guessed, so that
 * it does not matter where an earlier visit died. False: somebody else is at it.
 */
export async function drivePayment(
  needs: DriveNeeds,
  id: string,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<boolean> {
  const { pool, clock } = needs;
  const lease = { id, lease: randomUUID() };
  const now = clock.now();
  if (!(await leasePayment(pool, { ...lease, now, until: new Date(now.getTime() + leaseMs) }))) return false;
  try {
    await visit(needs, id, isNew);
  } finally {
    await releasePayment(pool, lease);
  }
  return true;
}

async function visit(needs: DriveNeeds, id: string, isNew: boolean): Promise<void> {
  const { pool, clock, log } = needs;
  const asked = new Set<string>();
  for (let step = 0; step < maxSteps; step += 1) {
    const book = await readBook(pool, id);
    if (book === undefined) return;
    const provider = needs.provider(book.payment.provider);
    if (provider === undefined) {
      log.error({ payment: id, provider: book.payment.provider }, 'the provider of a payment is not set up');
      return later(needs, book);
    }
    // Nobody else knows of a payment that was begun a moment ago: the first request may go out unread.
    const isFirst = isNew && step === 0;
    const seen = isFirst ? { book, news: [], ended: null, isRefundPending: false } : await look(needs, book, provider);
    if (seen === undefined) return later(needs, book);
    const { isRefundPending } = seen;
    const next = nextStep(seen.book, { now: clock.now(), capabilities: provider.capabilities, isRefundPending });
    if (next.kind === 'give-up') {
      await keep(needs, book, { ...seen, ...givenUp(seen.book, clock.now()) });
      continue;
    }
    if (next.kind === 'wait') return void (await keep(needs, book, seen, { nextLookAt: next.until }));
    const operation = next.kind === 'ask' ? newOperation(seen.book.payment.id, next.operation, clock.now()) : null;
    const wanted = operation ?? seen.book.operation;
    if (wanted === null || asked.has(wanted.id)) return later(needs, await keep(needs, book, seen));
    asked.add(wanted.id);
    const kept = await keep(needs, book, operation === null ? seen : withOperation(seen, operation));
    const answer = await askProvider(provider, kept.payment, wanted);
    if (answer.result === 'refused') await refused(needs, kept, wanted, answer.why);
    else if (answer.result === 'unknown') {
      log.warn({ payment: id, operation: wanted.kind, reason: answer.why }, 'nobody knows what became of a request');
      return later(needs, kept);
    }
  }
  const book = await readBook(pool, id);
  if (book !== undefined) await later(needs, book);
}

type Seen = {
  book: PaymentBook;
  news: readonly Movement[];
  ended: PaymentOperation | null;
  isRefundPending: boolean;
};

async function look(
  { clock, log }: DriveNeeds,
  book: PaymentBook,
  provider: PaymentProvider,
): Promise<Seen | undefined> {
  const { payment, operation } = book;
  try {
    const reading = await provider.read(refOf(payment));
    // What a provider has known it does not forget: this answer says nothing.
    if (reading.status === 'absent' && payment.status !== 'absent') return undefined;
    const isRefundPending = reading.refunds.some(
      (refund) => refund.operationId === operation?.id && refund.status === 'pending',
    );
    return { ...absorbReading(book, reading, clock.now()), isRefundPending };
  } catch (error) {
    willRetry(log, 'read a payment', error, { payment: payment.id });
    return undefined;
  }
}

export function refOf({ id, reference, createdAt }: Payment): PaymentRef {
  return { id, reference, begunAt: createdAt };
}

function newOperation(
  paymentId: string,
  { kind, amount, movementId }: Pick<PaymentOperation, 'kind' | 'amount' | 'movementId'>,
  now: Date,
): PaymentOperation {
  return {
    id: uuidv7(now),
    paymentId,
    kind,
    amount,
    movementId,
    state: 'asked',
    why: null,
    askedAt: now,
    endedAt: null,
  };
}

function withOperation(seen: Seen, operation: PaymentOperation): Seen {
  const { payment: before } = seen.book;
  const isExpiry = operation.kind === 'cancel' && before.target === null;
  const decided = isExpiry ? { ...before, target: 0n, trouble: 'expired' } : before;
  const payment = withAmounts({ ...seen.book, payment: decided, operation });
  return { ...seen, book: { ...seen.book, operation, payment } };
}

/** The payer's time is over before the provider has heard of it. Should the request arrive after all, it is cancelled then. */
function givenUp(book: PaymentBook, now: Date): Pick<Seen, 'book' | 'ended'> {
  const ended = book.operation && { ...book.operation, state: 'moot' as const, endedAt: now };
  const { trouble, target } = book.payment;
  const changed = { ...book.payment, target: 0n, trouble: trouble ?? (target === 0n ? 'canceled' : 'expired') };
  return {
    ended,
    book: { ...book, operation: null, payment: withAmounts({ ...book, payment: changed, operation: null }) },
  };
}

async function askProvider(provider: PaymentProvider, payment: Payment, operation: PaymentOperation): Promise<Answer> {
  const { id: operationId, kind, amount, movementId } = operation;
  const ref = refOf(payment);
  try {
    switch (kind) {
      case 'begin':
        return await provider.begin({ ...payment, ...ref, amount });
      case 'capture':
        return await provider.capture(ref, { operationId, amount });
      case 'increase':
        return await provider.increase(ref, { operationId, amount });
      case 'cancel':
        return await provider.cancel(ref, { operationId, amount });
      case 'refund':
        return await provider.refund(ref, { operationId, amount, movementId: movementId ?? '' });
    }
  } catch (error) {
    return { result: 'unknown', why: asError(error).message };
  }
}

async function refused(needs: DriveNeeds, book: PaymentBook, operation: PaymentOperation, why: string): Promise<void> {
  const now = needs.clock.now();
  const ended: PaymentOperation = { ...operation, state: 'refused', why, endedAt: now };
  const trouble = operation.kind === 'begin' ? why : book.payment.trouble;
  const payment = withAmounts({ ...book, operation: null, payment: { ...book.payment, trouble } });
  const refusals = { ...book.refusals, [operation.kind]: book.refusals[operation.kind] + 1 };
  needs.log.warn({ payment: payment.id, operation: operation.kind, reason: why }, 'a provider refused a request');
  await keep(needs, book, {
    book: { ...book, operation: null, payment, refusals },
    ended,
    news: [],
  });
}

/** Commits what has changed, with what follows for the money ledger; what has not is not written. */
async function keep(
  needs: DriveNeeds,
  before: PaymentBook,
  { book, news, ended }: Omit<Seen, 'isRefundPending'>,
  schedule?: { nextLookAt: Date | null },
): Promise<PaymentBook> {
  const { pool, ledger, clock } = needs;
  const now = clock.now();
  const { nextLookAt } = schedule ?? { nextLookAt: now }; // whoever comes after us, should we die, need not wait
  const isNewOperation = book.operation !== null && book.operation.id !== before.operation?.id;
  const operations = [ended, isNewOperation ? book.operation : null].filter((each) => each !== null);
  const isSame = isAlike(before.payment, book.payment) && news.length === 0 && operations.length === 0;
  if (isSame) {
    const { id, version } = before.payment;
    // Time alone opens some items.
    const items = itemsOf(book, now);
    const events = await itemEvents(pool, items, now);
    if (events.length > 0)
      await ledger.commit({ events, writes: [write(paymentItems, { paymentId: id, items, at: now })] });
    await scheduleLook(pool, { id, version, at: nextLookAt, attempts: 0 });
    return book;
  }
  const hasEnded = endedStates.includes(book.payment.state);
  const payment: Payment = {
    ...book.payment,
    version: before.payment.version + 1,
    nextLookAt,
    attempts: 0,
    changedAt: now,
    settledAt: hasEnded ? (book.payment.settledAt ?? now) : null,
  };
  const changed = { ...book, payment };
  const { id: paymentId, provider, currency } = payment;
  const items = itemsOf(changed, now);
  await ledger.commit({
    events: [paymentEvent(before.payment, payment, now), ...(await itemEvents(pool, items, now))],
    writes: [
      write(moneyPayments, payment),
      ...operations.map((operation) => write(moneyOperations, operation)),
      ...news.map((movement) => write(moneyMovements, { ...movement, provider, paymentId, currency, bookedAt: now })),
      ...postMoney(bookPayment(before.payment, payment, { news, at: now })),
      write(paymentItems, { paymentId, items, at: now }),
    ],
  });
  needs.changed(payment);
  return changed;
}

const moving: readonly (keyof Payment)[] = ['version', 'nextLookAt', 'attempts', 'changedAt', 'settledAt'];

function isAlike(one: Payment, other: Payment): boolean {
  return Object.entries(other).every(([name, value]) => {
    if (moving.includes(name as keyof Payment)) return true;
    const known: unknown = one[name as keyof Payment];
    return isDeepStrictEqual(value, known); // the database keeps the fields of an object in an order of its own
  });
}

/** Its turn comes again: soon at first, then less often. */
async function later({ pool, clock }: DriveNeeds, { payment, operation }: PaymentBook): Promise<void> {
  const now = clock.now();
  const { id, version, attempts } = payment;
  const at = new Date(now.getTime() + backoff(now, operation?.askedAt ?? payment.changedAt));
  await scheduleLook(pool, { id, version, at, attempts: attempts + 1 });
}
