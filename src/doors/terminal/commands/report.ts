import { SigecError } from '#base/errors.ts';
import { reportApi } from '#contract/api/reports.ts';
import type { Report, ReportBy, ReportRow } from '#contract/reports/report.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { json } from '../json.ts';
import { decimalText, moneyText, percentText } from '../money.ts';
import { type ReportFilterOptions, readReportFilter } from '../report-filter.ts';
import type { ServerOptions } from '../server-address.ts';
import { tableLines } from '../show-list.ts';
import type { Cell, Table } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { writeOut } from '../write-out.ts';

export type ReportOptions = ServerOptions &
  ReportFilterOptions & { by?: ReportBy; format?: 'table' | 'csv' | 'json' | 'html'; json?: boolean; out?: string };

export async function report(terminal: Terminal, options: ReportOptions): Promise<number> {
  const api = openApi(terminal, options);
  const format = options.json ? 'json' : (options.format ?? formatOf(options.out));
  if (format === 'table' && options.out !== undefined)
    throw new SigecError('INVALID_INPUT', terminal.text.report.outNeedsFile);
  const query = { ...(await readReportFilter(terminal, api, options)), by: options.by ?? 'day' };
  if (format === 'csv' || format === 'html') {
    const { chunks } = await api.file(reportApi.make, { query: { ...query, format, language: terminal.language } });
    await writeOut(terminal, options.out, chunks);
  } else {
    const made = await api.call(reportApi.make, { query });
    if (format === 'json') await writeOut(terminal, options.out, textOf(`${json(made)}\n`));
    else terminal.out(reportLines(terminal, made).join('\n'));
  }
  if (options.out !== undefined) terminal.err(terminal.text.session.exported(options.out));
  return done;
}

/** By the name of the file, where it says so. */
function formatOf(file: string | undefined): 'table' | 'csv' | 'json' | 'html' {
  const [, ending] = /\.(csv|json|html)$/i.exec(file ?? '') ?? [];
  return (ending?.toLowerCase() as 'csv' | 'json' | 'html' | undefined) ?? 'table';
}

async function* textOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

function reportLines(terminal: Terminal, made: Report): string[] {
  const { text } = terminal;
  const period = text.report.period(dayOf(made.from, made.timeZone), dayOf(lastMoment(made.to), made.timeZone));
  const zones = made.timeZones.length > 1 ? made.timeZones.join(', ') : made.timeZone;
  const heading = terminal.paint('quiet', `${period}, ${text.report.clock(zones)}`);
  const rows = made.rows.filter(hasSomething);
  if (rows.length === 0) return [heading, '', text.report.none];
  return [heading, '', ...tableLines(terminal, tableOf(terminal, { ...made, rows }))];
}

/** Days to come, and those before the first station, are left to programs. */
function hasSomething({ sessions, refusals, revenue, uptime }: ReportRow): boolean {
  return sessions > 0 || refusals > 0 || revenue.length > 0 || uptime !== null;
}

/** "2026-03-01", by the clock of the report. */
function dayOf(time: Date | string, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(time));
}

/** A period ends before its end. */
function lastMoment(to: string): Date {
  return new Date(Date.parse(to) - 1);
}

function tableOf(terminal: Terminal, { by, rows, total }: Report): Table {
  const { text } = terminal;
  const { columns } = text.report;
  const all = [...rows, total];
  const has = (isThere: (row: ReportRow) => boolean) => all.some(isThere);
  // What does not apply to any row, such as the uptime of a driver, has no column.
  const shown = [
    {
      title: columns.sessions,
      cell: ({ sessions }: ReportRow) => decimalText(sessions, terminal.language),
      isShown: true,
    },
    { title: columns.energy, cell: (row: ReportRow) => text.session.kwh(row.energyWh / 1000), isShown: true },
    { title: columns.revenue, cell: (row: ReportRow) => moneyOf(terminal, row, 'amount'), isShown: true },
    {
      title: columns.tax,
      cell: (row: ReportRow) => moneyOf(terminal, row, 'tax'),
      isShown: has(hasTax),
      isOptional: true,
    },
    {
      title: columns.utilisation,
      cell: ({ utilisation }: ReportRow) => shareOf(terminal, utilisation),
      isShown: has(({ utilisation }) => utilisation !== null),
      isOptional: true,
    },
    {
      title: columns.success,
      cell: ({ firstTimeSuccess }: ReportRow) => shareOf(terminal, firstTimeSuccess),
      isShown: has(({ firstTimeSuccess }) => firstTimeSuccess !== null),
      isOptional: true,
    },
    {
      title: columns.uptime,
      cell: ({ uptime }: ReportRow) => shareOf(terminal, uptime === null ? null : uptime / 100, 2),
      isShown: has(({ uptime }) => uptime !== null),
      isOptional: true,
    },
    {
      title: columns.refusals,
      cell: ({ refusals }: ReportRow) => decimalText(refusals, terminal.language),
      isShown: true,
      isOptional: true,
    },
  ].filter(({ isShown }) => isShown);
  const rowOf = (row: ReportRow, name: Cell): Cell[] => [name, ...shown.map(({ cell }) => cell(row))];
  return {
    columns: [
      { title: text.report.by[by], isFlexible: true },
      ...shown.map(({ title, isOptional = false }) => ({ title, isOptional, isRight: true })),
    ],
    rows: [
      ...rows.map((row) => rowOf(row, nameOf(terminal, by, row))),
      rowOf(total, { text: text.report.total, tone: 'strong' }),
    ],
  };
}

function nameOf({ text }: Terminal, by: ReportBy, { key, name }: ReportRow): string {
  if (key === '') return text.report.noName[by];
  if (by === 'driver') return name ?? text.driver.nameless;
  return name === null || name === key ? key : `${key} (${name})`;
}

/** Currencies are never added up. */
function moneyOf({ language }: Terminal, { revenue }: ReportRow, part: 'amount' | 'tax'): string {
  return revenue.map((each) => moneyText(each[part], each.currency, language)).join(' + ');
}

function hasTax({ revenue }: ReportRow): boolean {
  return revenue.some(({ tax }) => Number(tax) !== 0);
}

function shareOf({ language }: Terminal, share: number | null, digits = 1): string {
  return share === null ? '' : percentText(share, language, digits);
}
