import type { AuthorizationDecision } from '#charging/authorization/station-authorization.ts';

/** C17: what is left on a prepaid card changes with every session, so no station may remember that it was good, or not. */
export function withoutCache<Answer extends { idTokenInfo?: object }>(
  answer: Answer,
  decision: Pick<AuthorizationDecision, 'maxCost' | 'status'> | undefined,
  now: Date,
): Answer {
  const isPrepaid = decision?.maxCost !== undefined || decision?.status === 'no-credit';
  if (!isPrepaid || answer.idTokenInfo === undefined) return answer;
  return { ...answer, idTokenInfo: { ...answer.idTokenInfo, cacheExpiryDateTime: now.toISOString() } };
}
