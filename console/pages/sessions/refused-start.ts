import { useQuery } from '@tanstack/react-query';
import type { Refusal } from '#contract/access/token.ts';
import { tokenApi } from '#contract/api/tokens.ts';
import type { Session } from '#contract/sessions/session.ts';
import { call } from '../../live/call.ts';
import { again } from '../../live/queries.ts';

/** Why the card that began this session was refused; null: it was not, or was accepted after all. */
export function useRefusedStart({
  stationId,
  ref,
  state,
}: Pick<Session, 'stationId' | 'ref' | 'state'>): Refusal | null {
  const { data } = useQuery({
    queryKey: ['refusals', { stationId, sessionRef: ref }, state], // its end may tell more
    queryFn: ({ signal }) => call(tokenApi.refusals, { query: { stationId, sessionRef: ref, limit: 200 }, signal }),
    retry: again,
  });
  return data?.refusals[0] ?? null;
}
