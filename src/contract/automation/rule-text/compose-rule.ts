import { type RuleAction, type RuleInput, weekdays } from '../rule.ts';
import { atPartOfDay } from './amounts.ts';
import { type Condition, countOf, eventOf, isSameEvent, stateOf, statusCondition, withCare } from './conditions.ts';
import type { Clause, Parts, SaidFact, Window } from './parts.ts';
import { facts } from './phrase.ts';

export type Lack = 'trigger' | 'action';
type Composed = { rule: Omit<RuleInput, 'name'> | undefined; unread: string[]; lacks: Lack | undefined };
type Read = Pick<RuleInput, 'when' | 'isOnce'> & { conditions: Condition[]; care: readonly ('online' | 'idle')[] };
/** A part that finds no place in the rule is left, and named. */
type Needs = { timeZone: string; leave(said: { text: string } | undefined): void };

/** Puts the parts of a sentence together. Each part is either in the rule or among the unread words. */
export function composeRule(parts: Parts, { timeZone }: { timeZone: string }): Composed {
  const unread = [...parts.unread];
  const ended = (rule: Composed['rule'], lacks?: Lack): Composed => ({
    rule,
    unread: [...new Set(unread.map((words) => words.trim()))],
    lacks,
  });
  const needs: Needs = { timeZone, leave: (said) => void (said !== undefined && unread.push(said.text)) };
  if (parts.actions.length === 0) return ended(undefined, 'action');
  const read = isTimed(parts) ? onSchedule(parts, needs) : onEvent(parts, needs);
  if (read === undefined) return ended(undefined, 'trigger');
  const [siteId, ...sites] = parts.siteIds;
  for (const text of sites) needs.leave({ text });
  const { conditions, care, ...rest } = read;
  const where = { ...(siteId !== undefined && { siteId }), stationIds: [...parts.stationIds] };
  return ended({
    ...rest,
    where,
    if: isTouching(parts) ? withCare(conditions, care) : conditions,
    ...doing(parts, needs),
  });
}

/** "every night at 3", "every night … that lost contact": a time, and nothing that happens. */
function isTimed({ daily, at, windows, clauses, actions }: Parts): boolean {
  const isTold = clauses.some(({ marker }) => marker === 'when' || marker === 'whenever');
  if (isTold) return false;
  const hasDays = windows.some((window) => window.from === undefined && !window.isNot);
  if (at !== undefined) return daily !== undefined || hasDays;
  return daily?.part === 'night' && actions.some((action) => action.do !== 'notify');
}

function onSchedule(parts: Parts, { timeZone, leave }: Needs): Read {
  leave(parts.connector);
  const { daily, at, windows, clauses, lasting, within } = parts;
  // Without a time it is done at night.
  const time = at === undefined ? '03:00' : atPartOfDay(at.time, at.isExact ? 'day' : (daily?.part ?? 'day'));
  if (time === undefined) leave(at);
  const [days, ...others] = windows.filter((window) => window.from === undefined);
  for (const window of [...others, ...windows.filter(({ from }) => from !== undefined)]) leave(window);
  leave(lasting);
  const isCounted = ({ times, isPast }: SaidFact) => times !== undefined || isPast;
  if (!clauses.some((clause) => clause.facts.some(isCounted))) leave(within);
  const minutes = within?.minutes ?? 1440;
  const said = clauses.flatMap((clause) =>
    clause.facts.flatMap((fact) =>
      isCounted(fact) ? countOf(fact, { clause, minutes }, leave) : stateOf(fact, clause, leave),
    ),
  );
  const adjectives: Clause = { marker: 'that', facts: parts.adjectives, isEither: false };
  return {
    when: { on: 'schedule', at: time ?? '03:00', days: [...daysOf(days)], timeZone },
    conditions: [...adjectives.facts.flatMap((fact) => stateOf(fact, adjectives, leave)), ...said],
    care: ['online', 'idle'],
    isOnce: parts.isOnce,
  };
}

function daysOf(window: Window | undefined): Window['days'] {
  if (window === undefined) return [];
  return window.isNot ? weekdays.filter((day) => !window.days.includes(day)) : window.days;
}

