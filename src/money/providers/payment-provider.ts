/** What a provider can do, and what it cannot. Amounts everywhere are whole minor units. */
export type Capabilities = {
  /** An amount is held first and taken later; without it the payer pays at once, and the rest is given back. */
  hold: boolean;
  /** A hold may be raised. */
  increase: boolean;
  /** Less than what is held may be taken. */
  partialCapture: boolean;
  /** For how many days a payment can be given back. */
  refundDays: number;
  /** A refund is accepted first and done later, or not. */
  refundsAreAsync: boolean;
  currencies: readonly string[] | 'all';
  /** No money moves. */
  isTrial: boolean;
};

/** How the payer pays. */
export type PayerAction =
  /** A text to be scanned, or copied into the payer's app. */
  | { kind: 'code'; format: 'br-code' | 'simulated'; text: string }
  | { kind: 'redirect'; url: string }
  /** For the provider's own form in the browser. */
  | { kind: 'client-secret'; secret: string; publishableKey: string };

/** Which payment is meant. `id` is ours and known to the provider since it was begun; `reference` is the provider's, once it has answered. */
export type PaymentRef = { id: string; reference: string | null; begunAt: Date };

export type Intent = PaymentRef & {
  currency: string;
  amount: bigint;
  description: string;
  expiresAt: Date;
  returnUrl: string | null;
  /** A token for the means of payment; null: the payer chooses it by themselves. */
  instrument: string | null;
};

export type Operation = { operationId: string; amount: bigint };

/** `unknown`: nobody heard what became of it; it is read before anything is asked again. */
export type Answer = { result: 'done' | 'pending' } | { result: 'refused' | 'unknown'; why: string };

/** Money that moved. Its id is the provider's and names it for ever. */
export type Movement = {
  id: string;
  kind: 'in' | 'refund' | 'claw-back' | 'fee';
  amount: bigint;
  at: Date;
  /** The operation of ours that moved it. */
  operationId: string | null;
  /** Of a refund or claw-back: the payment that it gives back. */
  of: string | null;
};

/** A payment as its provider sees it now. `absent`: it has never heard of it. */
export type Reading = {
  status: 'absent' | 'open' | 'held' | 'taken' | 'failed' | 'canceled' | 'expired';
  reference: string | null;
  authorized: bigint;
  movements: readonly Movement[];
  /** Refunds that were asked for, by our operation. */
  refunds: readonly { operationId: string; status: 'pending' | 'done' | 'refused'; why: string | null }[];
  action: PayerAction | null;
  holdUntil: Date | null;
  why: string | null;
};

/** A movement as the provider's statement lists it, with the payment that it belongs to as far as the provider knows. */
export type StatementLine = Movement & { paymentId: string | null; reference: string | null; currency: string };

/** Which payments an event speaks of. It proves nothing else: what is true is read. */
export type HeardOf = { id: string | null; reference: string | null };

export type RawEvent = {
  body: Buffer;
  header(name: string): string | undefined;
  /** What stands behind the provider's name in the address. */
  path: string;
};

/** Whoever moves the money. No card number ever comes here. */
export type PaymentProvider = {
  name: string;
  /** How payers know it: `pix`, `card`. */
  method: string;
  capabilities: Capabilities;
  begin(intent: Intent): Promise<Answer>;
  capture(ref: PaymentRef, operation: Operation): Promise<Answer>;
  /** To `amount` in all. */
  increase(ref: PaymentRef, operation: Operation): Promise<Answer>;
  cancel(ref: PaymentRef, operation: Operation): Promise<Answer>;
  refund(ref: PaymentRef, operation: Operation & { movementId: string }): Promise<Answer>;
  /** Throws when it cannot be known now. */
  read(ref: PaymentRef): Promise<Reading>;
  /** What moved from one moment (inclusive) to another (exclusive). */
  list(period: { from: Date; to: Date }): AsyncIterable<StatementLine>;
  /** Undefined: not from the provider, or nothing that can be read. */
  parseEvent(event: RawEvent, now: Date): Promise<readonly HeardOf[] | undefined>;
  close?(): Promise<void>;
};

/** Providers name a payment by its id without dashes: 32 letters and digits. */
export function compactId(id: string): string {
  return id.replaceAll('-', '');
}

export function idOfCompact(compact: string): string | null {
  const match = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(compact);
  return match === null ? null : match.slice(1).join('-');
}
