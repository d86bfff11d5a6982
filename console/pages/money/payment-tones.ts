import type { MoneyPayment } from '#contract/money/payment.ts';
import type { Tone } from '../../parts/tones.ts';

export const paymentTones = {
  created: 'rest',
  pending: 'rest',
  expired: 'rest',
  canceled: 'rest',
  held: 'held',
  paid: 'busy',
  capturing: 'busy',
  captured: 'busy',
  refunding: 'busy',
  settled: 'good',
  failed: 'bad',
  disputed: 'bad',
} as const satisfies Record<MoneyPayment['state'], Tone>;
