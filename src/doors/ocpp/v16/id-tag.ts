import type { AuthorizationDecision } from '#charging/authorization/station-authorization.ts';
import type { AuthorizationStatus } from '#contract/access/token.ts';
import type { Messages } from './messages.generated.ts';

type IdTagInfo = Messages['Authorize']['response']['idTagInfo'];

/** OCPP 1.6 has five words for what later versions tell apart. */
const wireStatus = {
  accepted: 'Accepted',
  blocked: 'Blocked',
  expired: 'Expired',
  invalid: 'Invalid',
  unknown: 'Invalid',
  concurrent: 'ConcurrentTx',
  'not-at-this-time': 'Blocked',
  'not-at-this-location': 'Blocked',
  'no-credit': 'Blocked',
} satisfies Record<AuthorizationStatus, IdTagInfo['status']>;

/** CiString20: a longer token cannot be said in OCPP 1.6. */
export const longestIdTag = 20;

export function idTagInfoOf({ status, group, cacheUntil }: AuthorizationDecision): IdTagInfo {
  return {
    status: wireStatus[status],
    ...(group && group.value.length <= longestIdTag && { parentIdTag: group.value }),
    ...(cacheUntil && { expiryDate: cacheUntil.toISOString() }),
  };
}
