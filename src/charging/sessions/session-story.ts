import type { ReadingOrder } from './order-readings.ts';
import type { RegisterReading } from './register-readings.ts';
import {
  type ClosedFact,
  type ConflictFact,
  isTold,
  type MergedFact,
  type SessionFact,
  type StopMatchedFact,
  type ToldFact,
} from './session-event.ts';

/** The facts of a session in the order in which they happened, and which of them hold. */
export type Story = {
  /** What the station told, in order; last the end that was matched with the session, where it has no own. */
  events: readonly ToldFact[];
  started: ToldFact | null;
  /** The end that holds. */
  end: ToldFact | null;
  ends: readonly ToldFact[];
  /** The station's count of its events, each once, rising even where it began again at 0. */
  sequence: readonly number[];
  /** Of the events until the end that holds, as they were told. */
  registers: readonly RegisterReading[];
  registerOrder: ReadingOrder;
  /** The station counts its events. */
  isCounted: boolean;
  /** Where the clock was set back while the session ran. */
  setBack: { before: string; after: string } | null;
  conflicts: readonly ConflictFact[];
  match: StopMatchedFact | null;
  isMatchInForce: boolean;
  /** The closing that holds, since nothing more was heard. */
  close: ClosedFact | null;
  /** Closed before, and then something more was heard. */
  outweighedClose: ClosedFact | null;
  mergedInto: string | null;
};

/** What the station told in the order in which it happened, then what we decided. */
export function inOrder(facts: readonly SessionFact[]): readonly SessionFact[] {
  if (facts.length < 2) return facts;
  const told = facts.filter(isTold);
  const seqOf = unwrapped(told);
  return [...told.toSorted((a, b) => compare(a, b, seqOf)), ...facts.filter((fact) => !isTold(fact))];
}

export function readStory(facts: readonly SessionFact[]): Story {
  const told = facts.filter(isTold);
  const seqOf = unwrapped(told);
  const ordered = told.toSorted((a, b) => compare(a, b, seqOf));
  const matches = ofType<StopMatchedFact>(facts, 'stop-matched');
  const lastMatch = latest(matches);
  // The station's own end wins over one that we gave to the session.
  const given = ordered.some(({ type }) => type === 'ended') ? null : (lastMatch?.stop ?? null);
  const events = given === null ? ordered : [...ordered, given];
  const ends = events.filter(({ type }) => type === 'ended');
  const lastResumed = lastResumption(events, seqOf);
  const end = ends.find(({ seqNo }) => seqNo === null || seqOf(seqNo) >= lastResumed) ?? null;
  const closes = ofType<ClosedFact>(facts, 'closed-inferred');
  const lastClose = closes.toSorted((a, b) => b.told - a.told || (a.at < b.at ? -1 : 1))[0] ?? null;
  const isCloseInForce = end === null && lastClose !== null && lastClose.told >= told.length;
  const started = events.find(({ type }) => type === 'started') ?? null;
  const isCounted = ordered.length > 0 && ordered.every(({ seqNo }) => seqNo !== null);
  const { registers, registerOrder, setBack } = readRegisters(untilEnd(events, end), { started, isCounted });
  return {
    events,
    started,
    end,
    ends,
    sequence: sequenceOf(ordered, seqOf),
    registers,
    registerOrder,
    isCounted,
    setBack,
    conflicts: ofType<ConflictFact>(facts, 'conflict').toSorted((a, b) => compare(a.told, b.told, seqOf)),
    match: matches.filter(({ stop }) => stop !== null).toSorted((a, b) => b.revision - a.revision)[0] ?? null,
    isMatchInForce: given !== null,
    close: isCloseInForce ? lastClose : null,
    outweighedClose: isCloseInForce ? null : lastClose,
    mergedInto: latest(ofType<MergedFact>(facts, 'merged'))?.into ?? null,
  };
}

function ofType<Fact extends SessionFact>(facts: readonly SessionFact[], type: Fact['type']): Fact[] {
  return facts.filter((fact) => fact.type === type) as Fact[];
}

function latest<Fact extends { revision: number }>(decisions: readonly Fact[]): Fact | null {
  return decisions.reduce<Fact | null>((last, fact) => (last && last.revision > fact.revision ? last : fact), null);
}

/** OCPP counts in 31 bits, and a station that counts per EVSE reaches the end of them: after the last number comes 0 again. */
const countsTo = 2 ** 31;
/** No session has this many events: numbers that far apart lie on both sides of the end of counting. */
export const mostApart = 2 ** 30;

