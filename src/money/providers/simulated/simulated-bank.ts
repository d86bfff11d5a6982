import type { Answer, Movement, Reading } from '../payment-provider.ts';

/** A payment as the simulated bank keeps it. Amounts as text, since it is stored as JSON. */
export type SimulatedPayment = {
  id: string;
  currency: string;
  amount: string;
  status: Exclude<Reading['status'], 'absent'>;
  authorized: string;
  movements: (Omit<Movement, 'amount' | 'at'> & { amount: string; at: string })[];
  refunds: { operationId: string; movementId: string; amount: string; status: 'pending' | 'done' | 'refused' }[];
  why: string | null;
};

export type Change<Result> = (payment: SimulatedPayment | undefined) => {
  payment: SimulatedPayment | undefined;
  result: Result;
};

/** Where the bank keeps its own truth: in a table, so that it outlives us, or in the memory of a test. */
export type SimulatedStore = {
  /** Reads and writes in one step. */
  change<Result>(id: string, change: Change<Result>): Promise<Result>;
  list(period: { from: Date; to: Date }): Promise<SimulatedPayment[]>;
};

const done = { result: 'done' } as const;

function no(why: string): Answer {
  return { result: 'refused', why };
}

type Order = { operationId: string; amount: bigint; at: Date };

/** What the bank does with a request. Each may come any number of times, and is done once. */
export const bank = {
  begin:
    ({ id, currency, amount }: { id: string; currency: string; amount: bigint }): Change<Answer> =>
    (payment) => ({
      payment: payment ?? {
        id,
        currency,
        amount: String(amount),
        status: 'open',
        authorized: '0',
        movements: [],
        refunds: [],
        why: null,
      },
      result: done,
    }),
  capture:
    ({ operationId, amount, at }: Order): Change<Answer> =>
    (payment) => {
      if (payment?.movements.some((each) => each.operationId === operationId)) return { payment, result: done };
      if (payment?.status !== 'held') return { payment, result: no('nothing is held') };
      if (amount > BigInt(payment.authorized)) return { payment, result: no('more than is held') };
      const movement = { id: `in-${operationId}`, kind: 'in' as const, operationId, of: null };
      const moved = { ...movement, amount: String(amount), at: at.toISOString() };
      return { payment: { ...payment, status: 'taken', movements: [...payment.movements, moved] }, result: done };
    },
  increase:
    ({ amount }: Order): Change<Answer> =>
    (payment) => {
      if (payment?.status !== 'held') return { payment, result: no('nothing is held') };
      const authorized = amount > BigInt(payment.authorized) ? amount : BigInt(payment.authorized);
      return { payment: { ...payment, authorized: String(authorized) }, result: done };
    },
  cancel: (): Change<Answer> => (payment) => {
    if (payment?.status === 'canceled') return { payment, result: done };
    if (payment?.status !== 'open' && payment?.status !== 'held') return { payment, result: no('it is over') };
    return { payment: { ...payment, status: 'canceled', authorized: '0' }, result: done };
  },
  refund:
    ({
      operationId,
      amount,
      at,
      movementId,
      isLater,
    }: Order & { movementId: string; isLater: boolean }): Change<Answer> =>
    (payment) => {
      if (payment === undefined) return { payment, result: no('there is no such payment') };
      if (payment.refunds.some((each) => each.operationId === operationId)) return { payment, result: done };
      if (amount > leftOf(payment, movementId)) return { payment, result: no('more than is left') };
      const refund = { operationId, movementId, amount: String(amount), status: 'pending' as const };
      const asked = { ...payment, refunds: [...payment.refunds, refund] };
      if (isLater) return { payment: asked, result: { result: 'pending' } };
      return { payment: refundEnded(asked, { operationId, isDone: true, at }), result: done };
    },
  /** The payer pays, now or long after. Whoever pays an amount that is only held has not paid yet. */
  pay:
    ({ id, at, isHold }: { id: string; at: Date; isHold: boolean }): Change<boolean> =>
    (payment) => {
      if (payment === undefined) return { payment, result: false };
      if (isHold)
        return payment.status === 'open'
          ? { payment: { ...payment, status: 'held', authorized: payment.amount }, result: true }
          : { payment, result: false };
      const movement = {
        id,
        kind: 'in' as const,
        amount: payment.amount,
        at: at.toISOString(),
        operationId: null,
        of: null,
      };
      return { payment: { ...payment, status: 'taken', movements: [...payment.movements, movement] }, result: true };
    },
  refuse:
    (why: string): Change<boolean> =>
    (payment) =>
      payment?.status === 'open'
        ? { payment: { ...payment, status: 'failed', why }, result: true }
        : { payment, result: false },
  endRefund:
    (end: { operationId: string; isDone: boolean; at: Date }): Change<boolean> =>
    (payment) =>
      payment === undefined ? { payment, result: false } : { payment: refundEnded(payment, end), result: true },
  /** The money goes back to the payer although nobody of ours has asked for it. */
  clawBack:
    ({ id, movementId, amount, at }: { id: string; movementId: string; amount: bigint; at: Date }): Change<boolean> =>
    (payment) => {
      if (payment === undefined || amount > leftOf(payment, movementId)) return { payment, result: false };
      const movement = {
        id,
        kind: 'claw-back' as const,
        amount: String(amount),
        at: at.toISOString(),
        operationId: null,
      };
      return {
        payment: { ...payment, movements: [...payment.movements, { ...movement, of: movementId }] },
        result: true,
      };
    },
  look: (): Change<SimulatedPayment | undefined> => (payment) => ({ payment, result: payment }),
};

function refundEnded(
  payment: SimulatedPayment,
  { operationId, isDone, at }: { operationId: string; isDone: boolean; at: Date },
): SimulatedPayment {
  const refund = payment.refunds.find((each) => each.operationId === operationId);
  if (refund?.status !== 'pending') return payment;
  const refunds = payment.refunds.map((each) =>
    each === refund ? { ...each, status: isDone ? ('done' as const) : ('refused' as const) } : each,
  );
  const { movementId: of, amount } = refund;
  const movement = {
    id: `refund-${operationId}`,
    kind: 'refund' as const,
    amount,
    at: at.toISOString(),
    operationId,
    of,
  };
  return { ...payment, refunds, movements: isDone ? [...payment.movements, movement] : payment.movements };
}

function leftOf({ movements, refunds }: SimulatedPayment, movementId: string): bigint {
  const sum = (amounts: string[]) => amounts.reduce((total, amount) => total + BigInt(amount), 0n);
  const paid = movements.filter(({ id, kind }) => id === movementId && kind === 'in').map(({ amount }) => amount);
  const clawed = movements
    .filter(({ of, kind }) => of === movementId && kind === 'claw-back')
    .map(({ amount }) => amount);
  const back = refunds
    .filter((each) => each.movementId === movementId && each.status !== 'refused')
    .map(({ amount }) => amount);
  return sum(paid) - sum(clawed) - sum(back);
}
