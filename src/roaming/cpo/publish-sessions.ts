import { createHash } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { alpha3Of } from '#base/country-codes.ts';
import type { Charging } from '#charging/open-charging.ts';
import { usageOf } from '#charging/sessions/fold/session-usage.ts';
import { readSessionFacts } from '#charging/sessions/store/session-facts.ts';
import type { Bill } from '#contract/billing/bill.ts';
import type { Cost } from '#contract/billing/cost.ts';
import type { Tariff } from '#contract/billing/tariff.ts';
import type { Session } from '#contract/sessions/session.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { type Party, partyName } from '../model/party.ts';
import type { CdrToken, ChargingPeriod, RoamingTariff } from '../model/shapes.ts';
import { putObject, readObject } from '../objects/object-store.ts';
import { enqueue } from '../outbox/outbox.ts';
import { transaction } from '../partners/open-partners.ts';
import type { Partner } from '../partners/partner.ts';
import { chargingPeriods } from '../tariffs/charging-periods.ts';
import { ocpiTariff } from '../tariffs/ocpi-tariff.ts';
import { lastGrant } from './judge-guest.ts';
import { uidOfEvse } from './publish-locations.ts';

export type SessionNeeds = {
  pool: Pool;
  ledger: Pick<Ledger, 'commit'>;
  clock: Clock;
  charging: Pick<Charging, 'sessions' | 'billing' | 'sites' | 'tariffs'>;
  us: Party;
  findPartner(id: string): Promise<Partner | undefined>;
  wake(): void;
};

/** Place, token and price as they were when it began: what changes later changes no record. */
type Sealed = {
  token: CdrToken;
  authMethod: string;
  authorizationReference: string | null;
  location: Record<string, unknown>;
  evseUid: string;
  connectorId: string;
  timeZone: string;
  tariff: RoamingTariff | null;
};

type Linked = { sessionId: string; partnerId: string; sealed: Sealed };

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
  const sealed = await sealOf(needs, { session, partner, grant });
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
      ...[grant.authorizationReference, grant.authMethod, clock.now()],
    ],
  );
  return readLink(pool, session.id);
}

async function sealOf(
  { pool, charging, us }: SessionNeeds,
  {
    session,
    partner,
    grant,
  }: { session: Session; partner: Partner; grant: NonNullable<Awaited<ReturnType<typeof lastGrant>>> },
): Promise<Sealed> {
  const { stationId, startedAt } = session;
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
  const at = startedAt === null ? new Date() : new Date(startedAt);
  const tariff = partner.tariffId === null ? undefined : await charging.tariffs.find(partner.tariffId);
  return {
    token: grant.token,
    authMethod: grant.authMethod,
    authorizationReference: grant.authorizationReference,
    evseUid: evseUid ?? '',
    connectorId,
    timeZone,
    location: {
      ...{ id: siteId ?? '', name: name ?? '', address: address?.street ?? '', city: address?.city ?? '' },
      ...(address?.postalCode && { postalCode: address.postalCode }),
      country: alpha3Of(address?.country ?? us.countryCode) ?? '',
      coordinates: { latitude: (position?.latitude ?? 0).toFixed(6), longitude: (position?.longitude ?? 0).toFixed(6) },
      ...{
        evseUid: evseUid ?? '',
        evseId: `${us.countryCode}*${us.partyId}*E${evseUid ?? ''}`.slice(0, 48),
        connectorId,
      },
      connectorStandard: connector['standard'] ?? 'IEC_62196_T2',
      connectorFormat: connector['format'] ?? 'SOCKET',
      connectorPowerType: connector['powerType'] ?? 'AC_3_PHASE',
    },
    tariff: sealedTariff(tariff, us, at),
  };
}

function sealedTariff(tariff: Tariff | undefined, party: Party, from: Date): RoamingTariff | null {
  const current = tariff?.current ?? null;
  if (tariff === undefined || current === null) return null;
  return ocpiTariff({ id: tariff.id, terms: current.terms, party, from, at: new Date(current.createdAt) });
}

