import type { Rule, RuleCondition, RuleTrigger } from '#contract/automation/rule.ts';
import type { LedgerEvent, StoredKind } from '#contract/event.ts';
import type { Counted } from './count-events.ts';
import { isWithinHours } from './quiet-hours.ts';

/** How a station is at the moment that a rule is looked at. */
export type StationFacts = { isOnline: boolean; isCharging: boolean; isFaulted: boolean };

type CountOf = (asked: Counted) => Promise<number>;
/** `at`: the moment that is looked at. */
type Known = { event: LedgerEvent | null; facts: StationFacts | null; countOf: CountOf; at: Date };

/** Whether an event is the one that a rule waits for, before its conditions are looked at. */
export function isTriggeredBy({ when, where }: Pick<Rule, 'when' | 'where'>, event: LedgerEvent): boolean {
  if (!isOfKind(when, event)) return false;
  return where.stationIds.length === 0 || (event.stationId !== null && where.stationIds.includes(event.stationId));
}

/** Whether it is what a rule waits for, wherever it happened. */
export function isOfKind(when: RuleTrigger, { kind, body }: Pick<LedgerEvent, 'kind' | 'body'>): boolean {
  if (when.on === 'event') return kind === when.kind;
  if (when.on === 'schedule') return false;
  if (kind !== 'device-notified' || body['deviceId'] !== when.deviceId) return false;
  return when.method === undefined || body['method'] === when.method;
}

/** The kinds of events that can trigger it. */
export function triggerKinds({ when }: Pick<Rule, 'when'>): StoredKind[] {
  if (when.on === 'event') return [when.kind as StoredKind];
  return when.on === 'device' ? ['device-notified'] : [];
}

/** All conditions, the cheap ones first. Without a station no condition of a station is met. */
export async function meetsConditions(conditions: readonly RuleCondition[], known: Known): Promise<boolean> {
  for (const each of conditions) if (each.of === 'event' && !fits(each, known.event)) return false;
  for (const each of conditions) if (each.of === 'clock' && isWithinHours(each, known.at) === each.isNot) return false;
  for (const each of conditions) if (each.of === 'station' && !isSo(each, known.facts)) return false;
  for (const each of conditions) if (each.of === 'count' && (await known.countOf(each)) < each.atLeast) return false;
  return true;
}

/** The conditions that the event alone tells of. */
export function meetsEvent(conditions: readonly RuleCondition[], event: LedgerEvent): boolean {
  return conditions.every((each) => each.of !== 'event' || fits(each, event));
}

type OfEvent = Extract<RuleCondition, { of: 'event' }>;

/** Whether an event says in a field what is asked for. */
export function says({ body }: Pick<LedgerEvent, 'body'>, { field, value }: { field: string; value: string }): boolean {
  return fieldOf(body, field) === value;
}

function fits({ field, compare, value }: OfEvent, event: LedgerEvent | null): boolean {
  const found = event === null ? undefined : fieldOf(event.body, field);
  const text = typeof found === 'string' ? found : JSON.stringify(found ?? null);
  switch (compare) {
    case 'is':
      return found !== undefined && text === String(value);
    case 'is-not':
      return text !== String(value);
    case 'one-of':
      return found !== undefined && (Array.isArray(value) ? value : [String(value)]).includes(text);
    case 'contains':
      return found !== undefined && text.toLowerCase().includes(String(value).toLowerCase());
    case 'above':
      return typeof found === 'number' && found > Number(value);
    case 'below':
      return typeof found === 'number' && found < Number(value);
  }
}

/** Own fields alone: a body is what somebody sent. */
function fieldOf(body: Record<string, unknown>, path: string): unknown {
  let value: unknown = body;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}

function isSo({ state, isNot }: Extract<RuleCondition, { of: 'station' }>, facts: StationFacts | null): boolean {
  return facts !== null && isInState(facts, state) !== isNot;
}

export function isInState(facts: StationFacts, state: Extract<RuleCondition, { of: 'station' }>['state']): boolean {
  switch (state) {
    case 'online':
      return facts.isOnline;
    case 'offline':
      return !facts.isOnline;
    case 'charging':
      return facts.isCharging;
    case 'idle':
      return !facts.isCharging;
    case 'faulted':
      return facts.isFaulted;
  }
}
