import type { Pool } from 'pg';
import type { ActionOutcome, KeptBackReason, RuleRun } from '#contract/automation/rule.ts';
import type { PastRun } from './why-kept-back.ts';

export type NewRun = {
  id: string;
  ruleId: string;
  triggerKey: string;
  stationId: string | null;
  eventId: string | null;
  at: Date;
};

/** False: the same trigger was taken before, and must not act again. */
export async function beginRun(pool: Pool, run: NewRun): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into rule_run (id, rule_id, trigger_key, station_id, event_id, at, state)
     values ($1, $2, $3, $4, $5, $6, 'running') on conflict do nothing`,
    [run.id, run.ruleId, run.triggerKey, run.stationId, run.eventId, run.at],
  );
  return rowCount === 1;
}

/** Whether the trigger was acted upon: one that comes again after a crash is no new one that a limit would hold back. */
export async function wasTaken(
  pool: Pool,
  { ruleId, triggerKey }: Pick<NewRun, 'ruleId' | 'triggerKey'>,
): Promise<boolean> {
  const { rowCount } = await pool.query('select from rule_run where rule_id = $1 and trigger_key = $2', [
    ruleId,
    triggerKey,
  ]);
  return rowCount === 1;
}

export type RunEnd = {
  state: 'done' | 'not-done' | 'stopped' | 'interrupted';
  reason: string | null;
  actions: readonly ActionOutcome[];
  isVerified: boolean | null;
};

export async function endRun(pool: Pool, id: string, at: Date, end: RunEnd): Promise<void> {
  await pool.query(
    'update rule_run set ended_at = $2, state = $3, reason = $4, actions = $5, is_verified = $6 where id = $1',
    [id, at, end.state, end.reason, JSON.stringify(end.actions), end.isVerified],
  );
}

/** One row for a reason, a station and a day, which counts: a rule that is triggered all day fills no table. True: the first one. */
export async function noteKeptBack(
  pool: Pool,
  run: Omit<NewRun, 'triggerKey'>,
  reason: KeptBackReason,
): Promise<boolean> {
  const key = `kept-back ${reason} ${run.stationId ?? ''} ${run.at.toISOString().slice(0, 10)}`;
  const { rows } = await pool.query<{ times: number }>(
    `insert into rule_run as known (id, rule_id, trigger_key, station_id, event_id, at, ended_at, state, reason)
     values ($1, $2, $3, $4, $5, $6, $6, 'kept-back', $7)
     on conflict (rule_id, trigger_key) do update set times = known.times + 1, at = excluded.at, event_id = excluded.event_id
     returning times`,
    [run.id, run.ruleId, key, run.stationId, run.eventId, run.at, reason],
  );
  return rows[0]?.times === 1;
}

const day = 86_400_000;

/** What the rule did lately: the last 24 hours, and the last run at the station however long ago within a week. */
export async function pastRuns(
  pool: Pool,
  { ruleId, stationId, at }: { ruleId: string; stationId: string | null; at: Date },
): Promise<PastRun[]> {
  const { rows } = await pool.query<PastRun>(
    `select at, station_id as "stationId", state <> 'stopped' as "hasActed" from rule_run
     where rule_id = $1 and state <> 'kept-back'
       and (at > $2 or (at > $3 and station_id is not distinct from $4)) order by at desc limit 10000`,
    [ruleId, new Date(at.getTime() - day), new Date(at.getTime() - 8 * day), stationId],
  );
  return rows;
}

/** Runs of a process that died: nobody knows how far they came, so none is done again. */
export async function endInterrupted(pool: Pool, at: Date): Promise<number> {
  const { rowCount } = await pool.query(
    `update rule_run set state = 'interrupted', ended_at = $1, reason = 'interrupted' where state = 'running'`,
    [at],
  );
  return rowCount ?? 0;
}

type RunRow = Omit<RuleRun, 'at' | 'endedAt'> & { at: Date; endedAt: Date | null };

export async function readRuns(
  pool: Pool,
  { ruleIds, limit }: { ruleIds: readonly string[]; limit: number },
): Promise<RuleRun[]> {
  const { rows } = await pool.query<RunRow>(
    `select rule_run.id, rule_id as "ruleId", rule.definition ->> 'name' as "ruleName", station_id as "stationId", event_id as "eventId",
       at, rule_run.ended_at as "endedAt", state, reason, times, actions, is_verified as "isVerified"
     from rule_run join rule on rule.id = rule_id where rule_id = any($1) order by at desc, rule_run.id desc limit $2`,
    [ruleIds, limit],
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), endedAt: row.endedAt?.toISOString() ?? null }));
}
