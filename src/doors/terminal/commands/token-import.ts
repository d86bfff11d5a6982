import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { type AccessImported, type ImportProblem, importProblem } from '#contract/access/driver.ts';
import { driverApi } from '#contract/api/drivers.ts';
import { openApi } from '../api.ts';
import { wrongUse } from '../exit-code.ts';
import { readText } from '../files.ts';
import { json } from '../json.ts';
import type { ShowOptions } from '../read-options.ts';
import { inReaderWords } from '../request.ts';
import { show, tableLines, tableOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';

type TokenImportOptions = ShowOptions & { file: string; dryRun?: boolean };

const refusedRows = z.object({ problems: z.array(importProblem), count: z.int().optional() });

/** All rows or none; what is wrong is told row by row. */
export async function tokenImport(terminal: Terminal, options: TokenImportOptions): Promise<number> {
  const { text } = terminal;
  const csv = await readText(terminal, options.file);
  const isDryRun = options.dryRun === true;
  if (terminal.isInteractive) terminal.err(text.token.importing(String(rowCount(csv))));
  try {
    const imported = await openApi(terminal, options).call(driverApi.import, { body: { csv, isDryRun } });
    return await show(terminal, options, { ...imported, isDryRun }, () => importedLines(terminal, imported, isDryRun));
  } catch (thrown) {
    return tellRefusedRows(terminal, options, thrown);
  }
}

/** What is wrong with a file, row by row; anything else goes on. */
export async function tellRefusedRows(
  terminal: Terminal,
  options: { json?: boolean },
  thrown: unknown,
): Promise<number> {
  const read = thrown instanceof SigecError ? refusedRows.safeParse(thrown.details) : undefined;
  if (!read?.success) throw thrown;
  const { problems, count = problems.length } = read.data;
  if (options.json) terminal.out(json({ problems, count }));
  else tellProblems(terminal, await inTheirWords(terminal, problems), count);
  return wrongUse;
}

function rowCount(csv: string): number {
  return Math.max(0, csv.split('\n').filter((line) => line.trim() !== '').length - 1);
}

function importedLines({ text, paint }: Terminal, imported: AccessImported, isDryRun: boolean): string[] {
  const { rows, drivers, tokens } = imported;
  const { wouldImport, imported: taken, counts } = text.token;
  return [
    paint('good', (isDryRun ? wouldImport : taken)(String(rows))),
    counts({
      driversAdded: String(drivers.added),
      driversChanged: String(drivers.changed),
      tokensAdded: String(tokens.added),
      tokensChanged: String(tokens.changed),
    }),
  ];
}

function tellProblems(terminal: Terminal, problems: readonly ImportProblem[], count: number): void {
  const { titles } = terminal.text;
  const { notImported, oneProblem } = terminal.text.token;
  terminal.err(terminal.paint('bad', count === 1 ? oneProblem : notImported(String(count))));
  const table = tableOf(problems, [
    [titles.row, ({ row }) => row, 'right'],
    [titles.column, ({ column }) => column],
    [titles.problem, ({ problem }) => problem], // is never cut: it is what one has to read
  ]);
  terminal.err(tableLines(terminal, table).join('\n'));
  if (count > problems.length) terminal.err(terminal.text.list.more(count - problems.length));
}

async function inTheirWords({ language }: Terminal, problems: readonly ImportProblem[]): Promise<ImportProblem[]> {
  return Promise.all(
    problems.map(async (one) => ({ ...one, problem: (await inReaderWords(one.sentence, language)) ?? one.problem })),
  );
}
