import { SigecError } from '#base/errors.ts';
import type { Answer } from '#contract/api/define-api.ts';
import { moneyApi } from '#contract/api/money.ts';
import { openApi } from '../api.ts';
import { tokenIdOf } from '../find-named.ts';
import type { ShowOptions } from '../read-options.ts';
import { show } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

type Begun = Answer<typeof moneyApi.payInvoice>;

/** The code or the page at which a driver with an account pays an invoice. */
export async function invoiceRequest(
  terminal: Terminal,
  options: ShowOptions & { invoice: string; provider?: string },
): Promise<number> {
  const body = { provider: providerOf(terminal, options.provider) };
  const api = openApi(terminal, options);
  return tell(terminal, options, await api.call(moneyApi.payInvoice, { params: { id: options.invoice }, body }));
}

/** The same for a prepaid card. */
export async function tokenTopUp(
  terminal: Terminal,
  options: ShowOptions & { token: string; amount: string; currency: string; provider?: string },
): Promise<number> {
  const { token, amount, currency } = options;
  const body = { provider: providerOf(terminal, options.provider), amount, currency };
  const api = openApi(terminal, options);
  const params = { id: await tokenIdOf(terminal, api, token) };
  return tell(terminal, options, await api.call(moneyApi.topUp, { params, body }));
}

function providerOf({ text }: Terminal, provider: string | undefined): string {
  if (provider === undefined) throw new SigecError('INVALID_INPUT', text.payments.needsProvider);
  return provider;
}

function tell(terminal: Terminal, options: ShowOptions, payment: Begun): number | Promise<number> {
  const { payments: words } = terminal.text;
  const { action, consent, currency } = payment;
  const where = action?.kind === 'code' ? action.text : action?.kind === 'redirect' ? action.url : undefined;
  return show(terminal, options, payment, () =>
    where === undefined ? [words.notYet] : [words.payHere(consent, currency), visible(where)],
  );
}
