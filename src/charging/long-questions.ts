import type { Pool, QueryConfig, QueryResultRow } from 'pg';
import type { ReadReplica } from '#database/read-replica.ts';

const maxAtOnce = 2;
const patienceMs = 300_000;

/** Questions that take seconds wait their turn: stations share the connections to the database with them. */
export class LongQuestions {
  private readonly pool: Pool;
  private readonly replica: Pick<ReadReplica, 'pool' | 'hasFailed'> | undefined;
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  /** `replica`: where they are asked while it follows closely. */
  constructor(pool: Pool, replica?: Pick<ReadReplica, 'pool' | 'hasFailed'>) {
    this.pool = pool;
    this.replica = replica;
  }

  async ask<Row extends QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    if (this.running === maxAtOnce) await new Promise<void>((begin) => this.waiting.push(begin));
    else this.running += 1;
    try {
      return await this.part<Row>(text, values);
    } finally {
      const next = this.waiting.shift(); // takes the place over
      if (next === undefined) this.running -= 1;
      else next();
    }
  }

  /** One small part of a long answer, which waits for nobody. */
  async part<Row extends QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    const question = { text, values, query_timeout: patienceMs } as QueryConfig<unknown[]>; // not in the types of pg
    const replica = this.replica?.pool;
    if (replica !== undefined)
      try {
        return (await replica.query<Row>(question)).rows;
      } catch (error) {
        if (this.replica?.hasFailed(error) !== true) throw error;
      }
    return (await this.pool.query<Row>(question)).rows;
  }
}
