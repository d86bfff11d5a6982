import type { RuleAction } from '../rule.ts';
import type { DayPart, FactName, Marker, Weekday } from './phrase.ts';

export type SaidFact = {
  fact: FactName;
  isNot: boolean;
  /** Told of what was, as in "lost contact". */
  isPast: boolean;
  times: { count: number; text: string } | undefined;
  text: string;
};
/** A condition with the word at its head: "when CP-3 goes offline and nobody charges". */
export type Clause = { marker: Marker; facts: SaidFact[]; isEither: boolean };
/** How long, said within a clause. */
type Span = { minutes: number; text: string; clause: Clause };
/** Hours or days; `isNot`: it must not be then. */
export type Window = { from?: string; to?: string; days: readonly Weekday[]; isNot: boolean; text: string };

/** What a sentence says, sorted by what it says it of. Nothing of it is a rule yet. */
export type Parts = {
  clauses: Clause[];
  actions: RuleAction[];
  otherwise: RuleAction[];
  stationIds: readonly string[];
  siteIds: readonly string[];
  /** "connector 2": one of the station's, as it stands printed on it. */
  connector: { evseId: number; text: string } | undefined;
  windows: Window[];
  daily: { part: DayPart; text: string } | undefined;
  at: { time: string; isExact: boolean; text: string } | undefined;
  lasting: Span | undefined;
  /** Within which something has to happen so and so often, or not at all. */
  within: Span | undefined;
  most: { count: number; minutes: number; text: string } | undefined;
  isOnce: boolean;
  /** "restart faulted stations": said of what is acted upon. */
  adjectives: SaidFact[];
  /** Words that no rule can hold, or not there. */
  unread: string[];
};
