import type { Refusal } from '#contract/access/token.ts';
import { tokenApi } from '#contract/api/tokens.ts';
import type { Session } from '#contract/sessions/session.ts';
import { useRead } from '../../api/queries.ts';

/** Why the card that began this session was refused; null: it was not, or was accepted after all. */
export function useRefusedStart(session: Pick<Session, 'stationId' | 'ref' | 'state'>): Refusal | null {
  const query = { stationId: session.stationId, sessionRef: session.ref, limit: 200 };
  const key = ['refusals', query, session.state]; // its end may tell more
  return useRead(key, tokenApi.refusals, { query }).data?.refusals[0] ?? null;
}
