import { z } from 'zod';
import { reportQuery } from '#contract/reports/report.ts';
import { type ListedSession, sessionFilter as served } from '#contract/sessions/session.ts';

const day = z.iso.date();

/** What the address bar holds. A value that is none of ours is left out rather than refused: links live long. */
export const sessionFilter = z.object({
  state: z.enum(['running', 'ended']).optional().catch(undefined),
  station: served.shape.stationId.catch(undefined),
  site: served.shape.siteId.catch(undefined),
  token: served.shape.tokenHash.catch(undefined),
  month: reportQuery.shape.month.catch(undefined),
  /** Days of the place where one looks, instead of a month; both count. */
  from: day.optional().catch(undefined),
  to: day.optional().catch(undefined),
  flagged: z.literal('yes').optional().catch(undefined),
  /** The session that is shown beside the list. */
  open: z.uuid().optional().catch(undefined),
});
/** What the list consists of, whichever of them is shown beside it. */
export type SessionFilter = Omit<z.output<typeof sessionFilter>, 'open'>;

export const noFilter = {
  state: undefined,
  station: undefined,
  site: undefined,
  token: undefined,
  month: undefined,
  from: undefined,
  to: undefined,
  flagged: undefined,
} as const satisfies Record<keyof SessionFilter, undefined>;

export function isFiltering(filter: SessionFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** In the words of the API, for lists, sums and exports. */
export function askedOf(filter: SessionFilter): URLSearchParams {
  const { began, before } = periodOf(filter);
  const asked = {
    state: filter.state,
    stationId: filter.station,
    siteId: filter.site,
    tokenHash: filter.token,
    from: began?.toISOString(),
    to: before?.toISOString(),
    isFlagged: filter.flagged === undefined ? undefined : 'true',
  };
  const given = Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return new URLSearchParams(given);
}

/** The same rule as the server's, for sessions that it tells of by itself. `atSite` holds the stations of the site that is asked for. */
export function fits(session: ListedSession, filter: SessionFilter, atSite: ReadonlySet<string> = new Set()): boolean {
  if (filter.state !== undefined && session.state !== filter.state) return false;
  if (filter.station !== undefined && session.stationId !== filter.station) return false;
  if (filter.site !== undefined && !atSite.has(session.stationId)) return false;
  if (filter.token !== undefined && session.tokenHash !== filter.token) return false;
  if (filter.flagged !== undefined && session.flags.length === 0) return false;
  const { began, before } = periodOf(filter);
  const startedAt = session.startedAt === null ? null : Date.parse(session.startedAt);
  if (began !== null && (startedAt === null || startedAt < began.getTime())) return false;
  return before === null || (startedAt !== null && startedAt < before.getTime());
}

function periodOf({ month, from, to }: SessionFilter): { began: Date | null; before: Date | null } {
  if (month !== undefined) {
    const [year = 2000, number = 1] = month.split('-').map(Number);
    return { began: new Date(year, number - 1, 1), before: new Date(year, number, 1) };
  }
  return { began: from === undefined ? null : midnight(from, 0), before: to === undefined ? null : midnight(to, 1) };
}

function midnight(date: string, daysLater: number): Date {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, dayOfMonth + daysLater);
}
