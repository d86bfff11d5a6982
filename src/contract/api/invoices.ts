import { z } from 'zod';
import {
  invoice,
  invoiceColumns,
  invoiceDetails,
  invoiceList,
  invoiceQuery,
  newInvoicePayment,
  newStatement,
} from '../billing/invoice.ts';
import { language } from '../stations/message.ts';
import { exportContent, exportFormat, ofUuid } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'payments:read');
const changing = allow('operate', 'payments:change');

export const invoiceApi = defineApi('money', {
  list: reading('GET /api/invoices', 'Invoices and credit notes of drivers, newest first', {
    query: invoiceQuery,
    answer: invoiceList,
  }),
  export: reading('GET /api/invoices/export', 'Invoices as a file, newest first', {
    query: z.object({ format: exportFormat, driverId: z.uuid().optional() }),
    content: exportContent(invoiceColumns, invoice.describe('One invoice per line')),
  }),
  issue: changing(
    'POST /api/invoices',
    'Makes the invoices of a month, or of everything until a moment: for each driver what stood on none yet',
    { body: newStatement, answer: invoiceList, status: 201, patienceSeconds: 240 },
  ),
  get: reading('GET /api/invoices/:id', 'One invoice with its lines, and what was paid of it', {
    params: ofUuid,
    query: z.object({
      format: z.enum(['json', 'html', 'csv']).default('json'),
      language: language.optional().describe("Of the page; the browser's unless it is given"),
    }),
    answer: invoiceDetails,
    content: {
      'text/html': z.string().describe('A page to print, or to keep as PDF'),
      'text/csv': z.string().describe('A row per line'),
    },
  }),
  credit: changing(
    'POST /api/invoices/:id/credit-note',
    'Cancels an unpaid invoice with a credit note; what was billed can be invoiced again',
    { params: ofUuid, answer: invoiceDetails, status: 201 },
  ),
  pay: changing('POST /api/invoices/:id/payments', 'Enters money that came in, or went out for a credit note', {
    params: ofUuid,
    body: newInvoicePayment,
    answer: invoiceDetails,
    status: 201,
  }),
});
