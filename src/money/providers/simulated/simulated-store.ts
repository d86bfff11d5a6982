import type { Pool } from 'pg';
import { transaction } from '#database/in-transaction.ts';
import type { Change, SimulatedPayment, SimulatedStore } from './simulated-bank.ts';

/** The bank's own table: it knows what it did, whatever became of us. */
export function simulatedTable(pool: Pool, provider: string): SimulatedStore {
  return {
    change<Result>(id: string, change: Change<Result>): Promise<Result> {
      return transaction(pool, async (client) => {
        await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`simulated ${provider} ${id}`]);
        const { rows } = await client.query<{ content: SimulatedPayment }>(
          'select content from simulated_payment where provider = $1 and id = $2',
          [provider, id],
        );
        const { payment, result } = change(rows[0]?.content);
        if (payment !== undefined && payment !== rows[0]?.content)
          await client.query(
            `insert into simulated_payment (provider, id, content, changed_at) values ($1, $2, $3, clock_timestamp())
             on conflict (provider, id) do update set content = excluded.content, changed_at = excluded.changed_at`,
            [provider, id, JSON.stringify(payment)],
          );
        return result;
      });
    },
    async list({ from }) {
      const { rows } = await pool.query<{ content: SimulatedPayment }>(
        'select content from simulated_payment where provider = $1 and changed_at >= $2 order by changed_at',
        [provider, from],
      );
      return rows.map(({ content }) => content);
    },
  };
}

export function simulatedMemory(): SimulatedStore & { payments: Map<string, SimulatedPayment> } {
  const payments = new Map<string, SimulatedPayment>();
  return {
    payments,
    change<Result>(id: string, change: Change<Result>): Promise<Result> {
      const { payment, result } = change(payments.get(id));
      if (payment !== undefined) payments.set(id, payment);
      return Promise.resolve(result);
    },
    list: () => Promise.resolve([...payments.values()]),
  };
}
