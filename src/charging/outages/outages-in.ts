import { createHash } from 'node:crypto';
import { type ConnectorState, isSame, type Link, type Report } from './fold-station.ts';

export type FoldedOutage = {
  id: string;
  stationId: string;
  evseId: number | null;
  connectorId: number | null;
  cause: 'faulted' | 'unavailable' | 'offline';
  code: string | null;
  from: number;
  to: number | null;
};

/** Within one station. */
export type Unnamed = Omit<FoldedOutage, 'id' | 'stationId'>;

/** A connection that comes back within this was not missed by anybody. */
export const graceMs = 60_000;

/** The outages that a connector's reports speak of; those that are settled are told no more. */
export function connectorOutages(key: string, { reports }: ConnectorState): Unnamed[] {
  const [evseId = 0, connectorId = 0] = key.split('.').map(Number);
  const place = evseId === 0 ? { evseId: null, connectorId: null } : { evseId, connectorId };
  return runsOf(reports).flatMap(({ cause, code, from, to }) =>
    cause === null ? [] : [{ ...place, cause, code, from, to }],
  );
}

/** The time without a connection that the link speaks of, where there is one and somebody missed it. */
export function linkOutages(link: Link | null): Unnamed[] {
  const { gap } = link ?? { gap: null };
  if (link === null || gap === null) return [];
  const { from, reason: code } = gap;
  const to = link.isOnline ? link.since : null;
  if (to !== null && to - from < graceMs) return [];
  return [{ evseId: null, connectorId: null, cause: 'offline', code, from, to }];
}

type Run = { cause: 'faulted' | 'unavailable' | null; code: string | null; from: number; to: number | null };

function runsOf(reports: readonly Report[]): Run[] {
  const starts = reports.filter((report, index) => index === 0 || !isSame(reports[index - 1], report));
  return starts
    .map(({ status, code, at }, index) => ({
      cause: status === 'faulted' || status === 'unavailable' ? status : null,
      code,
      from: at,
      to: starts[index + 1]?.at ?? null,
    }))
    .filter(({ from, to }) => to === null || to > from);
}

/** Ids are older than the word `unavailable`, and exclusions refer to them. */
const causeInId = { faulted: 'faulted', unavailable: 'out-of-service', offline: 'offline' } as const;

/** The same facts give the same id, however often they are read. */
export function named(stationId: string, outage: Unnamed): FoldedOutage {
  const { evseId, connectorId, cause, code, from } = outage;
  const hash = createHash('sha256')
    .update(JSON.stringify([stationId, evseId, connectorId, causeInId[cause], code, from]))
    .digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80; // a UUID of one's own making (version 8)
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
  return { id, stationId, ...outage };
}
