import { z } from 'zod';
import { time } from '../common.ts';

/** Whose word counts for an address: asked: the station has not answered yet; refused: it goes on without a code of its own. */
export const paymentCodeState = z.enum(['static', 'asked', 'dynamic', 'refused']);
export type PaymentCodeState = z.infer<typeof paymentCodeState>;

/** Where somebody without an account pays for charging at an EVSE. */
export const paymentAddress = z.object({
  evseId: z.int(),
  code: paymentCodeState,
  url: z
    .url()
    .nullable()
    .describe('To be printed as a QR code; null: the station shows a code of its own, which changes all the time'),
  template: z.string().nullable().describe('By which the station makes its own addresses; null: it makes none'),
  validitySeconds: z.int().nullable().describe('How long one password of the station lasts'),
  said: z.string().nullable().describe('Why the station refused to show a code, in its own words'),
  changedAt: time.nullable().describe('Since when; null: ever since'),
});
export type PaymentAddress = z.infer<typeof paymentAddress>;

export const paymentAddressList = z.object({ addresses: z.array(paymentAddress) });
export type PaymentAddressList = z.infer<typeof paymentAddressList>;
