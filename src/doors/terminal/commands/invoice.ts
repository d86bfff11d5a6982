import { invoiceApi } from '#contract/api/invoices.ts';
import type { Invoice } from '#contract/billing/invoice.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { writeOut } from '../files.ts';
import { optionReader, type ShowOptions, type Texts } from '../read-options.ts';
import { fieldLines, show, showList, strong, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';

type OneOptions = ShowOptions & { invoice: string };

export async function invoiceList(terminal: Terminal, options: ShowOptions & Texts<'limit'>): Promise<number> {
  const limit = optionReader(terminal, options).limit(50);
  const list = await openApi(terminal, options).call(invoiceApi.list, { query: { limit } });
  return showList(terminal, options, {
    value: list,
    none: terminal.text.invoices.none,
    table: () => invoiceTable(terminal, list.invoices),
    more: list.invoices.length < limit ? undefined : terminal.text.list.newest(limit),
  });
}

function invoiceTable({ text: { invoices: words, titles } }: Terminal, invoices: readonly Invoice[]) {
  return tableOf(invoices, [
    [words.name, ({ name }) => strong(name)],
    [words.driver, ({ driver, driverId }) => visible(driver ?? driverId), 'flexible'],
    [titles.total, (each) => sum(each, each.total), 'right'],
    [words.open, (each) => sum(each, each.open), 'right'],
    [
      titles.standing,
      ({ state }) => ({
        text: words.states[state],
        tone: state === 'overdue' ? 'bad' : state === 'open' ? 'warning' : 'good',
      }),
    ],
    [words.invoice, ({ id }) => id, 'optional'],
  ]);
}

export async function invoiceShow(terminal: Terminal, options: OneOptions): Promise<number> {
  const one = await openApi(terminal, options).call(invoiceApi.get, { params: { id: options.invoice } });
  const { invoices: words, titles } = terminal.text;
  return show(terminal, options, one, () => [
    ...fieldLines(terminal, [
      [words.name, one.name],
      [words.driver, visible(one.driver ?? one.driverId)],
      [titles.total, sum(one, one.total)],
      [words.open, `${sum(one, one.open)} (${words.states[one.state]})`],
      [words.dueAt, localTime(one.dueAt)],
      ...(one.fiscal.key === null ? [] : [[words.fiscalKey, visible(one.fiscal.key)] as [string, string]]),
      ...one.lines.map(({ at, stationId, amount, reason }): [string, string] => [
        localTime(at),
        `${visible(stationId)}  ${sum(one, amount)}  ${visible(reason ?? '')}`.trimEnd(),
      ]),
    ]),
  ]);
}

export async function invoiceMake(
  terminal: Terminal,
  options: ShowOptions & { month: string; driver?: string },
): Promise<number> {
  const { month, driver: driverId } = options;
  const made = await openApi(terminal, options).call(invoiceApi.issue, {
    body: { month, ...(driverId !== undefined && { driverId }) },
  });
  const { invoices: words } = terminal.text;
  return showList(terminal, options, {
    value: made,
    none: words.noneMade,
    table: () => invoiceTable(terminal, made.invoices),
    more: words.made(made.invoices.length),
  });
}

export async function invoicePay(
  terminal: Terminal,
  options: OneOptions & { amount: string; reference?: string },
): Promise<number> {
  const { invoice: id, amount, reference } = options;
  const body = { amount, ...(reference !== undefined && { reference }) };
  const paid = await openApi(terminal, options).call(invoiceApi.pay, { params: { id }, body });
  return tellDone(terminal, options, paid, terminal.text.invoices.paid(paid.name, paid.open, paid.currency));
}

export async function invoiceCredit(terminal: Terminal, options: OneOptions): Promise<number> {
  const credited = await openApi(terminal, options).call(invoiceApi.credit, { params: { id: options.invoice } });
  return tellDone(terminal, options, credited, terminal.text.invoices.credited(credited.name));
}

type ExportOptions = ShowOptions & { driver?: string; format?: 'csv' | 'jsonl'; out?: string };

/** All of them as they come: to a file, or to the output for the next program. */
export async function invoiceExport(terminal: Terminal, options: ExportOptions): Promise<number> {
  const { driver: driverId, json, out } = options;
  const format = json ? 'jsonl' : (options.format ?? 'csv');
  const query = { format, ...(driverId !== undefined && { driverId }) } as const;
  const { chunks } = await openApi(terminal, options).file(invoiceApi.export, { query });
  return writtenTo(terminal, out, chunks);
}

export async function invoicePrint(terminal: Terminal, options: OneOptions & { out?: string }): Promise<number> {
  const asked = { params: { id: options.invoice }, query: { format: 'html', language: terminal.language } } as const;
  const { chunks } = await openApi(terminal, options).file(invoiceApi.get, asked);
  return writtenTo(terminal, options.out, chunks);
}

async function writtenTo(
  terminal: Terminal,
  out: string | undefined,
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> {
  await writeOut(terminal, out, chunks);
  if (out !== undefined) terminal.err(terminal.text.session.exported(out));
  return done;
}

function sum({ currency }: Pick<Invoice, 'currency'>, amount: string): string {
  return `${amount} ${currency}`;
}
