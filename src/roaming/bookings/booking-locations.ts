import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { Reservation } from '#contract/access/reservation.ts';
import type { Party } from '../model/party.ts';
import { pageOfObjects } from '../objects/object-store.ts';
import { isGranted, type Partner } from '../partners/partner.ts';

export type BookableNeeds = {
  pool: Pool;
  clock: Clock;
  us: Party;
  charging: { reservations: Pick<Charging['reservations'], 'find'> };
};

export type Bookable = { siteId: string; uid: string; stationId: string; evseId: number };

const daysAhead = 8;
const quarterMs = 15 * 60_000;
const dayMs = 86_400_000;

/** Terms of ours: who wants another time gives the booking back and makes a new one. */
export const bookingTerms = {
  remoteAuthSupported: true,
  supportedAccessMethods: ['TOKEN'],
  changeUntilMinutes: 0,
  cancelUntilMinutes: 0,
  changeNotAllowed: true,
  earlyStartAllowed: false,
  lateStopAllowed: true,
  overlappingBookingsAllowed: false,
};

/** EVSEs whose station has told that it keeps reservations, at the sites that a partner sees. */
export async function bookableEvses(pool: Pool, partner: Partner, siteId?: string): Promise<Bookable[]> {
  const page = { side: 'ours', module: 'locations', offset: 0, limit: 10_000 } as const;
  const { objects } = await pageOfObjects(pool, { ...page, ...(siteId !== undefined && { ids: [siteId] }) });
  const uids = new Map(
    objects
      .filter(({ objectId, body }) => isGranted(partner, objectId) && body['publish'] !== false)
      .flatMap(({ objectId, body }) =>
        ((body['evses'] ?? []) as { uid: string; capabilities?: string[]; status: string }[])
          .filter(({ capabilities = [], status }) => capabilities.includes('RESERVABLE') && status !== 'REMOVED')
          .map(({ uid }) => [uid, objectId] as const),
      ),
  );
  const { rows } = await pool.query<Omit<Bookable, 'siteId'>>(
    `select uid, station_id as "stationId", evse_id as "evseId" from roaming_evse where uid = any($1) order by station_id, evse_id`,
    [[...uids.keys()]],
  );
  return rows.map((row) => ({ ...row, siteId: uids.get(row.uid) ?? '' }));
}

/** What a partner may book, and when it is free, as it is now. */
export async function bookingLocations(needs: BookableNeeds, partner: Partner): Promise<Record<string, unknown>[]> {
  const { pool, clock, us, charging } = needs;
  const evses = await bookableEvses(pool, partner);
  const sites = [...new Set(evses.map(({ siteId }) => siteId))];
  const all = await Promise.all(
    sites.flatMap((siteId) =>
      ([undefined, 'planned', 'asked', 'active'] as const).map((status) =>
        charging.reservations.find({ siteId, status, limit: 1_000 }),
      ),
    ),
  );
  const reservations = all.flat();
  const now = clock.now().getTime();
  // Free times begin with the quarter of an hour that runs: until it is over the list stays as it is.
  const from = Math.floor(now / quarterMs) * quarterMs;
  const until = Math.floor(now / dayMs) * dayMs + daysAhead * dayMs;
  return evses.map((evse) => {
    const here = reservations.filter((each) => isOf(each, evse));
    // What was given back changed the list as well.
    const changes = here.map(({ createdAt, endedAt }) => Date.parse(endedAt ?? createdAt)).filter((at) => at <= now);
    const lastUpdated = new Date(Math.max(from, ...changes)).toISOString();
    const slots = freeSlots(
      here.filter(({ endedAt }) => endedAt === null),
      { from, until },
    );
    return {
      ...us,
      id: evse.uid,
      locationId: evse.siteId,
      evseUid: evse.uid,
      bookable: { reservationRequired: false },
      ...(partner.tariffId !== null && { tariffId: [partner.tariffId] }),
      bookingTerms: [bookingTerms],
      calendars:
        slots.length === 0
          ? []
          : [
              {
                id: '1',
                beginFrom: new Date(from).toISOString(),
                endBefore: new Date(until).toISOString(),
                stepSize: quarterMs / 60_000,
                availableTimeslots: slots,
                lastUpdated,
              },
            ],
      lastUpdated,
    };
  });
}

/** One of any EVSE of the station may take this one. */
function isOf({ stationId, evseId }: Reservation, evse: Bookable): boolean {
  return stationId === evse.stationId && (evseId === null || evseId === evse.evseId);
}

type Span = { from: number; until: number };

/** What is left of a span of time, in whole quarters of an hour. */
export function freeSlots(
  taken: readonly Pick<Reservation, 'startsAt' | 'expiresAt'>[],
  { from, until }: Span,
): { startFrom: string; endBefore: string }[] {
  const busy = taken
    .map(({ startsAt, expiresAt }) => ({
      from: Math.floor(Date.parse(startsAt) / quarterMs) * quarterMs,
      until: Math.ceil(Date.parse(expiresAt) / quarterMs) * quarterMs,
    }))
    .toSorted((one, other) => one.from - other.from);
  const free: Span[] = [];
  let at = from;
  for (const span of busy) {
    if (span.from > at) free.push({ from: at, until: Math.min(span.from, until) });
    at = Math.max(at, span.until);
  }
  if (at < until) free.push({ from: at, until });
  return free
    .filter((span) => span.until > span.from)
    .map((span) => ({ startFrom: new Date(span.from).toISOString(), endBefore: new Date(span.until).toISOString() }));
}
