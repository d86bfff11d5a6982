import type { ClientBase, Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { GuestAsk, Guests, GuestVerdict } from '#charging/authorization/guests.ts';
import type { TokenType } from '#contract/access/token.ts';
import { type CdrToken, roamingToken } from '../model/shapes.ts';
import { readTokenObject } from '../objects/object-store.ts';
import { isReached } from '../partners/hub-clients.ts';
import { endpointOf, isConnected, isGranted, type Partner } from '../partners/partner.ts';
import type { Wire } from '../wire.ts';
import { type AllowedType, firstStep, readAllowed, withoutAnswer } from './decide-token.ts';
import { uidOfEvse } from './publish-locations.ts';

type Queryable = Pick<Pool | ClientBase, 'query'>;

export type GuestNeeds = {
  pool: Pool;
  clock: Clock;
  findPartner(id: string): Promise<Partner | undefined>;
  siteOf(stationId: string): Promise<string | null>;
  wire: Pick<Wire, 'request'>;
  deadlineMs?: number;
};

/** A station waits for the answer, and gives up after a few seconds. */
const usualDeadlineMs = 2_500;
const grantMs = 15 * 60_000;
/** No provider is asked about an app whose session it started itself; a day after that nobody waits for the vehicle any more. */
const appGrantMs = 24 * 3_600_000;

function goodForMs(authMethod: Grant['authMethod'], { type }: CdrToken): number {
  if (authMethod === 'WHITELIST') return 0;
  return authMethod === 'COMMAND' && type !== 'RFID' ? appGrantMs : grantMs;
}

const answers: Record<AllowedType, GuestVerdict['answer']> = {
  ALLOWED: 'allowed',
  BLOCKED: 'blocked',
  EXPIRED: 'expired',
  NO_CREDIT: 'no-credit',
  NOT_ALLOWED: 'not-allowed',
};

const types: Record<string, TokenType> = {
  RFID: 'iso14443',
  OTHER: 'central',
  APP_USER: 'central',
  AD_HOC_USER: 'central',
};

export type Grant = {
  tokenHash: string;
  partnerId: string;
  token: CdrToken;
  authorizationReference: string | null;
  authMethod: 'AUTH_REQUEST' | 'COMMAND' | 'WHITELIST';
  locationId: string | null;
};

/** Whether a driver of a partner may charge here: by what the partner told of the token, or by asking it. */
export function openGuests(needs: GuestNeeds): Guests & { grant(grant: Grant): Promise<void> } {
  const asking = new Map<string, Promise<GuestVerdict | undefined>>();
  return {
    judge(ask) {
      // A station that asks again while we ask gets the same answer.
      const key = `${ask.tokenId} ${ask.stationId} ${ask.purpose}`;
      const known = asking.get(key);
      if (known !== undefined) return known;
      const judging = judge(needs, ask).finally(() => asking.delete(key));
      asking.set(key, judging);
      return judging;
    },
    grant: (grant) => putGrant(needs, grant),
    async reveal(tokenId) {
      const grant = await lastGrant(needs.pool, tokenId);
      const partner = grant && (await needs.findPartner(grant.partnerId));
      if (grant === undefined || partner === undefined || !isConnected(partner)) return undefined;
      return { value: grant.token.uid, type: types[grant.token.type] ?? 'central' };
    },
  };
}

async function judge(needs: GuestNeeds, ask: GuestAsk): Promise<GuestVerdict | undefined> {
  const { pool } = needs;
  const granted = await grantFor(needs, ask);
  if (granted !== undefined) return verdictOf('ALLOWED', granted.token.type, granted.partner);
  const object = await readTokenObject(pool, ask.tokenId);
  const read = roamingToken.safeParse(object?.body);
  const partner = typeof object?.partnerId === 'string' ? await needs.findPartner(object.partnerId) : undefined;
  if (!read.success || partner === undefined || !isConnected(partner)) return undefined;
  const token = read.data;
  const standing = { whitelist: token.whitelist, isValid: token.valid };
  const step = ask.purpose === 'stop' ? 'allow' : firstStep(standing);
  if (step === 'refuse') return verdictOf('BLOCKED', token.type, partner);
  const locationId = await needs.siteOf(ask.stationId);
  // Its drivers may end what they began before.
  if (locationId !== null && !isGranted(partner, locationId) && ask.purpose !== 'stop')
    return verdictOf('NOT_ALLOWED', token.type, partner);
  const grant = { tokenHash: ask.tokenId, partnerId: partner.id, token, locationId };
  if (step === 'allow') {
    if (ask.purpose !== 'stop')
      await putGrant(needs, { ...grant, authMethod: 'WHITELIST', authorizationReference: null });
    return verdictOf('ALLOWED', token.type, partner);
  }
  const told = await askProvider(needs, { partner, token, ask });
  const allowed = told?.allowed ?? withoutAnswer(standing);
  if (allowed === 'ALLOWED')
    await putGrant(needs, {
      ...grant,
      authMethod: told === undefined ? 'WHITELIST' : 'AUTH_REQUEST',
      authorizationReference: told?.reference ?? null,
    });
  return verdictOf(allowed, token.type, partner);
}

function verdictOf(allowed: AllowedType, type: string, { tariffId }: Partner): GuestVerdict {
  return { answer: answers[allowed], type: types[type] ?? 'central', tariffId };
}

async function askProvider(
  needs: GuestNeeds,
  { partner, token, ask }: { partner: Partner; token: CdrToken; ask: GuestAsk },
): Promise<{ allowed: AllowedType; reference: string | null } | undefined> {
  if (endpointOf(partner, 'tokens', 'SENDER') === undefined) return undefined;
  const to = { countryCode: token.countryCode, partyId: token.partyId };
  const [locationId, evseUid, canAnswer] = await Promise.all([
    needs.siteOf(ask.stationId),
    ask.evseId === null ? undefined : uidOfEvse(needs.pool, { stationId: ask.stationId, evseId: ask.evseId }),
    isReached(needs.pool, partner, to),
  ]);
  if (!canAnswer) return undefined;
  const timeoutMs = needs.deadlineMs ?? usualDeadlineMs;
  const answered = needs.wire
    .request(partner, {
      module: 'tokens',
      role: 'SENDER',
      method: 'POST',
      path: [token.uid, 'authorize'],
      query: { type: token.type },
      ...(locationId !== null && { body: { locationId, ...(evseUid && { evseUids: [evseUid] }) } }),
      to,
      timeoutMs,
    })
    .catch(() => undefined);
  const answer = await answered;
  if (answer === undefined) return undefined;
  // Whether as 404, as 2004 or as both: the provider does not know it.
  if (answer.code === 2004 || answer.httpStatus === 404) return { allowed: 'NOT_ALLOWED', reference: null };
  if (answer.code >= 2000 || typeof answer.data !== 'object' || answer.data === null) return undefined;
  const { allowed, authorizationReference } = answer.data as Record<string, unknown>;
  return {
    allowed: readAllowed(allowed),
    reference: typeof authorizationReference === 'string' ? authorizationReference.slice(0, 36) : null,
  };
}

async function putGrant({ pool, clock }: GuestNeeds, grant: Grant): Promise<void> {
  const { tokenHash, partnerId, token, authorizationReference, authMethod, locationId } = grant;
  await pool.query(
    `insert into roaming_grant (token_hash, partner_id, token, authorization_reference, auth_method, location_id, good_until)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (token_hash) do update set partner_id = excluded.partner_id, token = excluded.token,
       authorization_reference = excluded.authorization_reference, auth_method = excluded.auth_method,
       location_id = excluded.location_id, good_until = excluded.good_until`,
    [
      ...[tokenHash, partnerId, JSON.stringify(cdrTokenOf(token)), authorizationReference, authMethod, locationId],
      new Date(clock.now().getTime() + goodForMs(authMethod, token)),
    ],
  );
}

function cdrTokenOf({ countryCode, partyId, uid, type, contractId }: CdrToken): CdrToken {
  return { countryCode, partyId, uid, type, contractId };
}

/** What was allowed at this place, and is good yet. Whoever was let in here may always end what they began. */
async function grantFor({ pool, clock, findPartner, siteOf }: GuestNeeds, ask: GuestAsk) {
  const grant = await lastGrant(pool, ask.tokenId);
  const isEnd = ask.purpose === 'stop';
  if (grant === undefined || (!isEnd && grant.goodUntil <= clock.now())) return undefined;
  const siteId = await siteOf(ask.stationId);
  if (grant.locationId !== null && grant.locationId !== siteId) return undefined;
  const partner = await findPartner(grant.partnerId);
  if (partner === undefined || !isConnected(partner)) return undefined;
  return isEnd || siteId === null || isGranted(partner, siteId) ? { ...grant, partner } : undefined;
}

/** Its provider says that a token is worth nothing from now on: what was allowed before lets it in no more. */
export async function endGrant(
  pool: Queryable,
  { tokenHash, partnerId, at }: { tokenHash: string; partnerId: string; at: Date },
) {
  await pool.query(
    'update roaming_grant set good_until = $3 where token_hash = $1 and partner_id = $2 and good_until > $3',
    [tokenHash, partnerId, at],
  );
}

/** By whom and how a token was last let in, be it long ago. */
export async function lastGrant(pool: Pool, tokenHash: string): Promise<(Grant & { goodUntil: Date }) | undefined> {
  const { rows } = await pool.query<Grant & { goodUntil: Date }>(
    `select token_hash as "tokenHash", partner_id as "partnerId", token, authorization_reference as "authorizationReference",
       auth_method as "authMethod", location_id as "locationId", good_until as "goodUntil" from roaming_grant where token_hash = $1`,
    [tokenHash],
  );
  return rows[0];
}
