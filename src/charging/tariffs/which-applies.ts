import type { TariffVersion } from '#contract/billing/tariff.ts';
import { isGivenAt, type KeptAssignment, type PriceSnapshot, versionAt } from './price-snapshot.ts';

export type Charged = {
  stationId: string;
  siteId: string | null;
  evseId: number | null;
  connectorId: number | null;
  tokenTariffId: string | null;
  groupId: string | null;
  at: Date;
};

/** `why` is a code for programs: `token`, `station`, `assignment:` with its id, or `session` where it was given another one. */
export type Applying = { tariffId: string; version: TariffVersion; why: string };

/**
 * The tariff of a session that begins: its driver's own, else that of its place, the most exact one first; null: it costs nothing.
 * One that is not in force then is passed over. A session keeps what it began with.
 */
export function whichApplies(book: PriceSnapshot, charged: Charged): Applying | null {
  const { tokenTariffId, at } = charged;
  const candidates = [
    ...(tokenTariffId === null ? [] : [{ tariffId: tokenTariffId, why: 'token' }]),
    ...candidatesOf(book, charged),
  ];
  for (const { tariffId, why } of candidates) {
    const version = inForce(book, tariffId, at);
    if (version !== undefined) return { tariffId, version, why };
  }
  return null;
}

/** What a tariff says at a time, as long as it is given to anybody. */
export function inForce(book: PriceSnapshot, tariffId: string, at: Date): TariffVersion | undefined {
  const tariff = book.tariffs.get(tariffId);
  return tariff !== undefined && isGivenAt(tariff, at) ? versionAt(tariff, at) : undefined;
}

type Candidate = { tariffId: string; why: string };

/** Most exact first: connector, EVSE, station, site, everywhere; at the same place a group's before everybody's. */
function candidatesOf(book: PriceSnapshot, charged: Charged): Candidate[] {
  const assigned = book.assignments
    .filter((assignment) => covers(assignment, charged) && isHeldAt(assignment, charged.at))
    .map((assignment) => ({ exactness: exactnessOf(assignment), ...candidateOf(assignment) }));
  const given = (book.given.get(charged.stationId) ?? [])
    .filter(({ evseId }) => evseId === 0 || evseId === charged.evseId)
    .filter(({ setAt, clearedAt }) => setAt <= charged.at && (clearedAt === null || charged.at < clearedAt))
    // Whoever gave a station its price did so by hand: at the same place it comes before what everybody has there.
    .map(({ evseId, tariffId }) => ({ exactness: (evseId === 0 ? 2 : 3) * 2 + 0.5, tariffId, why: 'station' }));
  return [...assigned, ...given].toSorted((a, b) => b.exactness - a.exactness);
}

function candidateOf({ id, tariffId }: KeptAssignment): Candidate {
  return { tariffId, why: `assignment:${id}` };
}

function covers({ groupId, siteId, stationId, evseId, connectorId }: KeptAssignment, charged: Charged): boolean {
  return (
    (groupId === null || groupId === charged.groupId) &&
    (siteId === null || siteId === charged.siteId) &&
    (stationId === null || stationId === charged.stationId) &&
    (evseId === null || evseId === charged.evseId) &&
    (connectorId === null || connectorId === charged.connectorId)
  );
}

export function isHeldAt(
  {
    validFrom,
    createdAt,
    validTo,
    removedAt,
  }: Pick<KeptAssignment, 'validFrom' | 'createdAt' | 'validTo' | 'removedAt'>,
  at: Date,
): boolean {
  const isBefore = (time: string | null) => time === null || at.getTime() < Date.parse(time);
  return Date.parse(validFrom ?? createdAt) <= at.getTime() && isBefore(validTo) && isBefore(removedAt);
}

type AssignmentScope = Pick<KeptAssignment, 'groupId' | 'siteId' | 'stationId' | 'evseId' | 'connectorId'>;

/** Two of the same place and exactness must not hold at the same time: nobody could tell which one does. */
export function exactnessOf({ groupId, siteId, stationId, evseId, connectorId }: AssignmentScope): number {
  const place = [siteId, stationId, evseId, connectorId].findLastIndex((part) => part !== null) + 1;
  return place * 2 + (groupId === null ? 0 : 1);
}
