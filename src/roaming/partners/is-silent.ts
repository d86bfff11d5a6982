import type { Partner } from './partner.ts';

/** So long nothing we sent has reached them, and something failed since: people want to know. */
export const silentAfterMs = 15 * 60_000;

type Seen = Pick<Partner, 'connectedAt' | 'lastSuccessAt' | 'lastFailureAt' | 'lastHeardAt'>;

/** Whether nothing reaches a partner. What they say themselves counts as little as what we never tried. */
export function isSilent({ connectedAt, lastSuccessAt, lastFailureAt }: Seen, now: Date): boolean {
  if (lastFailureAt === null) return false;
  const since = lastSuccessAt ?? connectedAt;
  if (since === null || lastFailureAt <= since) return false;
  return now.getTime() - since.getTime() >= silentAfterMs;
}
