import type { ListBecause, ListKeeping, ListMode } from '#contract/access/local-list.ts';
import type { Outcome } from '#contract/commands/command.ts';
import { digestOfNothing } from './difference.ts';
import type { KeptStation, ListRow, ToldLimits } from './kept-station-store.ts';
import type { ListSummary } from './token-snapshot.ts';

export type Verdict = {
  state: NonNullable<ListRow['state']>;
  because: ListBecause | null;
  said: string | null;
};

export const inSync: Verdict = { state: 'in-sync', because: null, said: null };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A list that was once sent for named tokens keeps to them. */
export function modeOf({ mode, pinned }: Pick<ListRow, 'mode' | 'pinned'>, isKeeping: boolean): ListMode {
  if (mode !== null) return mode;
  if (!isKeeping) return 'off';
  return pinned === null ? 'auto' : 'pinned';
}

export function isLeftAlone(list: Pick<ListRow, 'mode' | 'pinned'>, isKeeping: boolean): boolean {
  const mode = modeOf(list, isKeeping);
  return mode === 'off' || mode === 'manual';
}

type Tried = Pick<KeptStation, 'list' | 'linkChangedAt' | 'bootedAt' | 'firmware'>;

export function isDue(station: Tried, now: Date): boolean {
  const { state, triedAt, nextTryAt: next } = station.list;
  // What it did not answer on a connection that is gone says nothing of the next one.
  const isBack = state === 'pending' && triedAt !== null && (station.linkChangedAt ?? triedAt) > triedAt;
  if (isBack) return true;
  return state === 'unsupported' ? mayHaveLearnt(station, now) : next === null || next <= now;
}

/** What a station lacks may have come with its last boot; a message that it does not know hardly comes without new firmware. */
function mayHaveLearnt({ list, bootedAt, firmware }: Tried, now: Date): boolean {
  const { triedAt, triedFirmware, because } = list;
  if (triedAt === null) return true;
  if (bootedAt === null || bootedAt <= triedAt) return false;
  return because !== 'not-implemented' || firmware !== triedFirmware || now.getTime() - triedAt.getTime() >= dayMs;
}

/** Whether a station that arrived has to be visited for its list. `wantedDigest`: of what it should hold. */
export function needsVisit(station: KeptStation, wantedDigest: string, now: Date): boolean {
  const { list, told } = station;
  if (!station.isOnline || !isDue(station, now)) return false;
  const lack = lackOf(told);
  if (lack !== undefined) return list.state !== lack.state || list.because !== lack.because;
  if (!holds(list, wantedDigest)) return true;
  if (holdsNothing(list)) return list.state !== null && list.state !== 'in-sync';
  return list.state !== 'in-sync' || !isVerified(station, now) || list.reportedVersion !== list.version;
}

export function holdsNothing({ version, sendingDigest }: Pick<ListRow, 'version' | 'sendingDigest'>): boolean {
  return version === null && sendingDigest === null;
}

/**
 * Whether what the station said of its version still counts. It does not after a newer list or a boot: stations are replaced, and
 * start anew. Nor after a day.
 */
export function isVerified({ list, bootedAt }: Pick<KeptStation, 'list' | 'bootedAt'>, now: Date): boolean {
  const { reportedAt, reportedVersion, sentAt, sendingDigest } = list;
  if (sendingDigest !== null) return false; // it may have taken a part of it
  if (reportedAt === null || reportedVersion === null || reportedVersion < 0) return false; // lists may be on by now
  if (now.getTime() - reportedAt.getTime() >= dayMs) return false;
  return [sentAt, bootedAt].every((at) => at === null || at <= reportedAt);
}

/** Whether the station took what is wanted, whatever it says of it. */
export function holds(
  { digest, version, sendingDigest }: Pick<ListRow, 'digest' | 'version' | 'sendingDigest'>,
  wantedDigest: string,
): boolean {
  if (sendingDigest !== null) return false;
  return (digest ?? (version === null ? digestOfNothing : null)) === wantedDigest;
}

