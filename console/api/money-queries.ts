import { invoiceApi } from '#contract/api/invoices.ts';
import { moneyApi } from '#contract/api/money.ts';
import type { LedgerEvent } from '#contract/event.ts';
import type { MoneyPayment } from '#contract/money/payment.ts';
import { useRead, useReadAgain } from './queries.ts';

const moneyKinds: ReadonlySet<LedgerEvent['kind']> = new Set([
  ...(['payment-begun', 'payment-changed', 'money-differs', 'open-item-opened', 'session-bill-corrected'] as const),
  ...(['invoice-issued', 'invoice-paid', 'invoice-reminded', 'invoice-registered'] as const),
]);

export function useMoneyPayments(state: MoneyPayment['state'] | undefined) {
  useReadAgain('money', moneyKinds);
  return useRead(['money', 'payments', state], moneyApi.payments, { query: { limit: 200, state } });
}

export function useMoneyPayment(id: string) {
  useReadAgain('money', moneyKinds);
  return useRead(['money', 'payment', id], moneyApi.payment, { params: { id } });
}

export const useMoneyProviders = () => useRead(['money-providers'], moneyApi.providers, {});

export function useOpenItems(isOpen: boolean) {
  useReadAgain('money', moneyKinds);
  return useRead(['money', 'items', isOpen], moneyApi.openItems, { query: { isOpen, limit: 200 } });
}

export function useReconciliations() {
  useReadAgain('money', moneyKinds);
  return useRead(['money', 'days'], moneyApi.reconciliations, { query: { limit: 100 } });
}

export const useBalances = () => useRead(['money', 'balances'], moneyApi.balances, { query: {} });

export function useInvoices() {
  useReadAgain('money', moneyKinds);
  return useRead(['money', 'invoices'], invoiceApi.list, { query: { limit: 500 } });
}
