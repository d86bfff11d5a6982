import type { Client } from 'pg';
import type { Report } from '../../src/contract/reports/report.ts';
import { fillMonth, type MonthSums, sumsOfMonth } from '../../test/support/fill-month.ts';
import type { Result, Work } from '../harness/bench.ts';
import { withDatabase } from '../harness/database-counters.ts';
import { untilQuiet } from '../harness/measure.ts';
import { residentMbOf } from '../harness/process-tree.ts';
import { type Product, withProduct } from '../harness/product.ts';

const month = '2024-03';
const lookEveryMs = 50;

export const monthReport: Work = {
  name: 'month-report',
  about: 'a month of a million sessions over HTTP: first row, whole export, memory, reports; sums beside those of SQL',
  run: ({ isQuick, profileTo }) =>
    withProduct({ profileTo }, (product) => measure(product, isQuick ? 50_000 : 1_000_000)),
};

async function measure(product: Product, sessions: number): Promise<Result[]> {
  const sums = await withDatabase(product.databaseUrl ?? '', (client) => fill(client, sessions));
  await untilQuiet(product.pid);
  const of = (what: string) => `${what}, ${sessions} sessions`;
  const result = (what: string, figures: Result['figures']): Result => ({
    work: 'month-report',
    of: of(what),
    server: 'product',
    figures,
  });
  await readReport(product, 'total'); // what is compiled at the first question is not part of the second one
  await readExport(product, sums, 'from=2024-03-10T00:00:00Z&to=2024-03-10T06:00:00Z');
  const results: Result[] = [];
  for (const time of ['', ' again', ' a third time']) {
    const { firstRowSeconds, ...whole } = await readExport(product, sums);
    results.push(result(`first row${time}`, { seconds: firstRowSeconds }), result(`whole export${time}`, whole));
  }
  for (const by of ['day', 'site', 'station', 'driver', 'total']) {
    const startedAt = performance.now();
    const isEqualToSql = isEqual(await readReport(product, by), sums);
    results.push(result(`report by ${by}`, { seconds: secondsSince(startedAt), isEqualToSql }));
  }
  return results;
}

async function fill(client: Client, sessions: number): Promise<MonthSums[]> {
  const startedAt = performance.now();
  await fillMonth(client, { month, sessions });
  // Housekeeping for so many rows at once would fall into the measurement; in real life it is spread over the month.
  await client.query('vacuum (analyze) session, bill');
  await client.query('checkpoint');
  console.log(`  filled in ${sessions} sessions with their bills in ${secondsSince(startedAt).toFixed(0)} s`);
  return sumsOfMonth(client, month);
}

async function readReport({ apiUrl }: Product, by: string): Promise<Report> {
  const response = await fetch(`${apiUrl}/api/reports?by=${by}&month=${month}`);
  if (!response.ok) throw new Error(`The report by ${by} failed: ${response.status} ${await response.text()}`);
  return (await response.json()) as Report;
}

function units(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(4, '0'));
}

function isEqual({ total }: Report, sums: readonly MonthSums[]): boolean {
  const sessions = sums.reduce((sum, each) => sum + each.sessions, 0);
  const energyMwh = sums.reduce((sum, each) => sum + BigInt(each.energyMwh), 0n);
  const isMoneyEqual = sums.every(
    ({ currency, total: amount, tax }) =>
      currency === null ||
      total.revenue.some(
        (each) => each.currency === currency && units(each.amount) === units(amount) && units(each.tax) === units(tax),
      ),
  );
  return total.sessions === sessions && BigInt(Math.round(total.energyWh * 1000)) === energyMwh && isMoneyEqual;
}

type Exported = Result['figures'] & { firstRowSeconds: number };

async function readExport(
  { apiUrl, pid }: Product,
  sums: readonly MonthSums[],
  period = `month=${month}`,
): Promise<Exported> {
  const before = residentMbOf(pid);
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMbOf(pid));
  }, lookEveryMs);
  try {
    const startedAt = performance.now();
    const response = await fetch(`${apiUrl}/api/reports/sessions?${period}&format=csv`);
    if (!response.ok || response.body === null) throw new Error(`The export failed: ${response.status}`);
    const found = new Map<string, { sessions: number; total: bigint; tax: bigint }>();
    let firstRowSeconds = Number.NaN;
    let rows = -1; // the header is none
    for await (const line of linesOf(response.body)) {
      rows += 1;
      if (rows === 0) continue;
      if (rows === 1) firstRowSeconds = secondsSince(startedAt);
      const [currency = '', total = '', tax = ''] = line.split(',').slice(15);
      const known = found.get(currency) ?? { sessions: 0, total: 0n, tax: 0n };
      found.set(currency, {
        sessions: known.sessions + 1,
        total: known.total + units(total),
        tax: known.tax + units(tax),
      });
    }
    const isEqualToSql =
      Number(response.headers.get('x-total-count')) === rows &&
      sums.every(({ currency, sessions, total, tax }) => {
        const each = found.get(currency ?? '');
        return each?.sessions === sessions && each.total === units(total) && each.tax === units(tax);
      });
    const seconds = secondsSince(startedAt);
    return { firstRowSeconds, seconds, messages: rows, residentMb: { before, peak }, isEqualToSql };
  } finally {
    clearInterval(watch);
  }
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\r\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000;
}
