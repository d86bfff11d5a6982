import { energySeries } from '../energy/session-energy.ts';
import type { SessionFact, ToldFact } from '../record/session-fact.ts';
import { readStory, type Story } from './session-story.ts';

export type SessionUsage = Span & {
  /** Energy since the start, in order, never falling; the last is the session's energy. */
  readings: readonly { at: Date; mwh: number }[];
  /** In order, apart, inside the session. */
  idle: readonly Interval[];
};
type Span = { startedAt: Date; until: Date };
type Interval = { from: Date; to: Date };

/**
 * What its facts tell of it, in whatever order they came and however often. `now`: until when, while it runs. `heardAt`: when its
 * first message came, by our clock.
 */
export function usageOf(facts: readonly SessionFact[], now: Date, heardAt = now): SessionUsage {
  const story = readStory(facts);
  const span = spanOf(
    {
      startedAt: timeOf(story.started),
      endedAt: timeOf(story.end ?? story.close),
      lastAt: timeOf(story.events.at(-1)),
      firstAt: timeOf(story.events[0]),
      heardAt,
    },
    now,
  );
  const readings = readingsOf(story, span);
  return { ...span, readings, idle: idleOf(story, { span, readings }) };
}

/** A clock may be this much ahead of ours, and what it tells is still of now. */
const maxAheadMs = 5 * 60_000;

/** No vehicle charges for longer: the clock was set in between. */
const longestMs = 400 * 86_400_000;

type Times = {
  startedAt: Date | null;
  endedAt: Date | null;
  lastAt: Date | null;
  firstAt?: Date | null;
  heardAt: Date;
};

/**
 * From when until when. A start that was never told is the first that was heard of it, or its end; an end before the start, which a
 * clock makes that was set back, is the start: such a session has energy and no time. One that lasts for years began when we first
 * heard of it: nobody pays for a clock that was not set, and counting the days of centuries would stop everything else.
 */
export function spanOf({ startedAt, endedAt, lastAt, firstAt = null, heardAt }: Times, now: Date): Span {
  const begin = startedAt ?? firstAt ?? endedAt ?? lastAt ?? now;
  const aheadMs = (lastAt?.getTime() ?? 0) - now.getTime();
  const isAhead = lastAt !== null && aheadMs > 0 && aheadMs <= maxAheadMs;
  const end = endedAt ?? (isAhead ? lastAt : now);
  if (end.getTime() - begin.getTime() > longestMs) return { startedAt: heardAt < end ? heardAt : end, until: end };
  return { startedAt: begin, until: end < begin ? begin : end };
}

/** A time that lies ahead of its receipt is that of a wrong clock. */
function timeOf(fact: (Pick<ToldFact, 'at'> & Partial<Pick<ToldFact, 'clock'>>) | null | undefined): Date | null {
  return fact ? new Date(fact.clock?.received ?? fact.at) : null;
}

/** Each time once, inside the session and in order, whatever the clock did meanwhile. */
function readingsOf(story: Story, { startedAt, until }: Span): { at: Date; mwh: number }[] {
  const { registers, registerOrder: order, isCounted, end } = story;
  const series = energySeries(registers, { hasEnded: end !== null, order, isCounted });
  const byTime = new Map<number, number>();
  let latest = startedAt.getTime();
  for (const { at, mwh } of series) {
    latest = Math.min(until.getTime(), Math.max(latest, Date.parse(at)));
    byTime.set(latest, mwh);
  }
  const readings = [...byTime].map(([ms, mwh]) => ({ at: new Date(ms), mwh }));
  // Energy that was there with the first reading flew until then.
  return readings[0] !== undefined && readings[0].mwh > 0 ? [{ at: startedAt, mwh: 0 }, ...readings] : readings;
}

type UsageFacts = { span: Span; readings: readonly { at: Date; mwh: number }[] };

/** By what the station says of the vehicle; where it says nothing, by the meter. */
function idleOf(story: Story, known: UsageFacts): Interval[] {
  const told = untilEnd(story).filter(({ chargingState }) => chargingState !== null);
  return told.length > 0 ? idleByState(told, known) : idleByMeter(known);
}

function untilEnd({ events, end }: Story): readonly ToldFact[] {
  return end === null ? events : events.slice(0, events.indexOf(end) + 1);
}

/** A vehicle that waits for the station's power is not idle, nor is one that is plugged in and has had no energy yet. */
function idleByState(told: readonly ToldFact[], { span, readings }: UsageFacts): Interval[] {
  const firstEnergyMs = readings.find(({ mwh }) => mwh > 0)?.at.getTime() ?? Infinity;
  const intervals: Interval[] = [];
  let [hasCharged, latestMs] = [false, span.startedAt.getTime()];
  let idleSince: number | null = null;
  const end = (ms: number) => {
    if (idleSince !== null && ms > idleSince) intervals.push({ from: new Date(idleSince), to: new Date(ms) });
    idleSince = null;
  };
  for (const { at, chargingState } of told) {
    latestMs = Math.min(span.until.getTime(), Math.max(latestMs, Date.parse(at)));
    hasCharged ||= chargingState === 'charging';
    const isIdle =
      chargingState === 'suspended-by-vehicle' ||
      chargingState === 'idle' ||
      (chargingState === 'plugged-in' && (hasCharged || firstEnergyMs <= latestMs));
    if (isIdle) idleSince ??= latestMs;
    else end(latestMs);
  }
  end(span.until.getTime());
  return intervals;
}

/** Two readings after the last rise, and no less: one alone may have been taken just after it. */
const leastStill = 2;

function idleByMeter({ span, readings }: UsageFacts): Interval[] {
  const total = readings.at(-1)?.mwh ?? 0;
  const full = readings.findIndex(({ mwh }) => mwh === total);
  const from = readings[full]?.at;
  if (total === 0 || from === undefined || readings.length - 1 - full < leastStill || from >= span.until) return [];
  return [{ from, to: span.until }];
}