/** The session as its provider sees it, now. */
export async function publishSession(needs: SessionNeeds, session: Session): Promise<void> {
  const { pool, clock, us, charging } = needs;
  const link = await linkSession(needs, session);
  if (link === undefined || session.startedAt === null) return;
  const { sealed, partnerId } = link;
  const at = clock.now();
  const [bill, { periods }] = await Promise.all([charging.billing.bill(session.id), usedBy(needs, session, sealed)]);
  const body = {
    ...us,
    id: session.id,
    startDateTime: session.startedAt,
    ...(session.endedAt !== null && { endDateTime: session.endedAt }),
    kwh: (session.energyWh ?? 0) / 1_000,
    cdrToken: sealed.token,
    authMethod: sealed.authMethod,
    ...(sealed.authorizationReference && { authorizationReference: sealed.authorizationReference }),
    ...{ locationId: sealed.location['id'], evseUid: sealed.evseUid, connectorId: sealed.connectorId },
    currency: bill.currency ?? sealed.tariff?.currency ?? 'XXX',
    chargingPeriods: periods,
    ...(bill.cost !== null && { totalCost: priceOf(bill.cost, bill.total) }),
    status: session.state === 'running' ? 'ACTIVE' : 'COMPLETED',
    lastUpdated: at.toISOString(),
  };
  await transaction(pool, async (client) => {
    await putObject(client, 'ours', {
      partnerId,
      module: 'sessions',
      party: us,
      objectId: session.id,
      body,
      lastUpdated: at,
      at,
    });
    await client.query('update roaming_session set state = $2, changed_at = $3 where session_id = $1', [
      ...[session.id, body.status, at],
    ]);
    await enqueue(
      client,
      {
        partnerId,
        key: session.id,
        request: {
          ...{ module: 'sessions', role: 'RECEIVER', method: 'PUT', path: [us.countryCode, us.partyId, session.id] },
          body,
          to: { countryCode: sealed.token.countryCode, partyId: sealed.token.partyId },
        },
      },
      at,
    );
  });
  needs.wake();
}

async function usedBy({ pool, clock }: Pick<SessionNeeds, 'pool' | 'clock'>, session: Session, sealed: Sealed) {
  const usage = usageOf(await readSessionFacts(pool, session), clock.now());
  const periods = chargingPeriods(usage, { tariff: sealed.tariff, timeZone: sealed.timeZone });
  return { usage, periods };
}

/** Of a bill: net, and each tax by its name. */
export function priceOf(
  cost: Cost,
  total: string | null,
): { beforeTaxes: number; taxes: { name: string; percentage: number; amount: number }[] } {
  const isWhole = total === null || Number(total) === Number(cost.total);
  const taxes = cost.lines
    .filter(({ kind }) => kind === 'tax' || kind === 'included-tax')
    .map(({ name, quantity, amount }) => ({
      name: name ?? 'tax',
      percentage: Number(quantity),
      amount: Number(amount),
    }));
  if (isWhole) return { beforeTaxes: Number(cost.net), taxes };
  // A correction by hand is a sum: its taxes are in the proportion of the bill.
  const share = Number(cost.total) === 0 ? 0 : Number(total) / Number(cost.total);
  const corrected = taxes.map((tax) => ({ ...tax, amount: round(tax.amount * share) }));
  return {
    beforeTaxes: round(Number(total) - corrected.reduce((sum, { amount }) => sum + amount, 0)),
    taxes: corrected,
  };
}

function round(amount: number): number {
  return Math.round(amount * 100) / 100;
}

type Price = ReturnType<typeof priceOf>;
const partKinds = {
  totalEnergyCost: ['energy'],
  totalTimeCost: ['time'],
  totalParkingCost: ['idle'],
  totalReservationCost: ['reservation-fee', 'reservation-time'],
  // What a minimum adds or a maximum takes away belongs to no kind of use.
  totalFixedCost: ['session-fee', 'minimum', 'maximum'],
} as const;

/** Net parts that add up to the net total; of a bill that was corrected by hand, or whose prices contain the taxes, there are none. */
export function partsOf(cost: Cost, total: Price): Partial<Record<keyof typeof partKinds, { beforeTaxes: number }>> {
  const parts = Object.entries(partKinds).flatMap(([name, kinds]) => {
    const lines = cost.lines.filter(({ kind }) => (kinds as readonly string[]).includes(kind));
    const amount = lines.reduce((sum, line) => sum + Math.round(Number(line.amount) * 10_000), 0) / 10_000;
    return lines.length === 0 ? [] : [[name, { beforeTaxes: amount }] as const];
  });
  const sum = parts.reduce((whole, [, { beforeTaxes }]) => whole + Math.round(beforeTaxes * 10_000), 0);
  return sum === Math.round(total.beforeTaxes * 10_000) ? Object.fromEntries(parts) : {};
}

/** A UUID made from what it names (RFC 9562, version 8): the same entry of a bill makes the same record. */
function idFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * A bill was booked, or booked again: a record is made, and where there is one already it is credited first. Records are never changed. The
 * same bill entry a second time makes nothing.
 */
