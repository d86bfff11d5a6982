import type { AuthorizationDecision, PresentedType } from '#charging/authorization/station-authorization.ts';
import type { AuthorizationStatus } from '#contract/access/token.ts';
import type { Messages } from './messages.generated.ts';

type WireIdToken = Messages['Authorize']['request']['idToken'];
type IdTokenInfo = Messages['Authorize']['response']['idTokenInfo'];

const presented: Record<string, PresentedType> = {
  Central: 'central',
  eMAID: 'emaid',
  ISO14443: 'iso14443',
  ISO15693: 'iso15693',
  KeyCode: 'key-code',
  Local: 'local',
  MacAddress: 'mac-address',
  NoAuthorization: 'no-authorization',
  DirectPayment: 'direct-payment',
  EVCCID: 'evccid',
  VIN: 'vin',
};
const wireTypes = Object.fromEntries(Object.entries(presented).map(([wire, type]) => [type, wire]));

/** A token as a station presents it; 2.1 lets vendors invent types. */
export function askOf({ idToken, type }: { idToken: string; type: string }): {
  token: string;
  tokenType: PresentedType;
} {
  return { token: idToken, tokenType: presented[type] ?? 'other' };
}

export function wireToken({ value, type }: { value: string; type: string }): WireIdToken {
  return { idToken: value, type: (wireTypes[type] ?? 'Central') as WireIdToken['type'] };
}

const wireStatus = {
  accepted: 'Accepted',
  blocked: 'Blocked',
  expired: 'Expired',
  invalid: 'Invalid',
  unknown: 'Unknown',
  concurrent: 'ConcurrentTx',
  'not-at-this-time': 'NotAtThisTime',
  'not-at-this-location': 'NotAtThisLocation',
  'no-credit': 'NoCredit',
} satisfies Record<AuthorizationStatus, IdTokenInfo['status']>;

export function idTokenInfoOf({
  status,
  group,
  cacheUntil,
  personalMessage,
  language,
}: AuthorizationDecision): IdTokenInfo {
  return {
    status: wireStatus[status],
    ...(group && { groupIdToken: wireToken(group) }),
    ...(cacheUntil && { cacheExpiryDateTime: cacheUntil.toISOString() }),
    ...(language && { language1: language }),
    ...(personalMessage && {
      personalMessage: { format: 'UTF8', content: personalMessage.text, language: personalMessage.language },
    }),
  };
}
