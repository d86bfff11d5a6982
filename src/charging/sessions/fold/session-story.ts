import type { ReadingOrder } from '../energy/order-readings.ts';
import type { RegisterReading } from '../energy/register-readings.ts';
import {
  type ClosedFact,
  isTold,
  type MergedFact,
  type OverlapFact,
  type SessionFact,
  type StopMatchedFact,
  type ToldFact,
} from '../record/session-fact.ts';
import { type PlaceOf, readCount } from '../store/session-count.ts';
import { isSetBack } from './clock-order.ts';
import type { CloseReason } from './oddity.ts';
import { byContent, type Contradiction, toldEvents } from './told-events.ts';

/** The facts of a session in the order in which they happened, and which of them hold. */
export type Story = {
  /** What the station told, in order; last the end that was matched with the session, where it has no own. */
  events: readonly ToldFact[];
  started: ToldFact | null;
  end: ToldFact | null;
  ends: readonly ToldFact[];
  /** The station's count of its events, each once, rising even where it began again at 0. */
  sequence: readonly number[];
  /** Of the events until the end that holds, as they were told. */
  registers: readonly RegisterReading[];
  registerOrder: ReadingOrder;
  /** The station counts its events, and its numbers tell their order. */
  isCounted: boolean;
  misnumbered: readonly ToldFact[];
  /** Where the clock was set back while the session ran. */
  setBack: { before: string; after: string } | null;
  conflicts: readonly Contradiction[];
  match: StopMatchedFact | null;
  isMatchInForce: boolean;
  /** The closing that holds, since the station never told the end. */
  close: ClosedFact | null;
  /** Closed before, and then something more was heard. */
  outweighedClose: ClosedFact | null;
  mergedInto: string | null;
  overlaps: readonly OverlapFact[];
};

/** What the station told in the order in which it happened, then what we decided. */
export function inOrder(facts: readonly SessionFact[]): readonly SessionFact[] {
  if (facts.length < 2) return facts;
  const told = facts.filter(isTold);
  const { placeOf } = readCount(told);
  return [...told.toSorted((a, b) => compare(a, b, placeOf)), ...facts.filter((fact) => !isTold(fact))];
}

export function readStory(facts: readonly SessionFact[]): Story {
  const { told, contradictions } = toldEvents(facts);
  const { placeOf, sequence, misnumbered } = readCount(told);
  const ordered = told.toSorted((a, b) => compare(a, b, placeOf));
  const matches = ofType<StopMatchedFact>(facts, 'stop-matched');
  const lastMatch = latest(matches);
  // The station's own end wins over one that we gave to the session.
  const given = ordered.some(({ type }) => type === 'ended') ? null : (lastMatch?.stop ?? null);
  const events = given === null ? ordered : [...ordered, given];
  const ends = events.filter(({ type }) => type === 'ended');
  const resumed = events.findLast(({ trigger }) => trigger === 'TxResumed');
  const end = ends.find((one) => resumed === undefined || !isBeforeResumption(one, resumed, placeOf)) ?? null;
  const closes = ofType<ClosedFact>(facts, 'closed-inferred');
  const lastClose = closes.toSorted((a, b) => b.told - a.told || (a.at < b.at ? -1 : 1))[0] ?? null;
  const isCloseInForce = end === null && lastClose !== null && holds(lastClose, facts.filter(isTold));
  const started = events.find(({ type }) => type === 'started') ?? null;
  const isCounted = ordered.length > 0 && ordered.every((event) => placeOf(event) !== null);
  const { registers, registerOrder, setBack } = readRegisters(untilEnd(events, end, placeOf), {
    started,
    isCounted,
    placeOf,
  });
  return {
    events,
    started,
    end,
    ends,
    sequence,
    registers,
    registerOrder,
    isCounted,
    misnumbered: misnumbered.toSorted((a, b) => compare(a, b, placeOf)),
    setBack,
    conflicts: contradictions,
    match: matches.filter(({ stop }) => stop !== null).toSorted((a, b) => b.revision - a.revision)[0] ?? null,
    isMatchInForce: given !== null,
    close: isCloseInForce ? lastClose : null,
    outweighedClose: isCloseInForce || lastClose === null || wasRight(lastClose, events) ? null : lastClose,
    mergedInto: latest(ofType<MergedFact>(facts, 'merged'))?.into ?? null,
    overlaps: ofType<OverlapFact>(facts, 'overlap').toSorted((a, b) => (a.other < b.other ? -1 : 1)),
  };
}

/** The vehicle was seen to have left, and nothing of the session is from after that: its own end came late, and that is all. */
function wasRight({ evidence: { reason, since } }: ClosedFact, events: readonly ToldFact[]): boolean {
  return isSeen(reason) && since !== null && events.every(({ at }) => at <= since);
}

