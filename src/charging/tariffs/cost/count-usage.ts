import type { TariffTerms } from '#contract/billing/tariff-terms.ts';
import { mwhOf } from '../../decimal.ts';
import { clockPieces, minuteMs, rowsAt } from './price-calendar.ts';

export type Usage = {
  startedAt: Date;
  /** The end, or now while it runs. */
  until: Date;
  /** Energy since the start, in order, never falling; the time between two shares it linearly. */
  readings: readonly { at: Date; mwh: number }[];
  /** In order, apart, inside the session. */
  idle: readonly { from: Date; to: Date }[];
  /** The reservation it used. */
  reservation: { from: Date; to: Date } | null;
};

/** Terms that hold from a moment of the session on; null: from its start. */
export type Segment = { terms: TariffTerms; from: Date | null };

export type PricedUsage = { segments: readonly [Segment, ...Segment[]]; usage: Usage; timeZone: string };

/** What one row of one segment counted: mWh of energy or ms of time. */
export type Counted = {
  kind: 'energy' | 'time' | 'idle';
  segment: number;
  row: number;
  quantity: number;
  from: number;
  to: number;
};

/**
 * Shares a session out among the rows of its tariffs: every mWh and every millisecond belongs to exactly one. What
 * counted last stands last in its kind.
 */
export function countUsage({ segments, usage, timeZone }: PricedUsage): Counted[] {
  const session = readSession(usage);
  const counted = new Map<string, Counted>();
  const sofar = { mwh: 0, idleMs: 0 };
  for (const span of segmentSpans(segments, session)) {
    for (const part of partsOf(span, { session, timeZone })) {
      for (const share of energyShares(part, { session, from: sofar.mwh })) add(counted, share);
      add(counted, timeShare(part, { session, idleMs: sofar.idleMs }));
      sofar.mwh = part.endMwh;
      if (part.isIdle) sofar.idleMs += part.to - part.from;
    }
  }
  return [...counted.values()];
}

export function lastSegment(segments: PricedUsage['segments'], { startedAt, until }: Usage): Segment {
  const end = Math.max(startedAt.getTime(), until.getTime());
  return segments.findLast(({ from }) => from === null || from.getTime() <= end) ?? segments[0];
}

type Session = { start: number; until: number; curve: EnergyCurve; idle: readonly { from: number; to: number }[] };

/** Readings from before the start or after the end count at the start and at the end: no energy is lost to a clock. */
function readSession({ startedAt, until, readings, idle }: Usage): Session {
  const start = startedAt.getTime();
  const end = Math.max(start, until.getTime());
  let most = 0; // energy that falls would be given back, and nothing is
  const points = readings.map(({ at, mwh }) => {
    most = Math.max(most, mwh);
    return { ms: Math.min(Math.max(at.getTime(), start), end), mwh: most };
  });
  return {
    start,
    until: end,
    curve: energyCurve([{ ms: start, mwh: 0 }, ...points]),
    idle: idle.map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() })),
  };
}

/** `steps`: amounts of energy at which another row begins, in order. */
type Span = {
  segment: number;
  terms: TariffTerms;
  steps: readonly number[];
  from: number;
  to: number;
  isLast: boolean;
};

function segmentSpans(segments: PricedUsage['segments'], { start, until }: Session): Span[] {
  const begun = segments.flatMap(({ terms, from }, segment) => {
    const at = Math.max(start, from?.getTime() ?? start);
    return segment === 0 || at <= until ? [{ segment, terms, from: at }] : [];
  });
  return begun.map((span, index) => {
    const next = begun[index + 1];
    return { ...span, steps: energySteps(span.terms), to: next?.from ?? until, isLast: next === undefined };
  });
}

/** A stretch in which one row holds for time, and for energy as many as the steps by energy that it crosses. */
type Part = {
  span: Span;
  rows: readonly number[];
  from: number;
  to: number;
  endMwh: number;
  isIdle: boolean;
};

function* partsOf(span: Span, { session, timeZone }: { session: Session; timeZone: string }): Generator<Part> {
  const { terms } = span;
  const { start, until, curve, idle } = session;
  const cuts = [
    ...terms.prices.flatMap(({ fromMinutes, toMinutes }) =>
      [fromMinutes, toMinutes ?? 0].map((m) => start + m * minuteMs),
    ),
    ...span.steps.map(curve.firstReach),
    ...idle.flatMap(({ from, to }) => [from, to]),
  ].toSorted((a, b) => a - b);

  // Pieces, cuts and idle spells are all in order: each is passed once, however many there are.
  let [cut, spell] = [0, 0];
  for (const piece of clockPieces(terms, { from: span.from, to: span.to, timeZone })) {
    for (let { from } = piece; from < piece.to; ) {
      while ((cuts[cut] ?? Infinity) <= from) cut += 1;
      while ((idle[spell]?.to ?? Infinity) <= from) spell += 1;
      const to = Math.min(cuts[cut] ?? Infinity, piece.to);
      const isIdle = (idle[spell]?.from ?? Infinity) <= from;
      yield { span, rows: piece.rows, from, to, endMwh: curve.before(to), isIdle };
      from = to;
    }
  }
  if (!span.isLast) return;
  // Energy that was read in the very moment of the end belongs to that moment.
  const rows = rowsAt(terms, { at: until, timeZone });
  yield { span, rows, from: until, to: until, endMwh: curve.at(until), isIdle: false };
}

