import type { Pack } from '#tools/pack.ts';
import { creditInvoice, issueInvoices, listInvoices } from './invoices.ts';
import type { MoneyPackNeeds } from './needs.ts';
import { listOpenItems } from './open-items.ts';
import { explainCdr, listPartners } from './partners.ts';
import { getPayment, listPayments } from './payments.ts';
import { refundPayment } from './refund-payment.ts';

/** Money for agents. It belongs to no single site, so whoever has roles at some alone sees none of it. */
export function moneyPack(needs: MoneyPackNeeds): Pack {
  return {
    name: 'money',
    title: 'Payments, invoices and roaming',
    instructions:
      'Begin with list_open_items to see what is wrong, with list_payments to find a payment. Money never moves by an agent: what gives money back or makes invoices is proposed, and an administrator approves it.',
    levels: [
      { name: 'observe', about: 'See payments and what is open' },
      { name: 'explain', about: 'One payment, invoices, roaming partners and their records', after: 2 },
      { name: 'change', about: 'Propose refunds, invoices and credit notes' },
    ],
    essentials: ['list_payments', 'list_open_items'],
    tools: [
      listPayments(needs),
      listOpenItems(needs),
      getPayment(needs),
      listInvoices(needs),
      listPartners(needs),
      explainCdr(needs),
      refundPayment(needs),
      issueInvoices(needs),
      creditInvoice(needs),
    ],
    resources: [],
    prompts: [],
  };
}
