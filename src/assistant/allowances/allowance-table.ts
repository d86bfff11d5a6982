import type { Pool } from 'pg';
import type { PermissionRule } from '#contract/agents/assistant.ts';

type Allowed = { server: string; tool: string; hash: string };

/** What one owner allowed their assistant for ever. A tool that is described in another way now is another tool. */
export function allowanceTable(pool: Pool, owner: string) {
  return {
    async isAlways({ server, tool, hash }: Allowed): Promise<boolean> {
      const { rowCount } = await pool.query(
        'select from assistant_allowance where owner = $1 and server = $2 and tool = $3 and hash = $4',
        [owner, server, tool, hash],
      );
      return rowCount === 1;
    },
    async rememberAlways({ server, tool, hash }: Allowed): Promise<void> {
      await pool.query(
        `insert into assistant_allowance (owner, server, tool, hash) values ($1, $2, $3, $4)
         on conflict (owner, server, tool) do update set hash = excluded.hash`,
        [owner, server, tool, hash],
      );
    },
    async list(): Promise<Allowed[]> {
      const { rows } = await pool.query<Allowed>(
        'select server, tool, hash from assistant_allowance where owner = $1 order by server, tool',
        [owner],
      );
      return rows;
    },
    async rules(): Promise<PermissionRule[]> {
      const { rows } = await pool.query<{ rules: PermissionRule[] }>(
        'select rules from assistant_permission where owner = $1',
        [owner],
      );
      return rows[0]?.rules ?? [];
    },
    async setRules(rules: readonly PermissionRule[]): Promise<void> {
      await pool.query(
        `insert into assistant_permission (owner, rules) values ($1, $2)
         on conflict (owner) do update set rules = excluded.rules`,
        [owner, JSON.stringify(rules)],
      );
    },
    async forget(server: string, tool: string): Promise<void> {
      await pool.query('delete from assistant_allowance where owner = $1 and server = $2 and tool = $3', [
        owner,
        server,
        tool,
      ]);
    },
  };
}
