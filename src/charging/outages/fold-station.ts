import type { ConnectorStatus } from '#contract/stations/station.ts';
import type { LinkFact, StatusFact } from './station-facts.ts';

/** A station's link and the last reports of its connectors, as far as later facts can still change what follows from them. */
export type StationState = {
  link: Link | null;
  /** How far the station's clock is ahead of ours, by what it told while it was connected. */
  clockAheadMs: number;
  /** By `evse.connector`. */
  connectors: Record<string, ConnectorState>;
};

export type Link = {
  isOnline: boolean;
  /** Connected since, or gone since. */
  since: number;
  epoch: number | null;
  /** The time before this connection in which there was none. */
  gap: { from: number; reason: string } | null;
};

export type ConnectorState = {
  since: number;
  /** In the order in which they were true. */
  reports: Report[];
  /** What it told lately, to know a repetition by. */
  told: { at: number; status: ConnectorStatus }[];
};

export type Report = { at: number; toldAt: number; status: ConnectorStatus; code: string | null };

export const nothingKnown: StationState = { link: null, clockAheadMs: 0, connectors: {} };

/** What a station could not tell while it was offline, it tells soon after it is back. */
const tellsLateWithinMs = 15 * 60_000;
/** A dead connection is noticed after a while: what came to nothing in it is told late too. */
const deadConnectionMs = 5 * 60_000;
/** A clock that is further off than this is not set, rather than ahead or behind. */
const maxAheadMs = 3_600_000;
const maxReports = 200;
const maxTold = 20;

/** The link after the next fact about it; the same one where that is about a connection of before. */
export function nextLink(link: Link | null, fact: LinkFact): Link | null {
  if (fact.epoch !== null && fact.epoch < (link?.epoch ?? fact.epoch)) return link;
  const { at, epoch } = fact;
  if (fact.kind === 'offline') {
    if (link?.isOnline === false) return link;
    const since = Math.max(at, link?.since ?? at);
    return { isOnline: false, since, epoch, gap: { from: since, reason: fact.reason } };
  }
  const gap = link?.isOnline === false ? link.gap : { from: at, reason: 'replaced' };
  return { isOnline: true, since: Math.max(at, gap?.from ?? at), epoch, gap: link && gap };
}

export function isTellingLate(link: Link | null, now: number): boolean {
  return link?.isOnline === true && now - link.since <= tellsLateWithinMs;
}

/** Drops the reports that no later fact can change any more, all but the run that lasts. */
export function settled(
  connector: ConnectorState,
  { isTellingLate: mayChange }: { isTellingLate: boolean },
): ConnectorState {
  const { reports } = connector;
  if (reports.length < 2 || (mayChange && reports.length < maxReports)) return connector;
  return { ...connector, reports: reports.slice(startOfRun(reports)) };
}

function startOfRun(reports: readonly Report[]): number {
  let start = reports.length - 1;
  while (start > 0 && isSame(reports[start - 1], reports[start])) start -= 1;
  return start;
}

export function isSame(a: Report | undefined, b: Report | undefined): boolean {
  return a?.status === b?.status && a?.code === b?.code;
}

/** A connector after the next fact about it, and what that tells of the station's clock; undefined where it is no news. */
export function nextConnector(
  { link, clockAheadMs }: Pick<StationState, 'link' | 'clockAheadMs'>,
  before: ConnectorState | undefined,
  fact: StatusFact,
): { connector: ConnectorState; clockAheadMs: number } | undefined {
  const { status, code, toldAt, recordedAt } = fact;
  const { at, isLate } = whenTrue({ link, clockAheadMs }, fact);
  const known = before ?? { since: at, reports: [], told: [] };
  if (isRepetition(known, fact)) return undefined;
  const last = known.reports.at(-1);
  const isNews = !isLate && last !== undefined && last.status !== status;
  const ahead = toldAt - recordedAt;
  return {
    clockAheadMs: isNews && Math.abs(ahead) <= maxAheadMs ? ahead : clockAheadMs,
    connector: {
      since: Math.min(known.since, at),
      reports: withReport(known.reports, { at, toldAt, status, code }, isLate),
      told: [...known.told, { at: toldAt, status }].slice(-maxTold),
    },
  };
}

/**
 * A report is true from when we got it, since stations tell at once and their clocks are wrong more often than not. Only what
 * happened while the station was offline, and is told soon after, is true from when the station says.
 */
function whenTrue(
  { link, clockAheadMs }: Pick<StationState, 'link' | 'clockAheadMs'>,
  { toldAt, recordedAt }: StatusFact,
) {
  const now = { at: recordedAt, isLate: false };
  if (link?.isOnline !== true || link.gap === null || recordedAt - link.since > tellsLateWithinMs) return now;
  const at = toldAt - clockAheadMs;
  if (at >= link.since || at < link.gap.from - deadConnectionMs) return now;
  return { at: Math.max(at, link.gap.from), isLate: true };
}

/** The same words under a time that was overtaken since: a message that came twice, not news. */
function isRepetition({ told }: ConnectorState, { toldAt, status }: StatusFact): boolean {
  const last = told.at(-1);
  return last !== undefined && toldAt < last.at && told.some((each) => each.at === toldAt && each.status === status);
}

/** What is told late goes before what came after it by our clock and by the station's own. */
function withReport(reports: readonly Report[], report: Report, isLate: boolean): Report[] {
  const after = isLate ? reports.findIndex(({ at, toldAt }) => at >= report.at && toldAt > report.toldAt) : -1;
  const index = after === -1 ? reports.length : after;
  const at = Math.max(report.at, reports[index - 1]?.at ?? report.at);
  return reports.toSpliced(index, 0, { ...report, at });
}
