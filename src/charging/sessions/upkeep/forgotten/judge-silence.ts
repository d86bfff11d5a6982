import type { CloseReason } from '../../fold/oddity.ts';

/** How long a session may be silent. 0: for ever. */
export type Patience = {
  /** When something else says that it is over: its connector is free, another session began there, the station booted. */
  withSignsHours: number;
  /** When nothing does, or the station is away. */
  withoutSignsHours: number;
};

export type SilentSession = {
  lastHeardAt: Date;
  /** When its last event happened, by the station's clock. */
  lastAt: Date | null;
  isOnline: boolean;
  linkChangedAt: Date | null;
  bootedAt: Date | null;
  /** Since when every connector that it may be at has been free. */
  freeSince: Date | null;
  /** When another session began at its EVSE, after its last event. */
  otherSessionAt: Date | null;
};

/** ask: only the word of the station can end it. over: there are signs that it is, to be asked about where it can be. */
export type Judgement =
  | { verdict: 'wait' }
  | { verdict: 'ask' }
  | { verdict: 'over'; reason: CloseReason; since: Date | null };

const hourMs = 3_600_000;

export function judgeSilence(session: SilentSession, now: Date, patience: Patience): Judgement {
  const hoursSince = (time: Date | null) => (time === null ? Infinity : (now.getTime() - time.getTime()) / hourMs);
  const silentHours = hoursSince(session.lastHeardAt);
  const isLongSilent = isPast(silentHours, patience.withoutSignsHours);
  if (!session.isOnline) {
    // All stations are away when we start: that says nothing of a vehicle that is parked for days.
    const isLongAway = isPast(hoursSince(session.linkChangedAt), patience.withoutSignsHours);
    if (!isLongSilent || !isLongAway) return { verdict: 'wait' };
    return { verdict: 'over', reason: 'offline', since: session.linkChangedAt };
  }
  const sign = isPast(silentHours, patience.withSignsHours) ? signOf(session) : undefined;
  if (sign !== undefined) return { verdict: 'over', ...sign };
  return { verdict: isLongSilent ? 'ask' : 'wait' };
}

function isPast(hours: number, limit: number): boolean {
  return limit > 0 && hours >= limit;
}

/** A station that resumes its sessions after a boot tells of them (2.1 E17): then something was heard after the boot. */
function signOf(session: SilentSession): { reason: CloseReason; since: Date } | undefined {
  const { otherSessionAt, freeSince, bootedAt, lastAt, lastHeardAt } = session;
  if (otherSessionAt !== null) return { reason: 'other-session', since: otherSessionAt };
  if (freeSince !== null && (lastAt === null || freeSince >= lastAt))
    return { reason: 'connector-free', since: freeSince };
  return bootedAt !== null && bootedAt > lastHeardAt ? { reason: 'booted', since: bootedAt } : undefined;
}
