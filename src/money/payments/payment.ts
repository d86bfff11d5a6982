import type { PayerAction, Reading } from '../providers/payment-provider.ts';

export const paymentStates = [
  'created',
  'pending',
  'held',
  'paid',
  'capturing',
  'captured',
  'refunding',
  'settled',
  'failed',
  'expired',
  'canceled',
  'disputed',
] as const;
export type PaymentState = (typeof paymentStates)[number];

export const paymentPurposes = ['charging', 'order', 'invoice', 'top-up'] as const;
export type PaymentPurpose = (typeof paymentPurposes)[number];

/** Whole minor units. `target`: what is to be kept in the end; null while that is not known. */
export type PaymentAmounts = {
  consent: bigint;
  authorized: bigint;
  received: bigint;
  refunded: bigint;
  refundOwed: bigint;
  clawedBack: bigint;
  /** Of what was received: what pays a debt. */
  allocated: bigint;
  fees: bigint;
  target: bigint | null;
};

export type Payment = PaymentAmounts & {
  id: string;
  /** Of whoever began it: begun again under the same key it is the same payment. */
  key: string;
  purpose: PaymentPurpose;
  /** What is paid: a session, an order, an invoice. */
  subject: string;
  provider: string;
  method: string;
  payer: string | null;
  currency: string;
  description: string;
  returnUrl: string | null;
  instrument: string | null;
  state: PaymentState;
  status: Reading['status'];
  version: number;
  reference: string | null;
  action: PayerAction | null;
  /** Whose debt is paid with it: an account's party, such as `session:…` or `driver:…`. */
  receivable: string | null;
  citesKind: string | null;
  citesId: string | null;
  trouble: string | null;
  holdUntil: Date | null;
  expiresAt: Date;
  nextLookAt: Date | null;
  attempts: number;
  createdAt: Date;
  changedAt: Date;
  settledAt: Date | null;
};

export type OperationKind = 'begin' | 'capture' | 'increase' | 'cancel' | 'refund';

export type PaymentOperation = {
  id: string;
  paymentId: string;
  kind: OperationKind;
  amount: bigint;
  movementId: string | null;
  state: 'asked' | 'done' | 'refused' | 'moot';
  why: string | null;
  askedAt: Date;
  endedAt: Date | null;
};

/** Nothing more is expected of it. Money may still come late, or be taken back. */
export const endedStates: readonly PaymentState[] = ['settled', 'failed', 'expired', 'canceled', 'disputed'];
