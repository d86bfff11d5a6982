import type { ClientBase, Pool } from 'pg';
import type { Halt } from '#contract/agents/halt.ts';
import type { Projection } from '#ledger/ledger-types.ts';

export const neverHalted: Halt = { isOn: false, why: null, by: null, byName: null, since: null };

export async function readHalt(database: Pool | ClientBase): Promise<Halt> {
  const { rows } = await database.query<{
    is_on: boolean;
    why: string | null;
    by: string | null;
    name: string | null;
    since: Date;
  }>(
    `select is_on, why, by, since, principal_key.name from halt left join principal_key on principal_key.id = halt.by`,
  );
  const [row] = rows;
  if (row === undefined) return neverHalted;
  return { isOn: row.is_on, why: row.why, by: row.by, byName: row.name, since: row.since.toISOString() };
}

export type HaltRow = { isOn: boolean; why: string | null; by: string; since: Date };

export const haltRow: Projection<HaltRow> = {
  name: 'halt',
  order: 52,
  identity: () => 'halt',
  merge: (_earlier, later) => later,
  async write(client, rows) {
    for (const { isOn, why, by, since } of rows)
      await client.query(
        `insert into halt (is_on, why, by, since) values ($1, $2, $3, $4)
         on conflict (is_only) do update set is_on = excluded.is_on, why = excluded.why, by = excluded.by, since = excluded.since`,
        [isOn, why, by, since],
      );
  },
};
