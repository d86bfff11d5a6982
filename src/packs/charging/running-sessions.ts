import type { Json } from '#base/json-schema.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import type { Charging } from '#charging/open-charging.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import type { ListedSession } from '#contract/sessions/session.ts';

/** What runs at a station, or at one of its EVSEs; a session that has not told its EVSE may be at any of them. */
export async function runningSessions(
  { sessions }: Pick<Charging, 'sessions'>,
  stationId: string,
  evseId?: number,
): Promise<ListedSession[]> {
  const { sessions: running } = await sessions.find({ stationId, state: 'running', limit: 1000 });
  return running.filter((session) => evseId === undefined || session.evseId === null || session.evseId === evseId);
}

/** For whoever approves: the sessions that something would touch. The token is told as its hash, as everywhere. */
export function sessionsInPlan(running: readonly ListedSession[]): Json {
  return running.slice(0, 20).map(({ id, evseId, connectorId, tokenHash, startedAt, energyWh }) => ({
    session_id: id,
    evse_id: evseId,
    connector_id: connectorId,
    token_id: tokenHash === null ? null : untrustedText(tokenHash),
    started_at: startedAt,
    energy_kwh: energyWh === null ? null : Math.round(energyWh) / 1000,
  }));
}

/** What a plan rests upon: another session than those that were looked at must not be touched. */
export function sessionsAsPrecondition(running: readonly ListedSession[]): Json {
  return running.map(({ id }) => id).toSorted();
}

/** "the one session that is running there", "the 3 sessions that are running there" */
export function sessionsByCode(count: number): Sentence {
  return count === 1 ? sentenceOf('one-session') : sentenceOf('many-sessions', { count });
}
