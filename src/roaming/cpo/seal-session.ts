import type { ClientBase, Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { alpha3Of } from '#base/country-codes.ts';
import type { Charging } from '#charging/open-charging.ts';
import { usageOf } from '#charging/sessions/fold/session-usage.ts';
import { readSessionFacts } from '#charging/sessions/store/session-facts.ts';
import type { Session } from '#contract/sessions/session.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { findUsed } from '../bookings/booking-store.ts';
import type { Party } from '../model/party.ts';
import type { CdrToken, RoamingTariff } from '../model/shapes.ts';
import { readObject } from '../objects/object-store.ts';
import type { Partner } from '../partners/partner.ts';
import { chargingPeriods } from '../tariffs/charging-periods.ts';
import { evseIdOf } from './describe-location.ts';
import { lastGrant } from './judge-guest.ts';
import { uidOfEvse } from './publish-locations.ts';
import type { TariffPublisher } from './publish-tariff.ts';

export type SessionNeeds = {
  pool: Pool;
  ledger: Pick<Ledger, 'commit'>;
  clock: Clock;
  charging: Pick<Charging, 'sessions' | 'billing' | 'meterValues' | 'sites' | 'tariffs'>;
  tariffs: Pick<TariffPublisher, 'standing'>;
  us: Party;
  findPartner(id: string): Promise<Partner | undefined>;
  wake(): void;
};

/** Place, token and price as they were when it began: what changes later changes no record. */
export type Sealed = {
  token: CdrToken;
  authMethod: string;
  authorizationReference: string | null;
  location: Record<string, unknown>;
  evseUid: string;
  connectorId: string;
  timeZone: string;
  tariff: RoamingTariff | null;
  /** Which booking it used. */
  bookingId?: string;
};

export type Linked = { sessionId: string; partnerId: string; sealed: Sealed };

async function readLink(client: Pick<Pool | ClientBase, 'query'>, sessionId: string): Promise<Linked | undefined> {
  const { rows } = await client.query<Linked>(
    'select session_id as "sessionId", partner_id as "partnerId", sealed from roaming_session where session_id = $1',
    [sessionId],
  );
  return rows[0];
}

/** Of whom the session is; undefined: of nobody's driver but ours. */
export async function linkSession(needs: SessionNeeds, session: Session): Promise<Linked | undefined> {
  const { pool, clock } = needs;
  const known = await readLink(pool, session.id);
  if (known !== undefined || session.tokenHash === null) return known;
  const grant = await lastGrant(pool, session.tokenHash);
  const partner = grant && (await needs.findPartner(grant.partnerId));
  if (grant === undefined || partner === undefined) return undefined;
  const { tokenHash, stationId, startedAt } = session;
  const at = startedAt === null ? clock.now() : new Date(startedAt);
  const booked = await findUsed(pool, { partnerId: partner.id, tokenHash, stationId, at });
  const authorizationReference = grant.authorizationReference ?? booked?.authorizationReference ?? null;
  const sealed = {
    ...(await sealOf(needs, { session, partner, grant: { ...grant, authorizationReference } })),
    ...(booked !== undefined && { bookingId: booked.id }),
  };
  await pool.query(
    `insert into roaming_session (session_id, partner_id, country, party, station_id, sealed, authorization_reference, auth_method, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
    [
      ...[
        session.id,
        partner.id,
        grant.token.countryCode,
        grant.token.partyId,
        session.stationId,
        JSON.stringify(sealed),
      ],
      ...[authorizationReference, grant.authMethod, clock.now()],
    ],
  );
  return readLink(pool, session.id);
}

async function sealOf(
  { pool, charging, tariffs, us }: SessionNeeds,
  {
    session,
    partner,
    grant,
  }: { session: Session; partner: Partner; grant: NonNullable<Awaited<ReturnType<typeof lastGrant>>> },
): Promise<Sealed> {
  const { stationId } = session;
  const evseId = session.evseId ?? 1;
  const [place, { siteId, timeZone }, evseUid] = await Promise.all([
    charging.sites.placeOf(stationId),
    charging.tariffs.clockOf(stationId),
    uidOfEvse(pool, { stationId, evseId }),
  ]);
  const published =
    siteId === null
      ? undefined
      : await readObject(pool, 'ours', { partnerId: null, module: 'locations', party: us, objectId: siteId });
  const evses = (published?.body['evses'] ?? []) as { uid: string; connectors: Record<string, unknown>[] }[];
  const connectors = evses.find(({ uid }) => uid === evseUid)?.connectors ?? [];
  const connectorId = String(session.connectorId ?? 1);
  const connector = connectors.find(({ id }) => id === connectorId) ?? connectors[0] ?? {};
  const { address, position, name } = place?.site ?? {};
  return {
    token: grant.token,
    authMethod: grant.authMethod,
    authorizationReference: grant.authorizationReference,
    evseUid: evseUid ?? '',
    connectorId,
    timeZone,
    location: {
      id: siteId ?? '',
      name: name ?? '',
      address: address?.street ?? '',
      city: address?.city ?? '',
      ...(address?.postalCode && { postalCode: address.postalCode }),
      country: alpha3Of(address?.country ?? us.countryCode) ?? '',
      coordinates: { latitude: (position?.latitude ?? 0).toFixed(6), longitude: (position?.longitude ?? 0).toFixed(6) },
      evseUid: evseUid ?? '',
      evseId: evseIdOf(us, evseUid ?? ''),
      connectorId,
      connectorStandard: connector['standard'] ?? 'IEC_62196_T2',
      connectorFormat: connector['format'] ?? 'SOCKET',
      connectorPowerType: connector['powerType'] ?? 'AC_3_PHASE',
    },
    // A price that OCPI cannot say stands in no record: whoever calculated by it would come to another sum.
    tariff: (await tariffs.standing(partner)).tariff,
  };
}

/** What a session has used until now, and the periods that a record of it has. */
export async function usedBy({ pool, clock }: Pick<SessionNeeds, 'pool' | 'clock'>, session: Session, sealed: Sealed) {
  const usage = usageOf(await readSessionFacts(pool, session), clock.now());
  const periods = chargingPeriods(usage, { tariff: sealed.tariff, timeZone: sealed.timeZone });
  return { usage, periods };
}
