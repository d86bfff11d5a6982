import type { RuleInput } from '../rule.ts';
import type { Clause, SaidFact } from './parts.ts';
import { type Fact, facts } from './phrase.ts';

export type Condition = NonNullable<RuleInput['if']>[number];
type Leave = (said: { text: string } | undefined) => void;

/** As it is meant: "not offline" is online. What has no opposite cannot be denied. */
function factOf({ fact, isNot }: SaidFact): Fact {
  if (!isNot) return facts[fact];
  const { opposite } = facts[fact];
  return opposite === undefined ? {} : facts[opposite];
}

export function eventOf(said: SaidFact): Fact['event'] {
  return factOf(said).event;
}

export function isSameEvent(one: SaidFact, other: SaidFact): boolean {
  const [first, second] = [eventOf(one), eventOf(other)];
  return first !== undefined && first.kind === second?.kind && first.status === second.status;
}

export function statusCondition({ kind, status = '' }: NonNullable<Fact['event']>): Condition {
  return { of: 'event', field: statusField(kind), compare: 'is', value: status };
}

function statusField(kind: string): string {
  return kind === 'session-event' ? 'type' : 'status';
}

/** How often something happened within a span; whole hours alone are counted. */
export function countOf(
  said: SaidFact,
  { clause, minutes }: { clause: Clause; minutes: number },
  leave: Leave,
): Condition[] {
  const event = eventOf(said);
  const isWhole = minutes % 60 === 0 && minutes <= 43_200;
  if (event === undefined || said.isNot || clause.isEither || clause.marker === 'unless' || !isWhole) {
    leave(said);
    leave(said.times);
    return [];
  }
  const { kind, status } = event;
  const count = { of: 'count' as const, kind, atLeast: said.times?.count ?? 1, withinHours: minutes / 60 };
  return [status === undefined ? count : { ...count, matching: { field: statusField(kind), value: status } }];
}

/** A fact beside the one that is waited for: how the station has to be, or must not be. */
export function stateOf(said: SaidFact, clause: Clause, leave: Leave): Condition[] {
  const { state } = factOf(said);
  const isUnless = clause.marker === 'unless';
  // Not (one and the other) is more than two conditions can say; not (one or the other) is not.
  const isClear = clause.facts.length === 1 || isUnless === clause.isEither;
  if (state === undefined || said.isPast || said.times !== undefined || !isClear) {
    leave(said);
    return [];
  }
  return [{ of: 'station', state: state.is, isNot: (state.isNot ?? false) !== isUnless }];
}

/** Nobody who charges is interrupted, and what is away cannot be asked for anything. */
export function withCare(conditions: readonly Condition[], states: readonly ('online' | 'idle')[]): Condition[] {
  const opposites = { online: 'offline', idle: 'charging' } as const;
  const isSaid = (state: 'online' | 'idle') =>
    conditions.some((each) => each.of === 'station' && (each.state === state || each.state === opposites[state]));
  return [
    ...conditions,
    ...states.filter((state) => !isSaid(state)).map((state) => ({ of: 'station' as const, state })),
  ];
}
