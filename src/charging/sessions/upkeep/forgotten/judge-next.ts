import type { Session } from '../../fold/session.ts';
import type { SessionEvent } from '../../record/session-event.ts';

type Next = Pick<SessionEvent, 'at' | 'receivedAt' | 'isOffline' | 'connectorId'>;
type Running = Pick<Session, 'startedAt' | 'lastAt' | 'connectorId'>;
export type NextJudgement = { verdict: 'goes-on' | 'overlaps' } | { verdict: 'over'; since: Date };

/** No station was built before: a clock that says so was never set. */
const leastPlausible = '2015';

/**
 * What a start at the EVSE of a running session means for that session. An old start that is delivered late ends nothing. Where the
 * running session was heard of after the other began, or stands at another connector, both are told to run at once.
 */
export function judgeNext(session: Running, next: Next): NextJudgement {
  const since = next.at.toISOString() < leastPlausible ? next.receivedAt : next.at;
  const at = since.toISOString();
  const { startedAt, lastAt, connectorId } = session;
  if (lastAt === null || at < (startedAt ?? lastAt)) return { verdict: 'goes-on' };
  const isElsewhere = connectorId !== null && next.connectorId !== null && connectorId !== next.connectorId;
  if (at < lastAt || isElsewhere) return { verdict: 'overlaps' };
  return next.isOffline ? { verdict: 'goes-on' } : { verdict: 'over', since };
}
