import { reportApi } from '#contract/api/reports.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { writeOut } from '../files.ts';
import { decimalText, percentText } from '../money.ts';
import { everyFewSeconds } from '../progress.ts';
import type { ShowOptions } from '../read-options.ts';
import { type ReportFilterOptions, readReportFilter } from '../report-filter.ts';
import type { Terminal } from '../terminal.ts';

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
