import type { Pool } from 'pg';

export type Asked = { text: string; values: readonly unknown[] };
type Rows = readonly object[] | ((asked: Asked) => readonly object[]);

/** Rows in place of a database, by what a question says: for the rules around a query, never for the query itself. */
export function scriptedPool(...answers: [when: string, rows: Rows][]): { pool: Pool; asked: Asked[] } {
  const asked: Asked[] = [];
  const query = async (given: string | { text: string; values?: unknown[] }, more: unknown[] = []) => {
    const question =
      typeof given === 'string' ? { text: given, values: more } : { text: given.text, values: given.values ?? more };
    asked.push(question);
    const found = answers.find(([when]) => question.text.includes(when))?.[1] ?? [];
    const rows = typeof found === 'function' ? found(question) : found;
    return { rows: [...rows], rowCount: rows.length };
  };
  return { pool: { query } as unknown as Pool, asked };
}
