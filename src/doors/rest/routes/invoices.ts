import { minorText } from '#base/currency.ts';
import { SigecError } from '#base/errors.ts';
import { amountOf } from '#charging/decimal.ts';
import { invoiceName, type InvoiceLine as Line } from '#charging/invoices/invoice.ts';
import type { ShownInvoice } from '#charging/invoices/open-invoices.ts';
import type { Charging } from '#charging/open-charging.ts';
import { invoiceApi } from '#contract/api/invoices.ts';
import {
  type Invoice,
  type InvoiceDetails,
  type InvoiceLine,
  invoiceColumns,
  invoiceLineColumns,
} from '#contract/billing/invoice.ts';
import { csvHeader, csvLine } from '#contract/csv.ts';
import { mayNameDrivers } from '#principals/personal-data.ts';
import { languageOf, sendPrintPage } from '../print/html.ts';
import { invoicePage } from '../print/invoice-page.ts';
import { serve } from '../route.ts';
import { sendExport } from '../send-export.ts';

type Names = ReadonlyMap<string, string | null>;
const pageOfExport = 500;

export const invoiceRoutes = serve(invoiceApi, {
  async list({ query, actor }, { charging, principals }) {
    return { invoices: await named(charging, await charging.invoices.list(query), mayNameDrivers(principals, actor)) };
  },
  async export({ query: { format, driverId }, actor, reply }, { charging, principals, stopping }) {
    const mayName = mayNameDrivers(principals, actor);
    const parts = (async function* () {
      for (let after: string | undefined; ; ) {
        const page = await charging.invoices.list({ driverId, after, limit: pageOfExport });
        yield await named(charging, page, mayName);
        after = page.at(-1)?.id;
        if (page.length < pageOfExport) return;
      }
    })();
    const { reads } = principals;
    return sendExport(reply, { format, name: 'invoices', columns: invoiceColumns, parts, reads, stopping });
  },
  async issue({ body: { month, until, driverId }, actor }, { charging, principals }) {
    if ((month === undefined) === (until === undefined))
      throw new SigecError('INVALID_INPUT', 'Give a month or a moment, and not both.', { details: { field: 'month' } });
    const made =
      month === undefined
        ? await charging.invoices.issue({ until: new Date(until ?? ''), driverId }, actor)
        : await charging.invoices.issueMonth(month, { driverId }, actor);
    return { invoices: await named(charging, made, mayNameDrivers(principals, actor)) };
  },
  async get({ params, query, actor, request, reply }, { charging, principals }) {
    const made = await details(charging, await charging.invoices.get(params.id), mayNameDrivers(principals, actor));
    if (query.format === 'html') return sendPrintPage(reply, invoicePage(made, languageOf(query.language, request)));
    if (query.format === 'csv')
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${made.name}.csv"`)
        .send([csvHeader(invoiceLineColumns), ...made.lines.map((line) => csvLine(invoiceLineColumns, line))].join(''));
    return reply.type('application/json').send(made);
  },
  credit: async ({ params, actor }, { charging, principals }) =>
    details(charging, await charging.invoices.credit(params.id, actor), mayNameDrivers(principals, actor)),
  async pay({ params, body: { paidAt, key, ...body }, actor }, { charging, principals }) {
    const paid = {
      ...body,
      paidAt: paidAt === undefined ? new Date() : new Date(paidAt),
      ...(key !== undefined && { key }),
    };
    return details(charging, await charging.invoices.pay(params.id, paid, actor), mayNameDrivers(principals, actor));
  },
});

async function named(charging: Charging, invoices: readonly ShownInvoice[], mayName: boolean): Promise<Invoice[]> {
  const names = mayName ? await namesOf(charging, invoices) : new Map<string, string | null>();
  return invoices.map((each) => shown(each, names));
}

async function namesOf(charging: Charging, invoices: readonly ShownInvoice[]): Promise<Names> {
  const ids = [...new Set(invoices.map(({ driverId }) => driverId))];
  return new Map(
    await Promise.all(
      ids.map(async (id) => {
        const driver = await charging.drivers.get(id).catch(() => undefined);
        return [id, driver?.name ?? null] as const;
      }),
    ),
  );
}

function shown(invoice: ShownInvoice, names: Names): Invoice {
  const { id, kind, state, driverId, currency, reminders, correctsId, creditedBy } = invoice;
  const money = (units: bigint) => amountOf(units, currency);
  return {
    id,
    name: invoiceName(invoice),
    kind,
    state,
    driverId,
    driver: names.get(driverId) ?? null,
    currency,
    total: money(invoice.total),
    tax: money(invoice.tax),
    due: money(invoice.due),
    open: minorText(invoice.open, currency),
    reminders,
    corrects: correctsId,
    creditedBy,
    until: invoice.until.toISOString(),
    issuedAt: invoice.issuedAt.toISOString(),
    dueAt: invoice.dueAt.toISOString(),
    fiscal: {
      state: invoice.fiscalState,
      key: invoice.fiscalKey,
      url: invoice.fiscalUrl,
      note: invoice.fiscalNote,
    },
  };
}

async function details(charging: Charging, invoice: ShownInvoice, mayName: boolean): Promise<InvoiceDetails> {
  const [[whole], lines, payments] = await Promise.all([
    named(charging, [invoice], mayName),
    charging.invoices.lines(invoice.id),
    charging.invoices.payments(invoice.id),
  ]);
  return {
    ...(whole as Invoice),
    lines: lines.map((line) => shownLine(line, invoice.currency)),
    payments: payments.map(({ id, amount, method, reference, paidAt }) => ({
      id,
      amount: amountOf(amount, invoice.currency),
      method,
      reference,
      paidAt: paidAt.toISOString(),
    })),
    timeZone: charging.invoices.timeZone,
  };
}

function shownLine(line: Line, currency: string): InvoiceLine {
  const { entryId, kind, sessionId, stationId, reason, energyMwh } = line;
  return {
    entryId,
    kind,
    sessionId,
    stationId,
    reason,
    at: line.at.toISOString(),
    startedAt: line.startedAt?.toISOString() ?? null,
    energyKwh: energyMwh === null ? null : Number(energyMwh) / 1_000_000,
    amount: amountOf(line.amount, currency),
    tax: amountOf(line.tax, currency),
  };
}
