import type { Movement, Reading } from '../providers/payment-provider.ts';
import type { Payment, PaymentOperation, PaymentState } from './payment.ts';

/** All that we know of a payment. */
export type PaymentBook = {
  payment: Payment;
  /** What was asked and is not known to have ended; there is one at a time. */
  operation: PaymentOperation | null;
  movements: readonly Movement[];
  /** How often the provider said no, by what was asked. */
  refusals: Readonly<Record<PaymentOperation['kind'], number>>;
};

export type Absorbed = {
  book: PaymentBook;
  /** Movements that we did not know of. */
  news: readonly Movement[];
  /** The operation, where it has ended by now. */
  ended: PaymentOperation | null;
};

/** What we know once the provider has been read. It converges: the same reading a second time changes nothing. */
export function absorbReading(book: PaymentBook, reading: Reading, now: Date): Absorbed {
  const known = new Set(book.movements.map(({ id }) => id));
  const news = reading.movements.filter(({ id }) => !known.has(id));
  const movements = [...book.movements, ...news];
  const operation = book.operation && whatBecameOf(book.operation, reading, now);
  const ended = operation !== null && operation.state !== 'asked' ? operation : null;
  const open = ended === null ? operation : null;
  const refusals =
    ended?.state === 'refused' ? { ...book.refusals, [ended.kind]: book.refusals[ended.kind] + 1 } : book.refusals;
  const seen: Payment = {
    ...book.payment,
    status: reading.status,
    reference: reading.reference ?? book.payment.reference,
    action: reading.status === 'open' ? (reading.action ?? book.payment.action) : null,
    authorized: reading.status === 'held' || reading.status === 'taken' ? reading.authorized : book.payment.authorized,
    holdUntil: reading.holdUntil ?? book.payment.holdUntil,
    instrument: reading.status === 'absent' ? book.payment.instrument : null,
    trouble: reading.why ?? book.payment.trouble,
  };
  const payment = withAmounts({ ...book, payment: seen, movements, operation: open });
  return { book: { payment, operation: open, movements, refusals }, news, ended };
}

/** The same after something was decided, such as what is to be kept. */
export function withAmounts({ payment, movements, operation }: Omit<PaymentBook, 'refusals'>): Payment {
  const sum = (kind: Movement['kind']) =>
    movements.reduce((total, each) => (each.kind === kind ? total + each.amount : total), 0n);
  const [received, refunded, clawedBack, fees] = [sum('in'), sum('refund'), sum('claw-back'), sum('fee')];
  const givenBack = refunded + (operation?.kind === 'refund' ? operation.amount : 0n);
  const target = finalTarget(payment);
  const allocated = target === null ? 0n : min(target, payment.consent, max(0n, received - givenBack));
  const excess = target === null ? received - payment.consent : received - allocated - clawedBack;
  const amounts = { received, refunded, clawedBack, fees, allocated, refundOwed: max(givenBack, excess) };
  const changed = { ...payment, ...amounts };
  return { ...changed, state: stateOf(changed, operation) };
}

/** What did not come about keeps nothing. */
export function finalTarget({ target, status }: Pick<Payment, 'target' | 'status'>): bigint | null {
  if (target !== null) return target;
  return status === 'failed' || status === 'canceled' || status === 'expired' ? 0n : null;
}

/** Of what was clawed back: what had already been kept for a debt, and is now nobody's. */
export function disputedAmount({ received, allocated, refundOwed, clawedBack }: Payment): bigint {
  return max(0n, clawedBack - max(0n, received - allocated - refundOwed));
}

function stateOf(payment: Payment, operation: PaymentOperation | null): PaymentState {
  const { status, received, refunded, refundOwed, authorized } = payment;
  if (disputedAmount(payment) > 0n) return 'disputed';
  if (received > 0n) {
    if (refundOwed > refunded) return 'refunding';
    if (finalTarget(payment) !== null) return 'settled';
    return authorized > 0n ? 'captured' : 'paid';
  }
  switch (status) {
    case 'absent':
      return payment.trouble === null ? 'created' : endOf(payment.trouble, 'failed');
    case 'open':
    case 'taken':
      return 'pending';
    case 'held':
      return operation?.kind === 'capture' ? 'capturing' : 'held';
    case 'failed':
      return 'failed';
    case 'canceled':
      return endOf(payment.trouble, 'canceled');
    case 'expired':
      return endOf(payment.trouble, 'expired');
  }
}

function endOf(trouble: string | null, otherwise: PaymentState): PaymentState {
  return trouble === 'expired' || trouble === 'canceled' ? trouble : otherwise;
}

/** What the provider shows decides, never what we hope. */
function whatBecameOf(operation: PaymentOperation, reading: Reading, now: Date): PaymentOperation {
  const end = (state: PaymentOperation['state'], why: string | null = null): PaymentOperation => ({
    ...operation,
    state,
    why,
    endedAt: now,
  });
  const isOver = ['failed', 'canceled', 'expired'].includes(reading.status);
  switch (operation.kind) {
    case 'begin':
      return reading.status === 'absent' ? operation : end('done');
    case 'capture':
      if (reading.status === 'taken') return end('done');
      return isOver ? end('refused', reading.why ?? reading.status) : operation;
    case 'increase':
      if (reading.authorized >= operation.amount) return end('done');
      return reading.status === 'held' ? operation : end('moot');
    case 'cancel':
      if (isOver) return end('done');
      return reading.status === 'taken' ? end('moot', 'it was paid before') : operation;
    case 'refund': {
      const refund = reading.refunds.find(({ operationId }) => operationId === operation.id);
      if (refund?.status === 'done') return end('done');
      return refund?.status === 'refused' ? end('refused', refund.why) : operation;
    }
  }
}

export function min(...amounts: bigint[]): bigint {
  return amounts.reduce((one, other) => (other < one ? other : one));
}

export function max(...amounts: bigint[]): bigint {
  return amounts.reduce((one, other) => (other > one ? other : one));
}
