import type { ClientBase, Pool } from 'pg';
import type { KillSwitchState } from '#contract/agents/kill-switch.ts';
import type { Projection } from '#ledger/ledger-types.ts';

export const neverUsed: KillSwitchState = { isOn: false, why: null, by: null, byName: null, since: null };

export async function readKillSwitch(database: Pool | ClientBase): Promise<KillSwitchState> {
  const { rows } = await database.query<{
    is_on: boolean;
    why: string | null;
    by: string | null;
    name: string | null;
    since: Date;
  }>(
    `select is_on, why, by, since, principal_key.name from kill_switch left join principal_key on principal_key.id = kill_switch.by`,
  );
  const [row] = rows;
  if (row === undefined) return neverUsed;
  return { isOn: row.is_on, why: row.why, by: row.by, byName: row.name, since: row.since.toISOString() };
}

export type KillSwitchRow = { isOn: boolean; why: string | null; by: string; since: Date };

export const killSwitchRow: Projection<KillSwitchRow> = {
  name: 'kill-switch',
  identity: () => 'kill-switch',
  merge: (_earlier, later) => later,
  async write(client, rows) {
    for (const { isOn, why, by, since } of rows)
      await client.query(
        `insert into kill_switch (is_on, why, by, since) values ($1, $2, $3, $4)
         on conflict (is_only) do update set is_on = excluded.is_on, why = excluded.why, by = excluded.by, since = excluded.since`,
        [isOn, why, by, since],
      );
  },
};
