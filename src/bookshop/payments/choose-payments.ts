import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Config } from '#base/config.ts';
import { SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { mockPayments } from './mock-payments.ts';
import type { PaymentHandler } from './payment-handler.ts';
import { stripePayments } from './stripe/stripe-payments.ts';

type Needs = { pool: Pool; clock: Clock; log: Log };

/** The payment handler that `BOOKSHOP_PAYMENTS` names. A new one is a file beside this one, a row here, and its name in the setting. */
const handlers = {
  mock: ({ bookshopPaymentHandler: name }) => mockPayments(name || undefined),
  stripe({ bookshopPaymentHandler: name, bookshopCurrency: currency, stripeSecretKey: key, stripeUrl: url }, needs) {
    if (key === '') throw new SigecError('INVALID_INPUT', 'BOOKSHOP_PAYMENTS=stripe needs STRIPE_SECRET_KEY.');
    return stripePayments({ ...needs, key, url, currency, ...(name !== '' && { name }) });
  },
} satisfies Record<Config['bookshopPayments'], (config: Config, needs: Needs) => PaymentHandler>;

export function choosePayments(config: Config, needs: Needs): PaymentHandler {
  return handlers[config.bookshopPayments](config, needs);
}