function isSeen(reason: CloseReason): boolean {
  return reason === 'other-session' || reason === 'connector-free';
}

/**
 * Whatever the station tells afterwards outweighs a closing. Only where the vehicle was seen to have left, what happened before then
 * and came late does not.
 */
function holds({ told: known, evidence: { reason, since } }: ClosedFact, told: readonly ToldFact[]): boolean {
  if (known >= told.length) return true;
  return isSeen(reason) && since !== null && told.every(({ at }) => at <= since);
}

function ofType<Fact extends SessionFact>(facts: readonly SessionFact[], type: Fact['type']): Fact[] {
  return facts.filter((fact) => fact.type === type) as Fact[];
}

function latest<Fact extends { revision: number }>(decisions: readonly Fact[]): Fact | null {
  return decisions.reduce<Fact | null>((last, fact) => (last && last.revision > fact.revision ? last : fact), null);
}

const rank = { started: 0, updated: 1, ended: 2 };

function compare(a: ToldFact, b: ToldFact, placeOf: PlaceOf): number {
  const [one, other] = [placeOf(a), placeOf(b)];
  if (one !== null && other !== null && one !== other) return one - other;
  // A station that began to count while it used the name: what has no number came first.
  if ((one === null) !== (other === null)) return one === null ? -1 : 1;
  // Without a count, a session begins with its start and ends with its end, even when the clock was set back meanwhile.
  if (one === null && rank[a.type] !== rank[b.type]) return rank[a.type] - rank[b.type];
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return rank[a.type] - rank[b.type] || byContent(a, b) || (a.seqNo ?? -1) - (b.seqNo ?? -1);
}

/** No end before the session was resumed is one. */
function isBeforeResumption(end: ToldFact, resumed: ToldFact, placeOf: PlaceOf): boolean {
  const [place, resumedPlace] = [placeOf(end), placeOf(resumed)];
  if (place !== null && resumedPlace !== null) return place < resumedPlace;
  return resumedPlace === null && end.at < resumed.at;
}

/** What was told after the end, or as another end, is no energy of the session. */
function untilEnd(events: readonly ToldFact[], end: ToldFact | null, placeOf: PlaceOf): readonly ToldFact[] {
  if (end === null) return events;
  const before = end === events.at(-1) ? events : events.slice(0, events.indexOf(end) + 1);
  return placeOf(end) === null ? before.filter((event) => !isAfterEnd(event, end)) : before;
}

/** Without a count the end stands last. What is later than it, and whose readings all lie above its own, came after it. */
function isAfterEnd({ type, at, registers }: ToldFact, end: ToldFact): boolean {
  const last = end.registers.find(({ mark }) => mark === 'end')?.mwh;
  if (type !== 'updated' || at <= end.at || last === undefined || registers.length === 0) return false;
  return registers.every(({ mwh }) => mwh > last);
}

/**
 * The readings of the events, and how to put them in order. Their times do, unless the clock was set back meanwhile, or never was
 * set: then the count of the station does, and without one, that a meter counts upwards.
 */
function readRegisters(
  events: readonly ToldFact[],
  { started, isCounted, placeOf }: { started: ToldFact | null; isCounted: boolean; placeOf: PlaceOf },
): Pick<Story, 'registers' | 'registerOrder' | 'setBack'> {
  const isOlder = (event: ToldFact) => placeOf(event) === null && isOlderThanStart(event, started);
  const setBack = isCounted ? findSetBack(events) : findOlder(events, started, isOlder);
  const inTurn = isCounted || setBack === null ? events : olderLast(events, isOlder);
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
function findOlder(
  events: readonly ToldFact[],
  started: ToldFact | null,
  isOlder: (event: ToldFact) => boolean,
): Story['setBack'] {
  const older = events.find(isOlder);
  return older === undefined || started === null ? null : { before: started.at, after: older.at };
}

function olderLast(events: readonly ToldFact[], isOlder: (event: ToldFact) => boolean): ToldFact[] {
  const isEnd = ({ type }: ToldFact) => type === 'ended';
  const between = events.filter((event) => !isEnd(event));
  const { older = [], others = [] } = Object.groupBy(between, (event) => (isOlder(event) ? 'older' : 'others'));
  return [...others, ...older, ...events.filter(isEnd)];
}

function isOlderThanStart(event: ToldFact, started: ToldFact | null): boolean {
  return event.type === 'updated' && started !== null && isBefore(event, started);
}

/** A time that is ours says nothing about the station's clock. */
function isBefore(event: ToldFact, before: ToldFact): boolean {
  const isOurs = ({ at, clock }: ToldFact) => clock?.received === at;
  return isSetBack(before.at, event.at) && !isOurs(event) && !isOurs(before);
}
