import { readConfig } from '#base/config.ts';
import { openLog } from '#base/log.ts';
import type { RebuildReport } from '#main.ts';
import { tellingProblems } from '../backup-problem.ts';
import { done, failed } from '../exit-code.ts';
import { json } from '../json.ts';
import { decimalText } from '../money.ts';
import { everyFewSeconds } from '../progress.ts';
import { flagsOf } from '../settings-flags.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

export type RebuildOptions = Record<string, unknown> & { check?: boolean; json?: boolean };

/** Computes the sessions again from the ledger. */
export async function databaseRebuild(terminal: Terminal, options: RebuildOptions): Promise<number> {
  const { text } = terminal;
  const config = readConfig({ flags: flagsOf(options), env: terminal.env, envFile: '.env' });
  const isCheck = options.check === true;
  const signal = terminal.untilInterrupted();
  const { rebuildDatabase } = await import('#main.ts');
  const began = performance.now();
  const onProgress = everyFewSeconds((sessions: number) => terminal.err(text.database.compared(String(sessions))));
  const report = await tellingProblems(terminal, signal, () =>
    rebuildDatabase(config, openLog('error'), { isCheck, signal, onProgress }),
  );
  const seconds = (performance.now() - began) / 1000;
  if (options.json) terminal.out(json({ ...report, seconds }));
  else terminal.out(render(terminal, { report, isCheck, seconds }).join('\n'));
  return isWell(report, isCheck) ? done : failed;
}

function isWell(report: RebuildReport, isCheck: boolean): boolean {
  const { different, missing, withoutEvents, refused, bills, outages } = report;
  const isEqual = different + missing + withoutEvents + wrongBills(bills) + wrongOutages(outages) === 0;
  return isCheck ? isEqual : refused.length + withoutEvents === 0;
}

function wrongBills({ different, wrongSums, missing }: RebuildReport['bills']): number {
  return different + wrongSums + missing;
}

function wrongOutages({ different, wrongStates }: RebuildReport['outages']): number {
  return different + wrongStates;
}

type Rebuilt = { report: RebuildReport; isCheck: boolean; seconds: number };

function render({ text, paint, command, language }: Terminal, { report, isCheck, seconds }: Rebuilt): string[] {
  const { database: words } = text;
  const { sessions, different, missing, withoutEvents, columns, written, refused, examples, bills, outages } = report;
  const [wrong, wrongOnes] = [wrongBills(bills), wrongOutages(outages)];
  const total = words.allCompared(String(sessions), decimalText(seconds, language, 1));
  if (different + missing + withoutEvents + wrong + wrongOnes === 0) return [total, paint('good', words.allEqual)];
  const byColumn = Object.entries(columns).map(([column, count]) => `${column} (${count})`);
  return [
    total,
    ...(different === 0 ? [] : [paint('bad', words.different(String(different), byColumn.join(', ')))]),
    ...(missing === 0 ? [] : [paint('bad', words.missing(String(missing)))]),
    ...(withoutEvents === 0 ? [] : [paint('bad', words.withoutEvents(String(withoutEvents)))]),
    ...examples.map(
      ({ stationId, ref, columns: what }) =>
        `  ${visible(stationId)} ${visible(ref)}: ${typeof what === 'string' ? words.found[what] : what.join(', ')}`,
    ),
    ...(wrong === 0 ? [] : [paint('bad', words.wrongBills(String(wrong), String(bills.bills)))]),
    ...bills.examples.map(({ sessionId, what }) => `  ${sessionId}: ${words.foundBill[what]}`),
    ...(wrongOnes === 0
      ? []
      : [paint('bad', words.wrongOutages(String(outages.different), String(outages.wrongStates)))]),
    ...refused.map(({ stationId, ref, reason }) =>
      paint('bad', words.refused({ station: visible(stationId), ref: visible(ref), reason: visible(reason) })),
    ),
    ...(isCheck
      ? [words.toRebuild(`${command} database rebuild`)]
      : [paint('good', words.written(String(written + outages.written))), words.runningOnes]),
  ];
}
