import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { RefusalReason } from '#contract/access/token.ts';
import type { TokenTry, TokenTryAnswer } from '#contract/access/token-try.ts';
import type { OfflinePolicy } from '#contract/stations/site.ts';
import type { Sites } from '../sites/open-sites.ts';
import { noStation } from '../stations/no-station.ts';
import type { Tariffs } from '../tariffs/open-tariffs.ts';
import { textOfTerms } from '../tariffs/terms/text-for.ts';
import type { TokenFacts } from './decision-facts.ts';
import type { Guests } from './guests.ts';
import type { Decisions, Judged } from './open-decisions.ts';

export type TryNeeds = {
  pool: Pool;
  clock: Clock;
  decisions: Decisions;
  idOfPrinted(value: string): Promise<string>;
  placeOf: Sites['placeOf'];
  whichApplies: Tariffs['whichApplies'];
  isListed(stationId: string, tokenId: string): Promise<boolean>;
  guests?: Pick<Guests, 'reveal'> | undefined;
};

/** What would happen if this token began a session there: the same decision, and nothing is written or sent. */
export async function tryToken(needs: TryNeeds, wanted: TokenTry): Promise<TokenTryAnswer> {
  const { stationId } = wanted;
  const tokenId = await tokenOf(needs, wanted);
  await checkStation(needs.pool, stationId);
  const at = wanted.at === undefined ? needs.clock.now() : new Date(wanted.at);
  const guest = await needs.guests?.reveal(tokenId);
  const judged = await needs.decisions.judge({
    tokenId,
    ...(guest !== undefined && { value: guest.value, evseId: wanted.evseId }),
    presentedType: wanted.type ?? null,
    purpose: 'start',
    stationId,
    sessionRef: null,
    at,
    isLate: false,
  });
  const { verdict, token, place } = judged;
  const { status, reason, checks } = verdict;
  return {
    status,
    reason,
    checks,
    token: token === undefined ? null : shownToken(token),
    place: { stationId, siteId: place.site?.id ?? null, siteName: place.site?.name ?? null },
    tariff: await tariffOf(needs, wanted, judged, at),
    offline: await offlineOf(needs, { stationId, tokenId, judged }),
  };
}

async function tokenOf({ idOfPrinted }: TryNeeds, { value, tokenId }: TokenTry): Promise<string> {
  if ((value === undefined) === (tokenId === undefined))
    throw new SigecError('INVALID_INPUT', 'Give one token to try: value, what is printed on it, or tokenId.');
  return tokenId ?? idOfPrinted(value ?? '');
}

async function checkStation(pool: Pool, stationId: string): Promise<void> {
  const { rowCount } = await pool.query('select from station where id = $1', [stationId]);
  if (rowCount === 0) throw await noStation(pool, stationId);
}

function shownToken({ id, label, driver, group }: TokenFacts): TokenTryAnswer['token'] {
  return { id, label, driverId: driver?.id ?? null, groupId: group?.id ?? null };
}

async function tariffOf(
  { whichApplies }: TryNeeds,
  { stationId, evseId }: TokenTry,
  { token }: Judged,
  at: Date,
): Promise<TokenTryAnswer['tariff']> {
  const applying = await whichApplies({
    stationId,
    evseId: evseId ?? null,
    connectorId: null,
    tokenTariffId: token?.tariffId ?? null,
    groupId: token?.group?.id ?? null,
    at,
  });
  if (applying === null) return null;
  const { tariffId, version, why } = applying;
  return { tariffId, version: version.version, why, text: textOfTerms(version.terms, token?.language ?? null).text };
}

type TokenTrial = { stationId: string; tokenId: string; judged: Judged };

async function offlineOf(
  { pool, placeOf, ...needs }: TryNeeds,
  { stationId, tokenId, judged }: TokenTrial,
): Promise<TokenTryAnswer['offline']> {
  const place = await placeOf(stationId);
  const policy = place?.site.offlinePolicy ?? null;
  const { rows } = await pool.query<{ mayBeCached: boolean }>(
    `select exists (select from token where id = $2 and last_used_station_id = $1) as "mayBeCached"`,
    [stationId, tokenId],
  );
  const { mayBeCached = false } = rows[0] ?? {};
  const isListed = await needs.isListed(stationId, tokenId);
  const reason = judged.verdict.reason;
  return { isListed, policy, wouldAccept: wouldAccept({ policy, isListed, mayBeCached, reason }) };
}

type Offline = { policy: OfflinePolicy | null; isListed: boolean; mayBeCached: boolean; reason: RefusalReason | null };

/** Offline a station knows what it was told about the token itself; hours and other sessions it does not know. */
export function wouldAccept({ policy, isListed, mayBeCached, reason }: Offline): boolean | null {
  if (policy === 'nobody') return false;
  if (policy === null) return null; // by a setting of the station that we do not keep
  const isRefusedByList = reason !== null && reason !== 'site-closed' && reason !== 'already-charging';
  if (isListed) return !isRefusedByList;
  if (mayBeCached) return null; // whether it still remembers the token is its own affair
  return policy === 'accept-unknown';
}