export async function settleSession(needs: SessionNeeds, session: Session, entryId: string): Promise<void> {
  const { pool, clock, charging, us, ledger } = needs;
  const link = await linkSession(needs, session);
  if (link === undefined || session.startedAt === null || session.endedAt === null) return;
  const bill = await charging.billing.bill(session.id);
  if (bill.cost === null || bill.total === null || bill.currency === null) return;
  const { sealed, partnerId } = link;
  const { usage, periods } = await usedBy(needs, session, sealed);
  const id = idFrom(entryId);
  const at = clock.now();
  const made = await transaction(pool, async (client) => {
    await client.query('select from roaming_session where session_id = $1 for update', [session.id]);
    const key = { partnerId, module: 'cdrs', party: us };
    if ((await readObject(client, 'ours', { ...key, objectId: id })) !== undefined) return [];
    const before = await lastRecord(client, { partnerId, sessionId: session.id });
    const total = priceOf(bill.cost as Cost, bill.total);
    // Nothing was used and nothing is owed: there is nothing to tell.
    if (before === undefined && Number(bill.total) === 0 && (session.energyWh ?? 0) === 0) return [];
    const record = recordOf({ session, bill: bill as Priced, sealed, us, usage, periods, total, id, at });
    const credit = before === undefined ? [] : [creditOf(before, at)];
    const records = [...credit, record];
    for (const body of records) {
      await putObject(client, 'ours', { ...key, objectId: String(body['id']), body, lastUpdated: at, at });
      await enqueue(client, recordPush(partnerId, sealed.token, body), at);
    }
    return records;
  });
  for (const body of made) {
    const { beforeTaxes, taxes } = body['totalCost'] as Price;
    const gross = beforeTaxes + taxes.reduce((sum, { amount }) => sum + amount, 0);
    const [cdrId, currency] = [String(body['id']), String(body['currency'])];
    const told = { partnerId, cdrId, sessionId: session.id, total: String(Math.round(gross * 1e4) / 1e4), currency };
    await ledger.commit({
      events: [{ kind: 'roaming-cdr-made', stationId: null, key: `roaming-cdr:${cdrId}`, happenedAt: at, body: told }],
    });
  }
  await publishSession(needs, session);
}

type Priced = Bill & { cost: Cost; total: string; currency: string };

function recordOf({
  session,
  bill,
  sealed,
  us,
  usage,
  periods,
  total,
  id,
  at,
}: {
  session: Session;
  bill: Priced;
  sealed: Sealed;
  us: Party;
  usage: { startedAt: Date; until: Date; idle: readonly { from: Date; to: Date }[] };
  periods: ChargingPeriod[];
  total: Price;
  id: string;
  at: Date;
}): Record<string, unknown> {
  const hours = (ms: number) => Math.round((ms / 3_600_000) * 10_000) / 10_000;
  const idleMs = usage.idle.reduce((sum, { from, to }) => sum + to.getTime() - from.getTime(), 0);
  return {
    ...us,
    id,
    startDateTime: usage.startedAt.toISOString(),
    endDateTime: usage.until.toISOString(),
    sessionId: session.id,
    cdrToken: sealed.token,
    authMethod: sealed.authMethod,
    ...(sealed.authorizationReference && { authorizationReference: sealed.authorizationReference }),
    cdrLocation: sealed.location,
    currency: bill.currency,
    ...(sealed.tariff !== null && { tariffs: [sealed.tariff] }),
    chargingPeriods:
      periods.length > 0
        ? periods
        : [{ startDateTime: usage.startedAt.toISOString(), dimensions: [{ type: 'TIME', volume: 0 }] }],
    totalCost: total,
    ...partsOf(bill.cost, total),
    totalEnergy: (session.energyWh ?? 0) / 1_000,
    totalTime: hours(usage.until.getTime() - usage.startedAt.getTime()),
    ...(idleMs > 0 && { totalParkingTime: hours(idleMs) }),
    lastUpdated: at.toISOString(),
  };
}

/** A copy with an id of its own, and with nothing below zero but the total. */
function creditOf(body: Record<string, unknown>, at: Date): Record<string, unknown> {
  const { beforeTaxes, taxes } = body['totalCost'] as Price;
  return {
    ...body,
    id: idFrom(`credit ${String(body['id'])}`),
    credit: true,
    creditReferenceId: body['id'],
    totalCost: { beforeTaxes: -beforeTaxes, taxes: taxes.map((tax) => ({ ...tax, amount: -tax.amount })) },
    lastUpdated: at.toISOString(),
  };
}

async function lastRecord(client: ClientBase, { partnerId, sessionId }: { partnerId: string; sessionId: string }) {
  const { rows } = await client.query<{ body: Record<string, unknown> }>(
    `select body from roaming_object where side = 'ours' and module = 'cdrs' and partner_id = $1 and body ->> 'sessionId' = $2
       and body -> 'credit' is null order by id desc limit 1`,
    [partnerId, sessionId],
  );
  return rows[0]?.body;
}

function recordPush(partnerId: string, token: CdrToken, body: Record<string, unknown>) {
  const to = { countryCode: token.countryCode, partyId: token.partyId };
  const request = { module: 'cdrs' as const, role: 'RECEIVER' as const, method: 'POST' as const, body, to };
  return { partnerId, key: `${partyName(to)}:${String(body['sessionId'])}/${String(body['id'])}`, request };
}