function onEvent(parts: Parts, needs: Needs): Read | undefined {
  const { clauses, windows, at, adjectives } = parts;
  const { leave, timeZone } = needs;
  const found = triggerAmong(clauses);
  if (found === undefined) {
    for (const said of [...clauses.flatMap((clause) => clause.facts), ...adjectives]) leave(said);
    return undefined;
  }
  const { clause, trigger, event } = found;
  leave(at);
  const isOfConnector = ofConnectors.includes(event.kind) && parts.connector !== undefined;
  if (!isOfConnector) leave(parts.connector);
  for (const each of adjectives) leave(each);
  const isSame = (said: SaidFact) => isSameEvent(said, trigger);
  for (const said of clauses.flatMap((each) => each.facts)) if (said.isPast) leave(said);
  for (const said of clause.facts)
    if (!isSame(said) && (clause.isEither || (eventOf(said) !== undefined && !canBesides(said)))) leave(said);
  for (const each of clauses)
    if (each !== clause && isTelling(each))
      for (const said of each.facts)
        if (eventOf(said) !== undefined && (each.marker !== 'if' || clause.marker === 'if')) leave(said);
  const minutes = lastingMinutes(parts, found, needs);
  const counts = countsOf(parts, found, needs);
  const states = clauses.flatMap((each) =>
    each.facts.filter((said) => !(each === clause && isSame(said))).flatMap((said) => stateOf(said, each, leave)),
  );
  const clocks = windows.map(({ from = '00:00', to = '00:00', days, isNot }) => ({
    of: 'clock' as const,
    from,
    to,
    days: [...days],
    isNot,
    timeZone,
  }));
  const isBounded = windows.length > 0 || parts.most !== undefined || counts.length > 0 || parts.daily !== undefined;
  const isForOnce = !isActing(parts) && !isBounded && clause.marker === 'when' && parts.stationIds.length === 1;
  return {
    when: { on: 'event', kind: event.kind, ...(minutes !== undefined && { forMinutes: minutes }) },
    conditions: [
      ...(event.status === undefined ? [] : [statusCondition(event)]),
      ...(isOfConnector ? [connectorCondition(parts.connector)] : []),
      ...counts,
      ...states,
      ...clocks,
    ],
    care: ['idle'],
    isOnce: parts.isOnce || isForOnce,
  };
}

/** Events that tell at which connector they happened. */
const ofConnectors = ['connector-status', 'session-event', 'finding-opened'];

function connectorCondition(connector: Parts['connector']): Condition {
  return { of: 'event', field: 'evseId', compare: 'is', value: connector?.evseId ?? 0 };
}

type Found = { clause: Clause; trigger: SaidFact; event: NonNullable<ReturnType<typeof eventOf>> };

/** What is waited for: said with "when" rather than with "if". */
function triggerAmong(clauses: readonly Clause[]): Found | undefined {
  const telling = clauses.filter(isTelling);
  for (const clause of [...telling.filter(({ marker }) => marker !== 'if'), ...telling]) {
    // "tell me when CP-3 went offline" asks about the past.
    const happening = clause.facts.filter((said) => eventOf(said) !== undefined && !said.isPast);
    const [first] = happening;
    // A station that "is online" besides is no news where something else happens.
    const trigger = first?.fact === 'offline' ? first : (happening.find(({ fact }) => fact !== 'online') ?? first);
    const event = trigger && eventOf(trigger);
    if (trigger !== undefined && event !== undefined) return { clause, trigger, event };
  }
  return undefined;
}

function isTelling({ marker }: Clause): boolean {
  return marker === 'when' || marker === 'whenever' || marker === 'if';
}

/** A state that may hold beside what happens in the same clause: "is faulted and online". */
function canBesides({ fact, isNot }: SaidFact): boolean {
  return !isNot && (fact === 'online' || fact === 'faulted');
}

function lastingMinutes({ lasting, within }: Parts, { clause, trigger }: Found, { leave }: Needs): number | undefined {
  // "does not come back within 10 minutes": it is away for as long.
  const denied = clause.facts.find((said) => said.isNot && isSameEvent(said, trigger));
  const isWithin = denied !== undefined && within?.clause === clause;
  if (lasting !== undefined && isWithin) leave(within);
  const span = lasting ?? (isWithin ? within : undefined);
  if (span === undefined) return undefined;
  const isFitting = span.clause === clause && facts[trigger.fact].canLast === true && span.minutes <= 1440;
  if (isFitting) return span.minutes;
  leave(span);
  return undefined;
}

function countsOf({ within, lasting }: Parts, { clause, trigger }: Found, { leave }: Needs): Condition[] {
  const counted = clause.facts.find(({ times }) => times !== undefined);
  const isDenied = clause.facts.some((said) => said.isNot && isSameEvent(said, trigger));
  if (counted === undefined) {
    if (!isDenied) leave(within);
    return [];
  }
  // "goes offline twice", without a span: nobody knows from when on it is counted.
  if (within === undefined || within.clause !== clause || counted !== trigger) {
    leave(counted.times);
    leave(within);
    return [];
  }
  leave(lasting);
  return countOf(counted, { clause, minutes: within.minutes }, leave);
}

function isActing({ actions }: Parts): boolean {
  return actions.some((action) => action.do !== 'notify');
}

/** A ticket is for people, and disturbs nobody at the station. */
function isTouching({ actions }: Parts): boolean {
  return actions.some((action) => action.do !== 'notify' && action.do !== 'tool');
}

function doing(parts: Parts, { leave }: Needs): Pick<RuleInput, 'actions' | 'else' | 'limits'> {
  const { actions, otherwise, most } = parts;
  const tells: RuleAction[] = [{ do: 'notify', to: [], isUrgent: false }];
  const usual = isActing(parts) ? {} : { coolDownMinutes: 10, perStationPerDay: 24, runsPerDay: 200 };
  const isDaily = most?.minutes === 1440;
  const isHourly = most?.minutes === 60 && most.count === 1;
  if (!isDaily && !isHourly) leave(most);
  const limits = {
    ...usual,
    ...(isDaily && { perStationPerDay: Math.min(100, most.count) }),
    ...(isHourly && { coolDownMinutes: 60 }),
  };
  return {
    actions,
    else: otherwise.length > 0 ? otherwise : isActing(parts) ? tells : [],
    ...(Object.keys(limits).length > 0 && { limits }),
  };
}
