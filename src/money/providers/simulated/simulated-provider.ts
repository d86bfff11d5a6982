import { randomUUID } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import type { Answer, Capabilities, Movement, PaymentProvider, Reading, StatementLine } from '../payment-provider.ts';
import { bank, type Change, type SimulatedPayment, type SimulatedStore } from './simulated-bank.ts';

/**
 * What befalls a request. `lose-request`: it never arrives. `lose-answer`: it is done, and nobody hears so. `late`: it arrives after
 * others that were sent later. `refuse`: the provider says no. `pend`: a refund is done later.
 */
export const simulatedFaults = ['lose-request', 'lose-answer', 'late', 'refuse', 'pend'] as const;
export type SimulatedFault = (typeof simulatedFaults)[number];

export type SimulatedProvider = PaymentProvider & {
  /** What the payer and the bank do. False: there is nothing to do it with. */
  pay(paymentId: string): Promise<boolean>;
  refusePayer(paymentId: string): Promise<boolean>;
  clawBack(paymentId: string, amount: bigint): Promise<boolean>;
  endRefund(paymentId: string, end: { operationId: string; isDone: boolean }): Promise<boolean>;
  /** Requests that were late arrive. */
  deliverLate(): Promise<void>;
};

export function isSimulated(provider: PaymentProvider): provider is SimulatedProvider {
  return 'refusePayer' in provider;
}

type Given = {
  name?: string;
  store: SimulatedStore;
  clock: Clock;
  /** Like a card: the amount is held first. Else it is paid at once. */
  isHold?: boolean;
  /** Asked for each request. */
  fault?: () => SimulatedFault | null;
};

/** Takes money from nobody: for trials, demos and tests. It keeps its own books, and is faulty on request. */
export function simulatedProvider({
  name = 'simulated',
  store,
  clock,
  isHold = false,
  fault = () => null,
}: Given): SimulatedProvider {
  const late: (() => Promise<unknown>)[] = [];
  const capabilities: Capabilities = {
    hold: isHold,
    increase: isHold,
    partialCapture: isHold,
    refundDays: 90,
    refundsAreAsync: true,
    currencies: 'all',
    isTrial: true,
  };

  async function request(id: string, change: (isPending: boolean) => Change<Answer>): Promise<Answer> {
    const befalls = fault();
    if (befalls === 'refuse') return { result: 'refused', why: 'refused on request' };
    if (befalls === 'lose-request') return { result: 'unknown', why: 'the request was lost' };
    if (befalls === 'late') {
      late.push(() => store.change(id, change(false)));
      return { result: 'unknown', why: 'nobody answered in time' };
    }
    const answer = await store.change(id, change(befalls === 'pend'));
    return befalls === 'lose-answer' ? { result: 'unknown', why: 'the answer was lost' } : answer;
  }

  const at = () => clock.now();
  return {
    name,
    method: isHold ? 'card' : 'pix',
    capabilities,
    begin: (intent) => request(intent.id, () => bank.begin(intent)),
    capture: ({ id }, order) => request(id, () => bank.capture({ ...order, at: at() })),
    increase: ({ id }, order) => request(id, () => bank.increase({ ...order, at: at() })),
    cancel: ({ id }) => request(id, () => bank.cancel()),
    refund: ({ id }, order) => request(id, (isLater) => bank.refund({ ...order, at: at(), isLater })),
    async read({ id }) {
      const befalls = fault();
      if (befalls === 'lose-request' || befalls === 'lose-answer') throw new Error('the answer was lost');
      return readingOf(await store.change(id, bank.look()));
    },
    async *list({ from, to }) {
      for (const payment of await store.list({ from, to }))
        for (const movement of movementsOf(payment))
          if (movement.at >= from && movement.at < to)
            yield {
              ...movement,
              paymentId: payment.id,
              reference: payment.id,
              currency: payment.currency,
            } satisfies StatementLine;
    },
    parseEvent: ({ body }) => Promise.resolve(heardIn(body)),
    pay: (id) => store.change(id, bank.pay({ id: randomUUID(), at: at(), isHold })),
    refusePayer: (id) => store.change(id, bank.refuse('the payer was refused')),
    async clawBack(id, amount) {
      const payment = await store.change(id, bank.look());
      const paid = payment?.movements.find(({ kind }) => kind === 'in');
      if (paid === undefined) return false;
      return store.change(id, bank.clawBack({ id: randomUUID(), movementId: paid.id, amount, at: at() }));
    },
    endRefund: (id, end) => store.change(id, bank.endRefund({ ...end, at: at() })),
    async deliverLate() {
      for (const deliver of late.splice(0)) await deliver();
    },
  };
}

function readingOf(payment: SimulatedPayment | undefined): Reading {
  if (payment === undefined)
    return {
      status: 'absent',
      reference: null,
      authorized: 0n,
      movements: [],
      refunds: [],
      action: null,
      holdUntil: null,
      why: null,
    };
  const { id, status, authorized, refunds, why } = payment;
  return {
    status,
    reference: id,
    authorized: BigInt(authorized),
    movements: movementsOf(payment),
    refunds: refunds.map(({ operationId, status: state }) => ({
      operationId,
      status: state,
      why: state === 'refused' ? 'refused' : null,
    })),
    action: status === 'open' ? { kind: 'code', format: 'simulated', text: `SIMULATED:${id}` } : null,
    holdUntil: null,
    why,
  };
}

function movementsOf({ movements }: SimulatedPayment): Movement[] {
  return movements.map(({ amount, at, ...movement }) => ({ ...movement, amount: BigInt(amount), at: new Date(at) }));
}

function heardIn(body: Buffer): { id: string; reference: null }[] | undefined {
  try {
    const { paymentId } = JSON.parse(body.toString()) as { paymentId?: unknown };
    return typeof paymentId === 'string' ? [{ id: paymentId, reference: null }] : undefined;
  } catch {
    return undefined;
  }
}
