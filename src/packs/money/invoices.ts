import { z } from 'zod';
import { minorText } from '#base/currency.ts';
import { amountOf } from '#charging/decimal.ts';
import { invoiceName } from '#charging/invoices/invoice.ts';
import type { ShownInvoice } from '#charging/invoices/open-invoices.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { after, counted, cursorIfAny, limit, moreHint, next, placeAfter } from '../charging/paging.ts';
import { withSafeErrors } from '../charging/safe-errors.ts';
import type { MoneyPackNeeds } from './needs.ts';

const invoiceIdArgument = z.uuid().describe('As list_invoices returns it');
const driverIdArgument = z.uuid().optional().describe('Only of this driver, as list_drivers returns it');

const shownInvoice = z.object({
  invoice_id: z.string(),
  name: z.string(),
  state: z.string().describe('credited: taken back; credit: we owe the driver'),
  driver_id: z.string(),
  currency: z.string(),
  total: z.string(),
  open: z.string(),
  issued_at: z.string(),
  due_at: z.string(),
});

function forAgents(invoice: ShownInvoice): z.input<typeof shownInvoice> {
  const { id, state, driverId, currency, total, open, issuedAt, dueAt } = invoice;
  return {
    invoice_id: id,
    name: invoiceName(invoice),
    state,
    driver_id: driverId,
    currency,
    total: amountOf(total, currency),
    open: minorText(open, currency),
    issued_at: issuedAt.toISOString(),
    due_at: dueAt.toISOString(),
  };
}

type Needs = Pick<MoneyPackNeeds, 'charging'>;

const noSuchInvoice = 'No invoice has this invoice_id. Call list_invoices to see which there are.';

export function listInvoices({ charging }: Needs): Tool {
  return defineTool({
    name: 'list_invoices',
    title: 'Invoices',
    description:
      'Lists invoices and credit notes of drivers with an account, newest first, with what is still owed. For the bill of one session, use get_transaction_details with with_cost true.',
    category: 'payments',
    level: 'explain',
    tier: 'R0',
    input: z.object({ driver_id: driverIdArgument, limit: limit(100, 20), after }),
    output: z.object({ invoices: z.array(shownInvoice), next }),
    examples: [{}],
    async run({ driver_id: driverId, limit: most, after: cursor }) {
      const found = await charging.invoices.list({ driverId, after: placeAfter(cursor), limit: most + 1 });
      const page = found.slice(0, most);
      const more = cursorIfAny(found.length > most ? page.at(-1)?.id : undefined);
      const text = `${counted(page.length, 'invoice')}.${moreHint(more)}`;
      return { text, data: { invoices: page.map(forAgents), next: more } };
    },
  });
}

export function issueInvoices({ charging }: Needs): Tool {
  return defineTool({
    name: 'issue_invoices',
    title: 'Make the invoices of a month',
    description:
      'Makes the invoices of a month that is over, of one driver or of all: the sums of their bills that stood on none, with the next numbers. Numbers are never given back. An administrator approves it first.',
    category: 'payments',
    level: 'change',
    tier: 'R3',
    input: z.object({
      month: z
        .string()
        .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
        .describe('Such as 2026-10, by the clocks of the installation'),
      driver_id: driverIdArgument,
    }),
    output: z.object({ count: z.int(), is_done: z.boolean() }),
    examples: [{ month: '2026-10' }],
    subject: ({ month }) => month,
    plan({ month, driver_id }) {
      const who = driver_id === undefined ? sentenceOf('all-drivers') : sentenceOf('one-driver');
      return Promise.resolve({
        targets: [driver_id === undefined ? 'invoices' : `driver:${driver_id}`],
        effect: sentenceOf('effect-issue-invoices', { month, who }),
        details: { month, ...(driver_id !== undefined && { driver_id }) },
        preconditions: {},
      });
    },
    async run({ month, driver_id: driverId }, { actor }) {
      const words = { INVALID_INPUT: 'The month is not over yet: give one that is.' };
      const made = await withSafeErrors(words, () => charging.invoices.issueMonth(month, { driverId }, actor));
      const text = `${counted(made.length, 'invoice')} made.`;
      return { text, data: { count: made.length, is_done: true } };
    },
  });
}

export function creditInvoice({ charging }: Needs): Tool {
  const words = {
    NOT_FOUND: noSuchInvoice,
    CONFLICT: 'It is no unpaid invoice that can be taken back. Look at it with list_invoices.',
  };
  return defineTool({
    name: 'credit_invoice',
    title: 'Take an invoice back',
    description:
      'Takes an unpaid invoice back as a whole by a credit note; what stood on it can stand on another one. Of a paid one correct the bills instead, with correct_bill. An administrator approves it first.',
    category: 'payments',
    level: 'change',
    tier: 'R3',
    input: z.object({ invoice_id: invoiceIdArgument }),
    output: z.object({ credit_note_id: z.string(), name: z.string(), is_done: z.boolean() }),
    examples: [{ invoice_id: '0192f0c1-aaaa-7000-8000-000000000001' }],
    subject: ({ invoice_id }) => invoice_id,
    async plan({ invoice_id }) {
      const invoice = await withSafeErrors(words, () => charging.invoices.get(invoice_id));
      const { name, total, currency, open, state } = forAgents(invoice);
      return {
        targets: [`invoice:${invoice_id}`],
        effect: sentenceOf('effect-credit-invoice', { name, amount: total, currency }),
        details: { invoice_id, name, total, open, currency, driver_id: invoice.driverId },
        preconditions: { state, open },
      };
    },
    async run({ invoice_id }, { actor }) {
      const credit = await withSafeErrors(words, () => charging.invoices.credit(invoice_id, actor));
      return {
        text: 'The invoice is taken back by a credit note.',
        data: { credit_note_id: credit.id, name: invoiceName(credit), is_done: true },
      };
    },
  });
}
