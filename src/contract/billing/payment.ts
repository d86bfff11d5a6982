import { z } from 'zod';
import { time } from '../common.ts';

export const paymentStatus = z.enum(['authorized', 'settled', 'cancelled', 'rejected', 'failed']);
export type PaymentStatus = z.infer<typeof paymentStatus>;

/** A payment by card at a terminal. Of the card only brand and last four digits are ever kept. */
export const payment = z.object({
  pspRef: z.string().describe("The payment provider's reference"),
  tokenId: z.string().describe('Under which the session knows it'),
  evseId: z.int().nullable(),
  sessionRef: z.string().nullable(),
  brand: z.string().nullable(),
  lastFour: z.string().nullable(),
  maxAmount: z.string().nullable().describe('What the terminal has reserved on the card'),
  status: paymentStatus,
  changedAt: time,
});
export type Payment = z.infer<typeof payment>;

/** Somebody scanned the QR code of an EVSE and is paying on a web page (C25). */
export const webPayment = z.object({
  evseId: z.int(),
  toldAt: time.describe('When the station learned of it'),
  expiresAt: time.describe('Until then the station waits for the remote start'),
});
export type WebPayment = z.infer<typeof webPayment>;

export const paymentList = z.object({ payments: z.array(payment), webPayments: z.array(webPayment) });
export type PaymentList = z.infer<typeof paymentList>;

export const company = z.object({
  name: z.string(),
  address: z.array(z.string()),
  city: z.string(),
  postalCode: z.string().nullable(),
  country: z.string(),
});
/** How a payment ended, as the station tells it. */
export const settlement = z.object({
  id: z.string(),
  pspRef: z.string(),
  sessionRef: z.string().nullable(),
  status: paymentStatus.exclude(['authorized']),
  statusInfo: z.string().nullable(),
  amount: z.string(),
  settledAt: time,
  receiptId: z.string().nullable(),
  receiptUrl: z.string().nullable(),
  vatNumber: z.string().nullable(),
  company: company.nullable(),
});
export type Settlement = z.infer<typeof settlement>;

const hidden = z
  .string()
  .optional()
  .describe('Which fields this key is not shown, and why; absent: it sees all of them');

export const settlementList = z.object({ settlements: z.array(settlement), hidden });
export type SettlementList = z.infer<typeof settlementList>;

export const vatVerdict = z.object({
  isAccepted: z.boolean(),
  reason: z.enum(['format-fits', 'unknown-country', 'wrong-format', 'wrong-check-digits']),
});
export type VatVerdict = z.infer<typeof vatVerdict>;

/** No register of companies was asked: a number that fits may still belong to nobody. */
export const vatValidation = vatVerdict.extend({
  id: z.string(),
  vatNumber: z.string(),
  evseId: z.int().nullable(),
  at: time,
});
export type VatValidation = z.infer<typeof vatValidation>;

export const vatValidationList = z.object({
  validations: z.array(vatValidation.extend({ vatNumber: z.string().nullable() })),
  hidden,
});
export type VatValidationList = z.infer<typeof vatValidationList>;