/** Whether the station was asked for its version since it took the list, and said the right one. */
export function isConfirmed({ sentAt, reportedAt, version, reportedVersion }: ListRow): boolean {
  if (sentAt === null) return true;
  return reportedAt !== null && reportedAt >= sentAt && reportedVersion === version;
}

export function lackOf({ isAvailable, isEnabled }: ToldLimits): Verdict | undefined {
  if (isAvailable === false) return { state: 'unsupported', because: 'not-offered', said: null };
  if (isEnabled === false) return { state: 'unsupported', because: 'disabled', said: null };
  return undefined;
}

/** A station may call its error what it likes. */
const maxSaid = 50;
const unknownMessage = ['NotImplemented', 'NotSupported'];

/** Our word for a list that could not be sent to its end, since a token of it was removed or somebody sent another list. */
export const listChanged = 'ListChanged';

export function refusalVerdict({ status, code, reason }: Outcome): Verdict {
  if (status === 'no-answer') return { state: 'pending', because: 'no-answer', said: null };
  if (status === 'not-sent')
    return {
      state: 'pending',
      because: code === listChanged ? 'tokens-changed' : 'not-sent',
      said: code === listChanged ? null : reason,
    };
  const said = code?.slice(0, maxSaid) ?? null;
  if (code !== null && unknownMessage.includes(code)) return { state: 'unsupported', because: 'not-implemented', said };
  return { state: 'refused', because: 'failed', said };
}

/** An answer to a difference after which the whole list may still be taken. */
export function isWorthFull({ status, code }: Outcome): boolean {
  return status === 'rejected' && code !== null && !unknownMessage.includes(code);
}

/** When it is tried again, of itself or when something changes; `tries`: how often it has ended like this in a row. */
export function nextTryAt({ state, because }: Verdict, tries: number, now: Date): Date | null {
  const isOpen = because === 'offline' || because === 'tokens-changed';
  const waitMs = state === 'pending' && isOpen ? null : (waits[state]?.(tries) ?? null);
  return waitMs === null ? null : new Date(now.getTime() + waitMs);
}

const waits: Partial<Record<Verdict['state'], (tries: number) => number>> = {
  pending: (tries) => Math.min(5 * minuteMs * 2 ** (tries - 1), hourMs),
  refused: (tries) => Math.min(hourMs * 2 ** (tries - 1), dayMs),
  // Its word changes nothing by itself: after that it is tried again at a connection or a change.
  'version-mismatch': () => hourMs,
};

/** As it is shown: what changed a moment ago waits, though the station was not visited yet. */
export function keepingOf(
  { list, isOnline }: Pick<KeptStation, 'list' | 'isOnline'>,
  wanted: ListSummary,
  isKeeping: boolean,
): ListKeeping {
  const mode = modeOf(list, isKeeping);
  const counts = { tooLong: wanted.tooLong, noRoom: wanted.noRoom };
  const nothing = { because: null, said: null, since: null, nextTryAt: null };
  if (mode === 'off' || mode === 'manual') return { mode, state: mode, ...nothing, ...counts };
  if (list.state === null)
    return holdsNothing(list) && holds(list, wanted.digest)
      ? { mode, state: 'in-sync', ...nothing, ...counts } // no token belongs there, so it was never asked anything
      : { mode, state: 'pending', ...nothing, because: 'not-yet', ...counts };
  if (list.state === 'in-sync' && !(holds(list, wanted.digest) && isConfirmed(list)))
    return { mode, state: 'pending', ...nothing, because: isOnline ? 'tokens-changed' : 'offline', ...counts };
  return {
    mode,
    state: list.state,
    because: list.because,
    said: list.said,
    since: list.since?.toISOString() ?? null,
    nextTryAt: list.nextTryAt?.toISOString() ?? null,
    ...counts,
  };
}
