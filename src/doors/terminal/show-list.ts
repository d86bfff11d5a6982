import { done } from './exit-code.ts';
import { json } from './json.ts';
import { renderTable, type Table } from './table.ts';
import type { Terminal } from './terminal.ts';

type ListView = {
  /** What a program gets. */
  value: unknown;
  table: () => Table;
  /** What is said where there is nothing. */
  none: string;
  /** What is said where there is more than was asked for. */
  more?: string | undefined;
};

/** A list as JSON, as a table, or that there is nothing. */
export function showList(terminal: Terminal, { json: asJson }: { json?: boolean }, shown: ListView): number {
  if (asJson) {
    terminal.out(json(shown.value));
    return done;
  }
  const table = shown.table();
  if (table.rows.length === 0) terminal.err(shown.none);
  else terminal.out(tableLines(terminal, table).join('\n'));
  if (shown.more !== undefined) terminal.err(shown.more);
  return done;
}

export function tableLines({ size, paint }: Terminal, table: Table): string[] {
  return renderTable(table, { width: size()?.columns, paint });
}

/** What was done, as JSON or in a sentence. */
export function tellDone(
  terminal: Terminal,
  { json: asJson }: { json?: boolean },
  value: unknown,
  sentence: string,
): number {
  terminal.out(asJson ? json(value) : terminal.paint('good', sentence));
  return done;
}