function* energyShares(part: Part, { session, from }: { session: Session; from: number }): Generator<Counted> {
  const { segment } = part.span;
  const steps = part.span.steps.filter((mwh) => from < mwh && mwh < part.endMwh);
  const inPart = (ms: number) => Math.min(Math.max(ms, part.from), part.to);
  let low = from;
  for (const high of [...steps, part.endMwh]) {
    yield {
      kind: 'energy',
      segment,
      row: rowFor(part, { mwh: low, start: session.start }),
      quantity: high - low,
      from: inPart(session.curve.firstReach(low + 1) - 1),
      to: inPart(session.curve.firstReach(high)),
    };
    low = high;
  }
}

/** Idle time has the price of its own after the grace; where the row has none it is time like any other. */
function timeShare(part: Part, { session, idleMs }: { session: Session; idleMs: number }): Counted {
  const { terms, segment } = part.span;
  const row = rowFor(part, { mwh: session.curve.at(part.from), start: session.start });
  const isPricedIdle = part.isIdle && terms.prices[row]?.perIdleMinute !== null;
  const graceLeft = isPricedIdle ? Math.max(0, terms.idleGraceMinutes * minuteMs - idleMs) : 0;
  const from = Math.min(part.from + graceLeft, part.to);
  return { kind: isPricedIdle ? 'idle' : 'time', segment, row, quantity: part.to - from, from, to: part.to };
}

function rowFor({ span, rows, from }: Part, { mwh, start }: { mwh: number; start: number }): number {
  const minutes = (from - start) / minuteMs;
  const row = rows.find((index) => {
    const price = span.terms.prices[index];
    if (price === undefined || mwh < mwhOf(price.fromKwh) || minutes < price.fromMinutes) return false;
    return (
      (price.toKwh === null || mwh < mwhOf(price.toKwh)) && (price.toMinutes === null || minutes < price.toMinutes)
    );
  });
  if (row !== undefined) return row;
  throw new Error(
    `The tariff has no price at ${new Date(from).toISOString()}, after ${mwh} mWh and ${minutes} minutes.`,
  );
}

function energySteps({ prices }: TariffTerms): number[] {
  const steps = prices.flatMap(({ fromKwh, toKwh }) => [mwhOf(fromKwh), mwhOf(toKwh ?? '0')]);
  return [...new Set(steps)].filter((mwh) => mwh > 0).toSorted((a, b) => a - b);
}

function add(counted: Map<string, Counted>, one: Counted): void {
  if (one.quantity === 0) return;
  const key = `${one.kind} ${one.segment} ${one.row}`;
  const before = counted.get(key);
  counted.delete(key); // so that what counted last stands last
  counted.set(key, before === undefined ? one : { ...before, quantity: before.quantity + one.quantity, to: one.to });
}

/** How much energy a session had taken when, in mWh and ms. It never falls. */
type EnergyCurve = {
  /** At a moment, with what was added in that very moment. */
  at(ms: number): number;
  /** Just before a moment. Two readings of one time make a jump; else it is the same. */
  before(ms: number): number;
  /** The first millisecond at which this much has been taken; Infinity: it never was. */
  firstReach(mwh: number): number;
};

type Point = { ms: number; mwh: number };

/**
 * Between two readings the energy is shared linearly, rounded down to whole mWh: every part of a session is the difference
 * of two points of this curve, so that parts always add up to the whole.
 */
function energyCurve(points: readonly [Point, ...Point[]]): EnergyCurve {
  return {
    at: (ms) => between(points, { ms, index: lastIndex(points, (point) => point.ms <= ms) }),
    before: (ms) => {
      const index = lastIndex(points, (point) => point.ms < ms);
      return index === -1 ? points[0].mwh : between(points, { ms, index });
    },
    firstReach: (mwh) => {
      const index = lastIndex(points, (point) => point.mwh < mwh);
      const [low, high] = [points[index], points[index + 1]];
      if (low === undefined) return points[0].ms;
      if (high === undefined) return Infinity;
      const rise = BigInt(high.mwh - low.mwh);
      const ms = (BigInt(mwh - low.mwh) * BigInt(high.ms - low.ms) + rise - 1n) / rise;
      return low.ms + Number(ms);
    },
  };
}

function between(points: readonly [Point, ...Point[]], { ms, index }: { ms: number; index: number }): number {
  const low = points[index] ?? points[0];
  const high = points[index + 1];
  if (high === undefined || ms <= low.ms) return low.mwh;
  const share = (BigInt(high.mwh - low.mwh) * BigInt(ms - low.ms)) / BigInt(high.ms - low.ms);
  return low.mwh + Number(share);
}

/** Of points in order, the last of those that come first and fit; -1: none does. */
function lastIndex(points: readonly Point[], fits: (point: Point) => boolean): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const point = points[middle];
    if (point !== undefined && fits(point)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
