import { createHash } from 'node:crypto';
import type { AuthorizationStatus } from '#contract/access/token.ts';
import type { AllowedType } from '../cpo/decide-token.ts';
import type { Party } from '../model/party.ts';
import type { WireRequest } from '../wire.ts';
import type { ToldToken } from './told-tokens.ts';

type Revealed = {
  id: string;
  value: string;
  type: string;
  language: string | null;
  /** Of the token with its driver and its group: each of them may be blocked. */
  standing: AuthorizationStatus;
  changedAt: Date;
};

export type OurToken = ReturnType<typeof ourToken>;

/** Partners keep these; whether a driver may charge is asked for each time they can ask. */
export function ourToken({ id, value, type, standing, language, changedAt }: Revealed, us: Party, issuer: string) {
  return {
    ...us,
    uid: value.slice(0, 36),
    type: typeOf(type),
    contractId: contractId(us, id),
    issuer: issuer.slice(0, 64),
    valid: standing === 'accepted',
    whitelist: 'ALLOWED_OFFLINE',
    ...(language !== null && { language: language.slice(0, 2) }),
    lastUpdated: changedAt.toISOString(),
  };
}

/** One that was removed here: partners forget no token, so that it has to be told what it is worth. */
export function goneToken(
  { tokenId, uid, type, goneAt }: Pick<ToldToken, 'tokenId' | 'uid' | 'type' | 'goneAt'>,
  us: Party,
  issuer: string,
  now: Date,
): OurToken {
  const row = { id: tokenId, value: uid, type: '', language: null, standing: 'blocked' as const };
  return { ...ourToken({ ...row, changedAt: goneAt ?? now }, us, issuer), type, whitelist: 'NEVER' };
}

/** In the form of an eMAID, made from the token's hash: it names nobody. */
export function contractId({ countryCode, partyId }: Party, tokenId: string): string {
  const digits = createHash('sha256').update(tokenId).digest('hex').toUpperCase();
  return `${countryCode}-${partyId}-C${digits.slice(0, 8)}`;
}

function typeOf(type: string): string {
  if (type === 'central' || type === 'local') return 'APP_USER';
  return type.startsWith('iso') ? 'RFID' : 'OTHER';
}

const allowed: Partial<Record<AuthorizationStatus, AllowedType>> = {
  accepted: 'ALLOWED',
  blocked: 'BLOCKED',
  expired: 'EXPIRED',
  'no-credit': 'NO_CREDIT',
};

/** undefined: nobody of ours has such a token. */
export function allowedOf(status: AuthorizationStatus): AllowedType | undefined {
  return status === 'unknown' ? undefined : (allowed[status] ?? 'NOT_ALLOWED');
}

/** The value of a token stands in no queue: it is looked up when it is sent. */
export function tokenPush(partnerId: string, tokenId: string) {
  const request = {
    module: 'tokens' as const,
    role: 'RECEIVER' as const,
    method: 'PUT' as const,
    kind: 'our-token',
    body: { tokenId },
  };
  return { partnerId, key: tokenId, request };
}

export function tokenRequest(request: WireRequest, token: ReturnType<typeof ourToken>): WireRequest {
  const { kind: _kind, ...rest } = request;
  return { ...rest, path: [token.countryCode, token.partyId, token.uid], query: { type: token.type }, body: token };
}