function unwrapped(told: readonly ToldFact[]): (seqNo: number) => number {
  let [least, most] = [Infinity, -Infinity];
  for (const { seqNo } of told) {
    if (seqNo === null) continue;
    if (seqNo < least) least = seqNo;
    if (seqNo > most) most = seqNo;
  }
  if (most - least <= mostApart) return (seqNo) => seqNo;
  return (seqNo) => (seqNo < mostApart ? seqNo + countsTo : seqNo);
}

const rank = { started: 0, updated: 1, ended: 2 };

function compare(a: ToldFact, b: ToldFact, seqOf: (seqNo: number) => number): number {
  if (a.seqNo !== null && b.seqNo !== null && a.seqNo !== b.seqNo) return seqOf(a.seqNo) - seqOf(b.seqNo);
  // A station that began to count while it used the name: what has no number came first.
  if ((a.seqNo === null) !== (b.seqNo === null)) return a.seqNo === null ? -1 : 1;
  // Without a count, a session begins with its start and ends with its end, even when the clock was set back meanwhile.
  if (a.seqNo === null && rank[a.type] !== rank[b.type]) return rank[a.type] - rank[b.type];
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  if (a === b) return 0;
  return rank[a.type] - rank[b.type] || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
}

/** The number of the last event that resumed the session; no end before it was one. */
function lastResumption(events: readonly ToldFact[], seqOf: (seqNo: number) => number): number {
  let last = Number.NEGATIVE_INFINITY;
  for (const { trigger, seqNo } of events)
    if (trigger === 'TxResumed' && seqNo !== null) last = Math.max(last, seqOf(seqNo));
  return last;
}

function sequenceOf(events: readonly ToldFact[], seqOf: (seqNo: number) => number): number[] {
  const sequence: number[] = [];
  for (const { seqNo } of events) {
    if (seqNo !== null && seqOf(seqNo) !== sequence.at(-1)) sequence.push(seqOf(seqNo));
  }
  return sequence;
}

/** What was told after the end, or as another end, is no energy of the session. */
function untilEnd(events: readonly ToldFact[], end: ToldFact | null): readonly ToldFact[] {
  return end === null || end === events.at(-1) ? events : events.slice(0, events.indexOf(end) + 1);
}

/** Times of one session may lie this much out of order without anyone having touched the clock. */
const steadyClockMs = 2 * 60_000;

/**
 * The readings of the events, and how to put them in order. Their times do, unless the clock was set back meanwhile, or never was
 * set: then the count of the station does, and without one, that a meter counts upwards.
 */
function readRegisters(
  events: readonly ToldFact[],
  { started, isCounted }: { started: ToldFact | null; isCounted: boolean },
): Pick<Story, 'registers' | 'registerOrder' | 'setBack'> {
  const setBack = isCounted ? findSetBack(events) : findOlder(events, started);
  const inTurn = isCounted || setBack === null ? events : olderLast(events, started);
  const registers = inTurn.flatMap((event) => event.registers);
  const hasNoTimes = registers.some(({ hasNoTime }) => hasNoTime);
  if (hasNoTimes) return { registers, registerOrder: isCounted ? 'as-told' : 'by-register', setBack };
  return { registers, registerOrder: setBack === null ? 'by-time' : 'as-told', setBack };
}

function findSetBack(events: readonly ToldFact[]): Story['setBack'] {
  for (const [index, event] of events.entries()) {
    const before = events[index - 1];
    if (before !== undefined && isBefore(event, before)) return { before: before.at, after: event.at };
  }
  return null;
}

/** Without a count, the start and the end stand where they belong by themselves; what is older than the start came after it. */
function findOlder(events: readonly ToldFact[], started: ToldFact | null): Story['setBack'] {
  const older = events.find((event) => isOlder(event, started));
  return older === undefined || started === null ? null : { before: started.at, after: older.at };
}

function olderLast(events: readonly ToldFact[], started: ToldFact | null): ToldFact[] {
  const isEnd = ({ type }: ToldFact) => type === 'ended';
  const between = events.filter((event) => !isEnd(event));
  const { older = [], others = [] } = Object.groupBy(between, (event) =>
    isOlder(event, started) ? 'older' : 'others',
  );
  return [...others, ...older, ...events.filter(isEnd)];
}

function isOlder(event: ToldFact, started: ToldFact | null): boolean {
  return event.seqNo === null && event.type === 'updated' && started !== null && isBefore(event, started);
}

/** A time that is ours says nothing about the station's clock. */
function isBefore(event: ToldFact, before: ToldFact): boolean {
  const isOurs = ({ at, clock }: ToldFact) => clock?.received === at;
  return isSetBack(before.at, event.at) && !isOurs(event) && !isOurs(before);
}

/** Times are only read as dates where they are out of order at all: this is asked for every event. */
export function isSetBack(before: string, at: string): boolean {
  return at < before && Date.parse(before) - Date.parse(at) > steadyClockMs;
}
