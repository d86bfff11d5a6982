import type { Pool, QueryConfig, QueryResultRow } from 'pg';

const maxAtOnce = 2;
const patienceMs = 300_000;

/** Questions that take seconds wait their turn: stations share the connections to the database with them. */
export class LongQuestions {
  private readonly pool: Pool;
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(pool: Pool) {
    this.pool = pool;
  }

  async ask<Row extends QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    if (this.running === maxAtOnce) await new Promise<void>((begin) => this.waiting.push(begin));
    else this.running += 1;
    try {
      const question = { text, values, query_timeout: patienceMs } as QueryConfig<unknown[]>; // not in the types of pg
      return (await this.pool.query<Row>(question)).rows;
    } finally {
      const next = this.waiting.shift(); // takes the place over
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}
