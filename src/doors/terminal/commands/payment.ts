import { SigecError } from '#base/errors.ts';
import { moneyApi } from '#contract/api/money.ts';
import type { MoneyPayment } from '#contract/money/payment.ts';
import { openApi } from '../api.ts';
import { optionReader, type ShowOptions, type Texts } from '../read-options.ts';
import { fieldLines, show, showList, strong, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';

type ListOptions = ShowOptions & Texts<'limit'>;
type OneOptions = ShowOptions & { payment: string };

export async function paymentList(terminal: Terminal, options: ListOptions): Promise<number> {
  const limit = optionReader(terminal, options).limit(50);
  const list = await openApi(terminal, options).call(moneyApi.payments, { query: { limit } });
  const { payments: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.none,
    table: () =>
      tableOf(list.payments, [
        [words.payment, ({ id }) => strong(id)],
        [words.state, ({ state }) => words.states[state], 'flexible'],
        [words.method, ({ method, provider }) => `${method} (${provider})`, 'flexible optional'],
        [words.consent, (each) => sum(each, each.consent), 'right optional'],
        [words.received, (each) => sum(each, each.received), 'right'],
        [words.kept, (each) => sum(each, each.allocated), 'right'],
        [words.refunded, (each) => sum(each, each.refunded), 'right'],
        [words.subject, ({ subject }) => visible(subject), 'flexible optional'],
      ]),
  });
}

export async function paymentShow(terminal: Terminal, options: OneOptions): Promise<number> {
  const payment = await openApi(terminal, options).call(moneyApi.payment, { params: { id: options.payment } });
  const { payments: words } = terminal.text;
  return show(terminal, options, payment, () => [
    ...fieldLines(terminal, [
      [words.payment, payment.id],
      [words.state, words.states[payment.state]],
      [words.method, `${payment.method} (${payment.provider})`],
      [words.subject, visible(payment.subject)],
      [words.consent, sum(payment, payment.consent)],
      [words.received, sum(payment, payment.received)],
      [words.kept, sum(payment, payment.allocated)],
      [words.refunded, sum(payment, payment.refunded)],
      ...payment.movements.map(({ at, kind, amount }): [string, string] => [
        words.movement,
        `${localTime(at)}  ${kind}  ${sum(payment, amount)}`,
      ]),
      ...payment.openItems.map(({ kind, details }): [string, string] => [words.why, `${kind}: ${visible(details)}`]),
    ]),
  ]);
}

export async function paymentRefund(
  terminal: Terminal,
  options: OneOptions & { amount: string; reason?: string },
): Promise<number> {
  const { payment: id, amount, reason } = options;
  const { payments: words } = terminal.text;
  if (reason === undefined) throw new SigecError('INVALID_INPUT', words.needsReason);
  const done = await openApi(terminal, options).call(moneyApi.refund, { params: { id }, body: { amount, reason } });
  return tellDone(terminal, options, done, words.given(visible(amount), done.currency));
}

export async function paymentPay(terminal: Terminal, options: OneOptions): Promise<number> {
  const body = { step: 'pay' } as const;
  const done = await openApi(terminal, options).call(moneyApi.simulate, { params: { id: options.payment }, body });
  return tellDone(terminal, options, done, terminal.text.payments.paidNow(done.received, done.currency));
}

export async function paymentOpen(terminal: Terminal, options: ListOptions): Promise<number> {
  const limit = optionReader(terminal, options).limit(50);
  const list = await openApi(terminal, options).call(moneyApi.openItems, { query: { limit } });
  const { payments: words, titles } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.noneOpen,
    table: () =>
      tableOf(list.items, [
        [words.payment, ({ paymentId, movementId }) => strong(paymentId ?? visible(movementId ?? ''))],
        [words.why, ({ kind }) => kind],
        [words.item, ({ id }) => id],
        [titles.amount, (each) => sum(each, each.amount), 'right'],
        [titles.about, ({ details }) => visible(details), 'flexible optional'],
      ]),
  });
}

export async function paymentClose(
  terminal: Terminal,
  options: ShowOptions & { item: string; resolution?: string },
): Promise<number> {
  const { item: id, resolution } = options;
  const { payments: words } = terminal.text;
  if (resolution === undefined) throw new SigecError('INVALID_INPUT', words.needsResolution);
  const closed = await openApi(terminal, options).call(moneyApi.closeItem, { params: { id }, body: { resolution } });
  return tellDone(terminal, options, closed, words.closed(visible(closed.resolution ?? resolution)));
}

export async function paymentCompare(
  terminal: Terminal,
  options: ShowOptions & { provider: string; day: string },
): Promise<number> {
  const { provider, day } = options;
  const done = await openApi(terminal, options).call(moneyApi.reconcile, { body: { provider, day } });
  const { payments: words } = terminal.text;
  const about = [visible(provider), visible(day)] as const;
  const said = done.differences === 0 ? words.equal(...about) : words.differ(...about, String(done.differences));
  return tellDone(terminal, options, done, said);
}

function sum({ currency }: Pick<MoneyPayment, 'currency'>, amount: string): string {
  return `${amount} ${currency}`;
}
