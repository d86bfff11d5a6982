import type { Pool } from 'pg';
import type { Outcome } from '#contract/commands/command.ts';

/** What the rules kept back was never asked of a station: it counts neither as asked nor as done. */
const wasLetPass = `(status = 'not-sent' and code in ('KillSwitch', 'OverBudget', 'CoolingDown')) is not true`;
/** What the station refused did nothing. One without an answer may have worked all the same. */
const mayHaveWorked = `(status is null or status in ('accepted', 'no-answer'))`;

export type Counted = { at: number; kw: number };

/** What an actor asked after that time, in order: by way of this node where that is wanted, and by way of the others. */
export async function readAsked(
  pool: Pool,
  { askedBy, since, nodeId, withOwn }: { askedBy: string; since: number; nodeId: string; withOwn: boolean },
): Promise<{ own: Counted[]; others: Counted[] }> {
  const { rows } = await pool.query<{ asked_at: Date; power_kw: number | null; is_own: boolean }>(
    `select asked_at, power_kw, node is not distinct from $3::uuid as is_own from command
     where asked_by = $1 and asked_at > $2 and ($4 or node is distinct from $3::uuid) and ${wasLetPass}
     order by asked_at`,
    [askedBy, new Date(since), nodeId, withOwn],
  );
  const counted = (isOwn: boolean) =>
    rows.filter(({ is_own }) => is_own === isOwn).map((row) => ({ at: row.asked_at.getTime(), kw: row.power_kw ?? 0 }));
  return { own: counted(true), others: counted(false) };
}

/** How a command ended, as far as it has: `status` is null until then. */
export type Ended = { status: Outcome['status'] | null; losses: Outcome['losses'] | null };
export type AskedBefore = Ended & { name: string; input: Record<string, unknown>; at: number };

export async function readRecent(
  pool: Pool,
  { stationId, names, since }: { stationId: string; names: readonly string[]; since: number },
): Promise<AskedBefore[]> {
  const { rows } = await pool.query<Omit<AskedBefore, 'at'> & { asked_at: Date }>(
    `select name, input, asked_at, status, losses from command
     where station_id = $1 and name = any ($2::text[]) and asked_at > $3 and ${mayHaveWorked}`,
    [stationId, names, new Date(since)],
  );
  return rows.map(({ asked_at, ...row }) => ({ ...row, at: asked_at.getTime() }));
}
