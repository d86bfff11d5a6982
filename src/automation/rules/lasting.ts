import type { Pool } from 'pg';
import type { Rule } from '#contract/automation/rule.ts';
import type { LedgerEvent } from '#contract/event.ts';
import type { StationFacts } from './meets-conditions.ts';

/** How long what triggers a rule has to last; 0: not at all. */
export function lastsMs({ when }: Pick<Rule, 'when'>): number {
  return when.on === 'event' ? (when.forMinutes ?? 0) * 60_000 : 0;
}

/** Of what the event tells: a connector, or the station as a whole. */
export function placeOfEvent({ stationId, body }: Pick<LedgerEvent, 'stationId' | 'body'>): string {
  const { evseId, connectorId } = body as { evseId?: unknown; connectorId?: unknown };
  return JSON.stringify([stationId, evseId ?? null, connectorId ?? null]);
}

const opposites: Readonly<Record<string, 'isOnline' | 'isOffline'>> = {
  'station-went-offline': 'isOffline',
  'station-connected': 'isOnline',
};

/** Whether a connection is still as the event told it; of anything else only a later event could tell. */
export function isStillSo({ kind }: Pick<LedgerEvent, 'kind'>, facts: StationFacts | null): boolean {
  const wanted = opposites[kind];
  return wanted === undefined || facts?.isOnline === (wanted === 'isOnline');
}

export type Waiting = { ruleId: string; event: LedgerEvent; dueAt: Date };

/** From now on it is waited for; one at the same place that was waited for before begins anew. */
export async function waitFor(pool: Pool, { ruleId, event, dueAt }: Waiting): Promise<void> {
  await pool.query(
    `insert into rule_wait (rule_id, place, event, due_at) values ($1, $2, $3, $4)
     on conflict (rule_id, place) do update set event = excluded.event, due_at = excluded.due_at`,
    [ruleId, placeOfEvent(event), JSON.stringify(event), dueAt],
  );
}

/** It is no longer so. */
export async function stopWaiting(pool: Pool, ruleId: string, event: LedgerEvent): Promise<void> {
  await pool.query('delete from rule_wait where rule_id = $1 and place = $2', [ruleId, placeOfEvent(event)]);
}

/** What has lasted, oldest first. Each stays until `endWait`: a process that dies before it has decided leaves it to the next one. */
export async function findDue(pool: Pool, now: Date): Promise<Waiting[]> {
  const { rows } = await pool.query<Waiting>(
    'select rule_id as "ruleId", event, due_at as "dueAt" from rule_wait where due_at <= $1 order by due_at',
    [now],
  );
  return rows;
}

/** It was decided upon; what began anew at the same place meanwhile is still waited for. */
export async function endWait(pool: Pool, { ruleId, event, dueAt }: Waiting): Promise<void> {
  await pool.query('delete from rule_wait where rule_id = $1 and place = $2 and due_at = $3', [
    ruleId,
    placeOfEvent(event),
    dueAt,
  ]);
}

/** Of the past: what nothing at the same place put an end to before it had lasted. Oldest first, with all that can put an end to it. */
export function lasted(rule: Pick<Rule, 'when'>, events: readonly LedgerEvent[], now: Date): LedgerEvent[] {
  const ms = lastsMs(rule);
  if (ms === 0) return [...events];
  const next = new Map<string, number>();
  const kept: LedgerEvent[] = [];
  for (const event of events.toReversed()) {
    const place = placeOfEvent(event);
    const at = Date.parse(event.happenedAt);
    const end = next.get(place) ?? now.getTime();
    if (end - at >= ms) kept.push(event);
    next.set(place, at);
  }
  return kept.toReversed();
}
