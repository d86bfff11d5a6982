import type { Config } from '#base/config.ts';
import { mockPayments } from './mock-payments.ts';
import type { PaymentHandler } from './payment-handler.ts';

const handlers = {
  mock: mockPayments,
} satisfies Record<Config['bookshopPayments'], (config: Config) => PaymentHandler>;

/** The payment handler that `BOOKSHOP_PAYMENTS` names. A new one is a file beside this one, a row here, and its name in the setting. */
export function choosePayments(config: Config): PaymentHandler {
  return handlers[config.bookshopPayments]();
}
