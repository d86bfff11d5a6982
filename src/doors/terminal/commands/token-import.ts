import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { type AccessImported, type ImportProblem, importProblem } from '#contract/access/driver.ts';
import { driverApi } from '#contract/api/drivers.ts';
import { openApi } from '../api.ts';
import { done, wrongUse } from '../exit-code.ts';
import { inReaderWords } from '../in-reader-words.ts';
import { json } from '../json.ts';
import { readText } from '../read-text.ts';
import type { ServerOptions } from '../server-address.ts';
import { tableLines } from '../show-list.ts';
import type { Cell, Table } from '../table.ts';
import type { Terminal } from '../terminal.ts';

export type TokenImportOptions = ServerOptions & { file: string; dryRun?: boolean; json?: boolean };

const refusedRows = z.object({ problems: z.array(importProblem), count: z.int().optional() });

/** All rows or none; what is wrong is told row by row. */
export async function tokenImport(terminal: Terminal, options: TokenImportOptions): Promise<number> {
  const { text } = terminal;
  const csv = await readText(terminal, options.file);
  const isDryRun = options.dryRun === true;
  if (terminal.isInteractive) terminal.err(text.token.importing(String(rowCount(csv))));
  try {
    const imported = await openApi(terminal, options).call(driverApi.import, { body: { csv, isDryRun } });
    terminal.out(
      options.json ? json({ ...imported, isDryRun }) : importedLines(terminal, imported, isDryRun).join('\n'),
    );
    return done;
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
  const { notImported, oneProblem, moreProblems } = terminal.text.token;
  terminal.err(terminal.paint('bad', count === 1 ? oneProblem : notImported(String(count))));
  terminal.err(tableLines(terminal, problemTable(terminal, problems)).join('\n'));
  if (count > problems.length) terminal.err(moreProblems(String(count - problems.length)));
}

async function inTheirWords({ language }: Terminal, problems: readonly ImportProblem[]): Promise<ImportProblem[]> {
  return Promise.all(
    problems.map(async (one) => ({ ...one, problem: (await inReaderWords(one.sentence, language)) ?? one.problem })),
  );
}

function problemTable({ text }: Terminal, problems: readonly ImportProblem[]): Table {
  const { columns } = text.token;
  return {
    columns: [
      { title: columns.row, isRight: true },
      { title: columns.column },
      { title: columns.problem }, // is never cut: it is what one has to read
    ],
    rows: problems.map(({ row, column, problem }): Cell[] => [String(row), column ?? '', problem]),
  };
}
