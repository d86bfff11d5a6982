import { z } from 'zod';
import { currency } from '../billing/money.ts';
import { time } from '../common.ts';

/** Decimal text in whole minor units of the currency: "12.34"; below zero with a sign. */
const amount = z.string();

export const paymentState = z.enum([
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
]);

export const moneyPayment = z.object({
  id: z.uuid(),
  state: paymentState.describe(
    'created: not asked for yet; pending: waits for its payer; held: reserved on a card; paid: all of it, before the charge; settled: done',
  ),
  purpose: z.string().describe('charging, order, invoice or top-up'),
  subject: z.string().describe('What is paid'),
  provider: z.string(),
  method: z.string(),
  currency,
  consent: amount.describe('What the payer agreed to: no more is ever kept'),
  authorized: amount.describe('What is or was held'),
  received: amount,
  target: amount.nullable().describe('What is to be kept in the end; null: not known yet'),
  allocated: amount.describe('What pays a debt'),
  refundOwed: amount,
  refunded: amount,
  clawedBack: amount.describe('What the provider took back, unasked'),
  fees: amount,
  receivable: z.string().nullable().describe('Whose debt it pays'),
  trouble: z.string().nullable(),
  reference: z.string().nullable().describe('As the provider names it'),
  createdAt: time,
  changedAt: time,
  expiresAt: time.describe('How long the payer has'),
  settledAt: time.nullable(),
});
export type MoneyPayment = z.infer<typeof moneyPayment>;

export const openItem = z.object({
  id: z.uuid(),
  kind: z.string(),
  paymentId: z.uuid().nullable(),
  provider: z.string().nullable(),
  movementId: z.string().nullable().describe("The provider's id of the movement"),
  currency,
  amount,
  details: z.string(),
  openedAt: time,
  closedAt: time.nullable(),
  closedBy: z.string().nullable().describe('Null where it is open, or was over by itself'),
  resolution: z.string().nullable(),
});

export const moneyPaymentDetails = moneyPayment.extend({
  operations: z.array(
    z.object({
      id: z.uuid(),
      kind: z.string().describe('begin, capture, increase, cancel or refund'),
      amount,
      state: z.string().describe('asked, done, refused, or moot where it had become pointless'),
      why: z.string().nullable(),
      askedAt: time,
      endedAt: time.nullable(),
    }),
  ),
  movements: z.array(
    z.object({ id: z.string(), kind: z.string().describe('in, refund, claw-back or fee'), amount, at: time }),
  ),
  openItems: z.array(openItem),
});

export const paymentQuery = z.object({
  state: paymentState.optional(),
  subject: z.string().max(200).optional(),
  after: z.uuid().optional().describe('The last one of the page before'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export const moneyPaymentList = z.object({ payments: z.array(moneyPayment) });

export const newRefund = z.object({
  amount: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,4})?$/, 'must be an amount such as "12.34", without sign')
    .describe('What goes back to the payer; never more than is kept'),
  reason: z.string().min(3).max(200),
});

export const openItemList = z.object({ items: z.array(openItem) });
export const closeItem = z.object({ resolution: z.string().min(3).max(500).describe('What was done about it') });

/** What the payer has to do, for whoever hands it to them. */
export const begunPayment = moneyPayment.extend({
  action: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('code'), format: z.string(), text: z.string() }),
      z.object({ kind: z.literal('redirect'), url: z.string() }),
      z.object({ kind: z.literal('client-secret'), secret: z.string(), publishableKey: z.string() }),
    ])
    .nullable()
    .describe('A code to scan or to copy (Pix), or the page of the provider to open (cards)'),
});
const providerName = z.string().min(1).max(50).describe('As listed at /api/money/providers');
export const invoicePaymentRequest = z.object({ provider: providerName });
export const topUpRequest = z.object({
  provider: providerName,
  amount: z.string().regex(/^\d{1,9}(\.\d{1,4})?$/, 'must be an amount such as "50.00", without sign'),
  currency,
});

export const balanceList = z.object({
  balances: z.array(
    z.object({
      account: z.string(),
      party: z.string().describe('Whose; empty: ours'),
      currency,
      amount: amount.describe('Above zero: others owe us, or we have it. Below: we owe it, or have earned it'),
    }),
  ),
});

export const moneyTransactionList = z.object({
  transactions: z.array(
    z.object({
      id: z.uuid(),
      kind: z.string(),
      currency,
      cites: z.object({ kind: z.string(), id: z.string() }).describe('What it rests upon'),
      at: time,
      postings: z.array(z.object({ account: z.string(), party: z.string(), amount })),
    }),
  ),
});
export const transactionQuery = z.object({
  party: z.string().max(200).optional(),
  citesId: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});

export const reconciliation = z.object({
  provider: z.string(),
  day: z.string().describe('In UTC'),
  lines: z.int().describe('Of the statement'),
  matched: z.int(),
  differences: z.int(),
  ours: z.record(z.string(), amount).describe('What came in less what went out in our books, by currency'),
  theirs: z.record(z.string(), amount),
  checkedAt: time,
});
export const reconciliationList = z.object({ reconciliations: z.array(reconciliation) });
export const reconcileDay = z.object({
  provider: z.string().max(50),
  day: z.iso.date().describe('A day in UTC, such as 2026-11-18'),
});

export const providerList = z.object({
  providers: z.array(
    z.object({
      name: z.string(),
      method: z.string(),
      isTrial: z.boolean().describe('It takes no money'),
      holds: z.boolean().describe('An amount is held first; else it is paid first, and the rest goes back'),
    }),
  ),
});

export const simulatedStep = z.object({
  step: z.enum(['pay', 'refuse', 'claw-back']).describe('What the payer or the bank does'),
});
