import { SigecError } from '#base/errors.ts';
import { reportApi } from '#contract/api/reports.ts';
import type { Report, ReportBy, ReportRow, UptimeReport } from '#contract/reports/report.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { writeOut } from '../files.ts';
import { json } from '../json.ts';
import { decimalText, moneyText, percentText } from '../money.ts';
import { everyFewSeconds } from '../progress.ts';
import type { ShowOptions } from '../read-options.ts';
import { type ReportFilterOptions, readReportFilter } from '../report-filter.ts';
import { energyWords } from '../session-words.ts';
import { type ColumnOf, showList, strong, type Table, tableLines, tableOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { wordOf } from '../text/text.ts';

type Format = 'table' | 'csv' | 'json' | 'html';
type ReportOptions = ShowOptions &
  ReportFilterOptions & { by?: ReportBy; format?: Format; out?: string; excess?: readonly string[] };

export async function report(terminal: Terminal, options: ReportOptions): Promise<number> {
  const [verb] = options.excess ?? [];
  if (verb !== undefined) throw new SigecError('INVALID_INPUT', terminal.text.wrongUse.unknownCommand(verb));
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
function formatOf(file: string | undefined): Format {
  const [, ending] = /\.(csv|json|html)$/i.exec(file ?? '') ?? [];
  return (ending?.toLowerCase() as Format | undefined) ?? 'table';
}

async function* textOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

function reportLines(terminal: Terminal, made: Report): string[] {
  const { text } = terminal;
  const lastMoment = new Date(Date.parse(made.to) - 1); // a period ends before its end
  const period = text.report.period(dayOf(made.from, made.timeZone), dayOf(lastMoment, made.timeZone));
  const zones = made.timeZones.length > 1 ? made.timeZones.join(', ') : made.timeZone;
  const heading = terminal.paint('quiet', `${period}, ${text.report.clock(zones)}`);
  const rows = made.rows.filter(hasSomething);
  if (rows.length === 0) return [heading, '', text.report.none];
  return [heading, '', ...tableLines(terminal, reportTable(terminal, { ...made, rows }))];
}

/** Days to come, and those before the first station, are left to programs. */
function hasSomething({ sessions, refusals, revenue, uptime }: ReportRow): boolean {
  return sessions > 0 || refusals > 0 || revenue.length > 0 || uptime !== null;
}

/** "2026-03-01", by the clock of the report. */
function dayOf(time: Date | string, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(time));
}

function reportTable(terminal: Terminal, { by, rows, total }: Report): Table {
  const { text, language } = terminal;
  const { titles } = text;
  const all = [...rows, total];
  const money = ({ revenue }: ReportRow, part: 'amount' | 'tax') =>
    revenue.map((each) => moneyText(each[part], each.currency, language)).join(' + '); // currencies are never added up
  const percent = (share: number | null, digits = 1) => (share === null ? '' : percentText(share, language, digits));
  const nameOf = (row: ReportRow) => (row === total ? strong(text.report.total) : nameWords(terminal, by, row));
  // What does not apply to any row, such as the uptime of a driver, has no column.
  const where = (isThere: (row: ReportRow) => boolean, column: ColumnOf<ReportRow>) =>
    all.some(isThere) ? [column] : [];
  return tableOf(all, [
    [text.report.by[by], nameOf, 'flexible'],
    [titles.sessions, ({ sessions }) => decimalText(sessions, language), 'right'],
    [titles.energy, ({ energyWh }) => energyWords(text, energyWh), 'right'],
    [titles.revenue, (row) => money(row, 'amount'), 'right'],
    ...where(hasTax, [titles.tax, (row) => money(row, 'tax'), 'right optional']),
    ...where(
      ({ utilisation }) => utilisation !== null,
      [titles.utilisation, ({ utilisation }) => percent(utilisation), 'right optional'],
    ),
    ...where(
      ({ firstTimeSuccess }) => firstTimeSuccess !== null,
      [titles.success, ({ firstTimeSuccess }) => percent(firstTimeSuccess), 'right optional'],
    ),
    ...where(
      ({ uptime }) => uptime !== null,
      [titles.uptime, ({ uptime }) => percent(uptime && uptime / 100, 2), 'right optional'],
    ),
    [titles.refusals, ({ refusals }) => decimalText(refusals, language), 'right optional'],
  ]);
}

function nameWords({ text }: Terminal, by: ReportBy, { key, name }: ReportRow): string {
  if (key === '') return text.report.noName[by];
  if (by === 'driver') return name ?? text.driver.nameless;
  return name === null || name === key ? key : `${key} (${name})`;
}

function hasTax({ revenue }: ReportRow): boolean {
  return revenue.some(({ tax }) => Number(tax) !== 0);
}

type Options = ShowOptions & ReportFilterOptions;

/** Port by port, with what took it down. */
export async function reportUptime(terminal: Terminal, options: Options): Promise<number> {
  const api = openApi(terminal, options);
  const made = await api.call(reportApi.uptime, { query: await readReportFilter(terminal, api, options) });
  const { text, language } = terminal;
  const { titles } = text;
  const { ports, uptime } = made.total;
  const minutes = (count: number) => text.report.minutes(decimalText(count, language, 1));
  const percent = (share: number) => percentText(share / 100, language, 3);
  return showList(terminal, options, {
    value: made,
    none: text.report.noPorts,
    table: () =>
      tableOf(made.ports, [
        [titles.station, ({ stationId }) => strong(stationId), 'flexible'],
        [titles.evse, ({ evseId }) => evseId, 'right'],
        [titles.site, ({ siteId }) => siteId, 'flexible optional'],
        [titles.uptime, (port) => percent(port.uptime), 'right'],
        [titles.down, ({ outageMinutes }) => minutes(outageMinutes), 'right'],
        [titles.excluded, ({ excludedMinutes }) => minutes(excludedMinutes), 'right optional'],
        [titles.causes, (port) => causesOf(terminal, port), 'flexible'],
      ]),
    more: uptime === null ? undefined : text.report.allPorts(String(ports), percent(uptime)),
  });
}

function causesOf({ text, language }: Terminal, { causes }: UptimeReport['ports'][number]): string {
  return causes
    .map(({ cause, code, minutes, times }) => {
      const word = wordOf(text.outage.causes, cause);
      return text.report.cause({
        cause: code === null ? word : `${word} (${code})`,
        minutes: decimalText(minutes, language, 1),
        times: String(times),
      });
    })
    .join(', ');
}

export async function reportRefusals(terminal: Terminal, options: Options): Promise<number> {
  const api = openApi(terminal, options);
  const made = await api.call(reportApi.refusals, { query: await readReportFilter(terminal, api, options) });
  const { titles } = terminal.text;
  const { reasons, none } = terminal.text.refusal;
  const number = (count: number) => decimalText(count, terminal.language);
  return showList(terminal, options, {
    value: made,
    none,
    table: () =>
      tableOf(made.rows, [
        [titles.why, ({ reason }) => wordOf(reasons, reason), 'flexible'],
        [titles.times, ({ times }) => number(times), 'right'],
        [titles.stations, ({ stations }) => number(stations), 'right'],
        [titles.tokens, ({ tokens }) => number(tokens), 'right'],
      ]),
  });
}

type ReportSessionsOptions = ShowOptions & ReportFilterOptions & { format?: 'csv' | 'jsonl'; out?: string };

/** Every session of a period with its cost; how far it is, where a file is written. */
export async function reportSessions(terminal: Terminal, options: ReportSessionsOptions): Promise<number> {
  const api = openApi(terminal, options);
  const { out } = options;
  const format =
    options.json || (options.format === undefined && out?.endsWith('.jsonl')) ? 'jsonl' : (options.format ?? 'csv');
  const { rows, chunks } = await api.file(reportApi.sessions, {
    query: { ...(await readReportFilter(terminal, api, options)), format },
  });
  if (out === undefined) {
    await writeOut(terminal, undefined, chunks);
    return done;
  }
  const counted = counting(terminal, chunks, { of: rows, headLines: format === 'csv' ? 1 : 0 });
  await writeOut(terminal, out, counted.chunks);
  terminal.err(terminal.text.report.written(decimalText(counted.rows(), terminal.language), out));
  return done;
}

type Extent = { of: number | null; headLines: number };
const lineEnd = 10;
const redrawMs = 100;

/** Passes the parts on and tells how many lines went by: as a bar on a screen, elsewhere as a line every few seconds. */
function counting(terminal: Terminal, chunks: AsyncIterable<Uint8Array>, { of, headLines }: Extent) {
  let lines = -headLines;
  let nextAt = 0;
  const tell = everyFewSeconds(() => terminal.err(progressWords(terminal, lines, of)));
  const redraw = () => {
    if (performance.now() < nextAt) return;
    nextAt = performance.now() + redrawMs;
    terminal.write(`\r\u001b[K${barOf(terminal, lines, of)}`);
  };
  const passing = async function* () {
    for await (const chunk of chunks) {
      for (const byte of chunk) if (byte === lineEnd) lines += 1;
      if (terminal.isInteractive) redraw();
      else tell();
      yield chunk;
    }
    if (terminal.isInteractive) terminal.write('\r\u001b[K');
  };
  return { chunks: passing(), rows: () => Math.max(0, lines) };
}

const barWidth = 30;

/** "████████░░░░  412,000 of 1,000,000 (41 %)" */
function barOf(terminal: Terminal, lines: number, of: number | null): string {
  const words = progressWords(terminal, lines, of);
  if (of === null || of === 0) return words;
  const full = Math.round(Math.min(1, Math.max(0, lines) / of) * barWidth);
  return `${'█'.repeat(full)}${'░'.repeat(barWidth - full)}  ${words}`;
}

function progressWords({ text, language }: Terminal, lines: number, of: number | null): string {
  const rows = decimalText(Math.max(0, lines), language);
  if (of === null || of === 0) return text.report.progressOnly(rows);
  return text.report.progress({
    rows,
    of: decimalText(of, language),
    percent: percentText(Math.min(1, Math.max(0, lines) / of), language, 0),
  });
}
