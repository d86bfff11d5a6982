import { isTooFast } from '../../energy/count-rises.ts';
import type { RegisterReading } from '../../energy/register-readings.ts';
import type { MatchReasons } from '../../fold/oddity.ts';

/** An end that names no session of ours. `evseId` where meter values under the same name told it. */
export type OrphanStop = {
  ref: string;
  at: string;
  register: RegisterReading | null;
  tokenHash: string | null;
  evseId: number | null;
};

export type StartedSession = {
  ref: string;
  startedAt: string;
  evseId: number | null;
  tokenHash: string | null;
  firstRegister: RegisterReading | null;
  lastRegister: RegisterReading | null;
  lastAt: string;
  endedAt: string | null;
};

/** `reasons` is null where it is the session's own end, told once more under a name that is none. */
export type Match = { into: string; reasons: MatchReasons | null };

/** Longer than any session: a start this old was forgotten. */
const maxSeconds = 30 * 86_400;

type Pair = Match & { orphan: OrphanStop; rank: readonly (number | string)[] };

/**
 * Gives the ends without a start to the sessions without an end that they fit, of one station: what speaks for a pair most, then
 * what lies nearest in time. A plain function of the whole, so that it does not matter in which order they became known.
 */
export function matchStops(
  orphans: readonly OrphanStop[],
  sessions: readonly StartedSession[],
): ReadonlyMap<string, Match> {
  const followed = withFollowers(sessions);
  const pairs = orphans.flatMap((orphan) => pairsOf(orphan, followed)).toSorted((a, b) => byRank(a.rank, b.rank));
  const matches = new Map<string, Match>();
  const taken = new Set<string>();
  for (const { orphan, into, reasons } of pairs) {
    if (matches.has(orphan.ref) || (reasons !== null && taken.has(into))) continue;
    matches.set(orphan.ref, { into, reasons });
    taken.add(into);
  }
  return matches;
}

/** `followedAt`: when the next session began at the same EVSE. */
type Followed = StartedSession & { followedAt: string | null };

function withFollowers(sessions: readonly StartedSession[]): Followed[] {
  const byRef = sessions.toSorted((a, b) => (a.ref < b.ref ? -1 : 1));
  return [...Map.groupBy(byRef, ({ evseId }) => evseId)].flatMap(([evseId, ofPlace]) => {
    const starts = [...new Set(ofPlace.map(({ startedAt }) => startedAt))].toSorted();
    const next = new Map(starts.map((startedAt, index) => [startedAt, starts[index + 1] ?? null]));
    return ofPlace.map((session) => ({
      ...session,
      followedAt: evseId === null ? null : (next.get(session.startedAt) ?? null),
    }));
  });
}

function pairsOf(orphan: OrphanStop, sessions: readonly Followed[]): Pair[] {
  const same = sessions.find((session) => isSameEnd(orphan, session));
  if (same !== undefined) return [{ orphan, into: same.ref, reasons: null, rank: [0, orphan.at, orphan.ref] }];
  const fitting = sessions.filter((session) => fits(orphan, session));
  return fitting.map((session) => {
    const reasons = reasonsFor(orphan, session, fitting.length - 1);
    const told = Number(reasons.token === 'same') + Number(reasons.evse === 'same');
    return {
      orphan,
      into: session.ref,
      reasons,
      rank: [1, -told, reasons.seconds, orphan.at, orphan.ref, session.ref],
    };
  });
}

/** A station that learned its id too late tells its end once with it and once without. */
function isSameEnd(orphan: OrphanStop, { endedAt, lastRegister }: StartedSession): boolean {
  return endedAt !== null && endedAt === orphan.at && lastRegister?.mwh === orphan.register?.mwh;
}

function fits(orphan: OrphanStop, session: Followed): boolean {
  const { startedAt, lastAt, endedAt, followedAt, firstRegister, lastRegister } = session;
  if (endedAt !== null || startedAt > orphan.at || lastAt > orphan.at) return false;
  // Whoever came next to that EVSE can only have come after this session had ended.
  if (followedAt !== null && followedAt < orphan.at) return false;
  if (secondsBetween(startedAt, orphan.at) > maxSeconds) return false;
  if (!mayEqual(orphan.tokenHash, session.tokenHash) || !mayEqual(orphan.evseId, session.evseId)) return false;
  if (orphan.register === null) return true;
  if (lastRegister !== null && orphan.register.mwh < lastRegister.mwh) return false;
  return firstRegister === null || !isTooFast(firstRegister, orphan.register);
}

function mayEqual<Value>(one: Value | null, other: Value | null): boolean {
  return one === null || other === null || one === other;
}

function reasonsFor(orphan: OrphanStop, session: StartedSession, others: number): MatchReasons {
  const isTold = (one: unknown, other: unknown) => (one === null || other === null ? 'not-told' : 'same');
  const { register } = orphan;
  const { firstRegister } = session;
  return {
    token: isTold(orphan.tokenHash, session.tokenHash),
    evse: isTold(orphan.evseId, session.evseId),
    seconds: secondsBetween(session.startedAt, orphan.at),
    energyWh: register === null || firstRegister === null ? null : (register.mwh - firstRegister.mwh) / 1000,
    others,
  };
}

function secondsBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 1000);
}

function byRank(a: Pair['rank'], b: Pair['rank']): number {
  const index = a.findIndex((value, place) => value !== b[place]);
  const [one, other] = [a[index], b[index]];
  if (one === undefined || other === undefined) return 0;
  return one < other ? -1 : 1;
}
