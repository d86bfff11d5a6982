import type { KeptAssignment, KeptTariff, PriceSnapshot } from '../../src/charging/tariffs/price-snapshot.ts';
import type { PricedSession } from '../../src/charging/tariffs/priced-session.ts';
import { newTariff, type TariffVersion } from '../../src/contract/billing/tariff.ts';
import type { TariffTerms } from '../../src/contract/billing/tariff-terms.ts';

/** When everything of a book was made, unless told otherwise. */
export const made = '2026-01-01T00:00:00.000Z';
const { id: _id, ...terms } = newTariff.parse({ id: 'x', currency: 'EUR', perKwh: '0.5' });

export function version(
  number: number,
  validFrom = made,
  createdAt = made,
  change: Partial<TariffTerms> = {},
): TariffVersion {
  return { version: number, validFrom, terms: { ...terms, ...change }, createdAt, createdBy: 'test' };
}
export function tariff(id: string, more: Partial<KeptTariff> = {}): KeptTariff {
  return { id, createdAt: made, createdBy: 'test', retiredAt: null, versions: [version(1)], ...more };
}
export function assignment(id: string, place: Partial<KeptAssignment> = {}): KeptAssignment {
  const nowhere = { groupId: null, siteId: null, stationId: null, evseId: null, connectorId: null };
  const open = { validFrom: null, validTo: null, removedAt: null, createdAt: made, createdBy: 'test' };
  return { id, tariffId: id, ...nowhere, ...open, ...place };
}
export function book(assignments: KeptAssignment[], more: Partial<PriceSnapshot> = {}): PriceSnapshot {
  const ids = [...assignments.map(({ tariffId }) => tariffId), 'own', 'given'];
  return { tariffs: new Map(ids.map((id) => [id, tariff(id)])), assignments, given: new Map(), ...more };
}

/** A session of an hour with 10 kWh, whose driver has no tariff of their own. */
export function pricedSession(known: Partial<PricedSession> = {}): PricedSession {
  return {
    id: 'S-1',
    stationId: 'CP-1',
    ref: 'T1',
    state: 'ended',
    evseId: 1,
    connectorId: 2,
    tokenHash: 'tok_1',
    driverId: null,
    groupId: null,
    tokenTariffId: null,
    language: null,
    changes: [],
    startedAt: new Date('2026-06-01T12:00:00Z'),
    endedAt: new Date('2026-06-01T13:00:00Z'),
    heardAt: new Date('2026-06-01T12:00:01Z'),
    lastAt: new Date('2026-06-01T13:00:00Z'),
    energyMwh: 10_000_000,
    eventCount: 3,
    reservationId: null,
    flags: [],
    hasCredit: false,
    reservedFrom: null,
    reservedUntil: null,
    ...known,
  };
}
