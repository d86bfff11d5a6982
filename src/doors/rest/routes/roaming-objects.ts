import type { PartnerBooking, PartnerSession, PartnerTariff } from '#contract/roaming/partner.ts';
import { booking, bookingLocation } from '#roaming/model/booking-shapes.ts';
import { partyName } from '#roaming/model/party.ts';
import { roamingSession, tariff } from '#roaming/model/shapes.ts';
import type { RoamingObject } from '#roaming/objects/object-store.ts';

type Shown = Pick<RoamingObject, 'objectId' | 'party' | 'body' | 'isStale' | 'lastUpdated'>;

/** undefined: it cannot be read. */
export function shownSession(
  direction: PartnerSession['direction'],
  { objectId, body, lastUpdated }: Shown,
): PartnerSession | undefined {
  const read = roamingSession.safeParse(body);
  if (!read.success) return undefined;
  const { status, startDateTime, endDateTime = null, kwh, totalCost, currency, locationId, evseUid } = read.data;
  const gross = totalCost?.taxes?.reduce((sum, { amount }) => sum + amount, totalCost.beforeTaxes);
  const total = gross ?? totalCost?.beforeTaxes;
  return {
    direction,
    id: objectId,
    status,
    startedAt: startDateTime,
    endedAt: endDateTime,
    energyKwh: kwh,
    total: total === undefined ? null : total.toFixed(2),
    currency: currency === '' ? null : currency,
    locationId: typeof locationId === 'string' ? locationId : null,
    evseUid: typeof evseUid === 'string' ? evseUid : null,
    lastUpdated: lastUpdated.toISOString(),
  };
}

/** Those that go on, and then what began last. */
export function liveFirst(one: PartnerSession, other: PartnerSession): number {
  const isOver = ({ endedAt }: PartnerSession) => Number(endedAt !== null);
  return isOver(one) - isOver(other) || Date.parse(other.startedAt) - Date.parse(one.startedAt);
}

export function shownBooking(
  direction: PartnerBooking['direction'],
  { objectId, body, lastUpdated }: Shown,
): PartnerBooking | undefined {
  const read = booking.safeParse(body);
  if (!read.success) return undefined;
  const { reservationStatus: status, locationId, evseUid = null, period } = read.data;
  return {
    direction,
    id: objectId,
    status,
    locationId,
    evseUid,
    startsAt: period.startFrom,
    endsAt: period.endBefore,
    lastUpdated: lastUpdated.toISOString(),
  };
}

export function newestFirst(one: PartnerBooking, other: PartnerBooking): number {
  return Date.parse(other.lastUpdated) - Date.parse(one.lastUpdated);
}

export function shownPlace({ objectId, body, isStale = false }: Shown) {
  const read = bookingLocation.safeParse(body);
  if (!read.success) return undefined;
  const { locationId, evseUid = null, calendars } = read.data;
  const free = calendars.flatMap(({ availableTimeslots }) =>
    availableTimeslots.map(({ startFrom, endBefore }) => ({ from: startFrom, until: endBefore })),
  );
  return { id: objectId, locationId, evseUid, free, isStale };
}

export function shownTariff(
  direction: PartnerTariff['direction'],
  { objectId, party, body, isStale = false, lastUpdated }: Shown,
): PartnerTariff | undefined {
  const read = tariff.safeParse(body);
  if (!read.success) return undefined;
  const { currency, elements, minPrice, maxPrice } = read.data;
  return {
    direction,
    party: partyName(party),
    id: objectId,
    currency,
    elements: elements.map(({ priceComponents, restrictions = {} }) => ({
      prices: priceComponents.map(({ type, price, vat = null, stepSize }) => ({ type, price, vat, stepSize })),
      when: restrictions,
    })),
    minimum: minPrice?.beforeTaxes ?? null,
    maximum: maxPrice?.beforeTaxes ?? null,
    isStale,
    lastUpdated: lastUpdated.toISOString(),
  };
}
