import { minorText } from '#base/currency.ts';
import { SigecError } from '#base/errors.ts';
import { refundPayment } from '#charging/bill-payments/refund-payment.ts';
import type { Charging } from '#charging/open-charging.ts';
import { moneyApi } from '#contract/api/money.ts';
import type { MoneyPayment } from '#contract/money/payment.ts';
import type { Account } from '#money/ledger/accounts.ts';
import type { Money } from '#money/open-money.ts';
import type { StoredItem } from '#money/payments/open-items.ts';
import type { Payment } from '#money/payments/payment.ts';
import { isSimulated } from '#money/providers/simulated/simulated-provider.ts';
import type { Reconciliation } from '#money/reconciliation/reconcile.ts';
import { serve } from '../route.ts';

export type MoneyRouteNeeds = { money: Money; charging: Pick<Charging, 'billing' | 'ownPayments'> };

const api = moneyApi;

export const moneyRoutes = serve<typeof api, MoneyRouteNeeds>(api, {
  providers: (_asked, { money }) =>
    Promise.resolve({
      providers: money.payments.providers().map(({ name, method, capabilities }) => ({
        name,
        method,
        isTrial: capabilities.isTrial,
        holds: capabilities.hold,
      })),
    }),
  async payments({ query: { state, subject, after, limit } }, { money }) {
    const found = await money.payments.list({
      subject,
      after,
      limit,
      states: state === undefined ? undefined : [state],
    });
    return { payments: found.map(shown) };
  },
  payment: ({ params }, { money }) => details(money, params.id),
  async look({ params }, { money }) {
    await money.payments.look(params.id);
    return details(money, params.id);
  },
  async refund({ params, body, actor }, { money, charging }) {
    const { amount, reason } = body;
    await refundPayment({ money, billing: charging.billing }, params.id, { amount, reason, actor });
    return details(money, params.id);
  },
  async payInvoice({ params, body }, { charging }) {
    return begun(await charging.ownPayments.payInvoice(params.id, body));
  },
  async topUp({ params, body }, { charging }) {
    return begun(await charging.ownPayments.topUp(params.id, body));
  },
  async simulate({ params, body }, { money }) {
    const payment = await money.payments.get(params.id);
    const provider = money.payments.provider(payment.provider);
    if (provider === undefined || !isSimulated(provider))
      throw new SigecError('CONFLICT', `${payment.provider} is no simulated provider: only its payer can pay.`);
    const isDone =
      body.step === 'pay'
        ? await provider.pay(payment.id)
        : body.step === 'refuse'
          ? await provider.refusePayer(payment.id)
          : await provider.clawBack(payment.id, payment.received - payment.refunded - payment.clawedBack);
    if (!isDone) throw new SigecError('CONFLICT', `The payment is ${payment.state}: there is nothing to ${body.step}.`);
    await money.payments.look(payment.id);
    return details(money, params.id);
  },
  async balances({ query: { account, party } }, { money }) {
    const found = await money.balances({ account: account as Account | undefined, party });
    return { balances: found.map((each) => ({ ...each, amount: minorText(each.amount, each.currency) })) };
  },
  async transactions({ query }, { money }) {
    const found = await money.transactions(query);
    return {
      transactions: found.map(({ postings, at, currency, ...each }) => ({
        ...each,
        currency,
        at: at.toISOString(),
        postings: postings.map((posting) => ({ ...posting, amount: minorText(posting.amount, currency) })),
      })),
    };
  },
  async openItems({ query: { isOpen, limit } }, { money }) {
    return { items: (await money.openItems({ isOpen, limit })).map(shownItem) };
  },
  async closeItem({ params, body, actor }, { money }) {
    return shownItem(await money.closeItem(params.id, { resolution: body.resolution, actor }));
  },
  async reconciliations({ query }, { money }) {
    return { reconciliations: (await money.reconciler.list(query.limit)).map(shownReconciliation) };
  },
  async reconcile({ body }, { money }) {
    const done = await money.reconciler.reconcile(body.provider, body.day);
    if (done === undefined) throw new SigecError('NOT_FOUND', `No payment provider ${body.provider} is set up.`);
    return shownReconciliation(done);
  },
});

function begun(payment: Payment) {
  return { ...shown(payment), action: payment.action };
}

async function details(money: Money, id: string) {
  const payment = await money.payments.get(id);
  const [{ operations, movements }, items] = await Promise.all([
    money.payments.history(id),
    money.openItems({ paymentId: id, limit: 100 }),
  ]);
  const text = (amount: bigint) => minorText(amount, payment.currency);
  return {
    ...shown(payment),
    operations: operations.map(({ id: operationId, kind, amount, state, why, askedAt, endedAt }) => ({
      id: operationId,
      kind,
      amount: text(amount),
      state,
      why,
      askedAt: askedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
    movements: movements.map(({ id: movementId, kind, amount, at }) => ({
      id: movementId,
      kind,
      amount: text(amount),
      at: at.toISOString(),
    })),
    openItems: items.map(shownItem),
  };
}

function shown(payment: Payment): MoneyPayment {
  const text = (amount: bigint) => minorText(amount, payment.currency);
  const { id, state, purpose, subject, provider, method, currency, receivable, trouble, reference } = payment;
  return {
    id,
    state,
    purpose,
    subject,
    provider,
    method,
    currency,
    receivable,
    trouble,
    reference,
    consent: text(payment.consent),
    authorized: text(payment.authorized),
    received: text(payment.received),
    target: payment.target === null ? null : text(payment.target),
    allocated: text(payment.allocated),
    refundOwed: text(payment.refundOwed),
    refunded: text(payment.refunded),
    clawedBack: text(payment.clawedBack),
    fees: text(payment.fees),
    createdAt: payment.createdAt.toISOString(),
    changedAt: payment.changedAt.toISOString(),
    expiresAt: payment.expiresAt.toISOString(),
    settledAt: payment.settledAt?.toISOString() ?? null,
  };
}

function shownItem({ key: _key, amount, openedAt, closedAt, ...item }: StoredItem) {
  return {
    ...item,
    amount: minorText(amount, item.currency),
    openedAt: openedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  };
}

function shownReconciliation({ ours, theirs, checkedAt, ...each }: Reconciliation) {
  const texts = (sums: Record<string, string>) =>
    Object.fromEntries(Object.entries(sums).map(([currency, sum]) => [currency, minorText(BigInt(sum), currency)]));
  return { ...each, ours: texts(ours), theirs: texts(theirs), checkedAt: checkedAt.toISOString() };
}
