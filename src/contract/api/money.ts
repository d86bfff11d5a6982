import { z } from 'zod';
import { tokenId } from '../access/token.ts';
import {
  balanceList,
  begunPayment,
  closeItem,
  invoicePaymentRequest,
  moneyPaymentDetails,
  moneyPaymentList,
  moneyTransactionList,
  newRefund,
  openItem,
  openItemList,
  paymentQuery,
  providerList,
  reconcileDay,
  reconciliation,
  reconciliationList,
  simulatedStep,
  topUpRequest,
  transactionQuery,
} from '../money/payment.ts';
import { newest, ofUuid } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'payments:read');
const changing = allow('operate', 'payments:change');

export const moneyApi = defineApi('money', {
  providers: reading('GET /api/money/providers', 'Who takes the money, and how', { answer: providerList }),
  payments: reading('GET /api/money/payments', 'Payments at providers, newest first', {
    query: paymentQuery,
    answer: moneyPaymentList,
  }),
  payment: reading('GET /api/money/payments/:id', 'One payment: what was asked, what moved and what is open', {
    params: ofUuid,
    answer: moneyPaymentDetails,
  }),
  look: changing('POST /api/money/payments/:id/look', 'Reads a payment at its provider now', {
    params: ofUuid,
    answer: moneyPaymentDetails,
  }),
  refund: changing(
    'POST /api/money/payments/:id/refunds',
    'Gives a part of a payment back, with a reason; the bill of a session is corrected with it',
    { params: ofUuid, body: newRefund, answer: moneyPaymentDetails, status: 201 },
  ),
  payInvoice: changing(
    'POST /api/money/invoices/:id/payments',
    'Begins a payment of what is open of an invoice, and says how its driver pays: by a code, or on a page of the provider',
    { params: ofUuid, body: invoicePaymentRequest, answer: begunPayment, status: 201 },
  ),
  topUp: changing(
    'POST /api/money/tokens/:id/top-ups',
    'Begins a payment onto a prepaid card; once it was paid it is on the card',
    { params: z.object({ id: tokenId }), body: topUpRequest, answer: begunPayment, status: 201 },
  ),
  simulate: changing(
    'POST /api/money/payments/:id/simulated',
    'What the payer or the bank does, where the provider is simulated',
    { params: ofUuid, body: simulatedStep, answer: moneyPaymentDetails },
  ),
  balances: reading('GET /api/money/balances', 'What the accounts of the money ledger come to', {
    query: z.object({
      account: z.string().max(50).optional(),
      party: z.string().max(200).optional(),
    }),
    answer: balanceList,
  }),
  transactions: reading('GET /api/money/transactions', 'Entries of the money ledger, newest first', {
    query: transactionQuery,
    answer: moneyTransactionList,
  }),
  openItems: reading('GET /api/money/open-items', 'What a person has to look at, newest first', {
    query: newest.extend({ isOpen: z.stringbool().default(true) }),
    answer: openItemList,
  }),
  closeItem: changing('POST /api/money/open-items/:id/close', 'Closes an item, with what was done about it', {
    params: ofUuid,
    body: closeItem,
    answer: openItem,
  }),
  reconciliations: reading(
    'GET /api/money/reconciliations',
    'Our books and the statements of providers, day by day, newest first',
    { query: newest, answer: reconciliationList },
  ),
  reconcile: changing('POST /api/money/reconciliations', 'Compares a day now', {
    body: reconcileDay,
    answer: reconciliation,
  }),
});
