import type { LedgerEvent } from '#contract/event.ts';

/** What the trigger was about, by the words that an argument may stand for. */
export type TriggerFacts = Readonly<Record<string, string | number>>;

export function triggerFacts(event: LedgerEvent | null, stationId: string | null): TriggerFacts {
  const body = event?.body ?? {};
  const number = (name: string) => (typeof body[name] === 'number' ? body[name] : undefined);
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : undefined);
  const facts = {
    station: stationId ?? undefined,
    evse: number('evseId'),
    connector: number('connectorId'),
    session: text('sessionId'),
    device: text('deviceId'),
    finding: text('findingId'),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as TriggerFacts;
}

/** Only a whole value is replaced, by an id or a number: nothing that a station wrote becomes part of a text of ours. */
export function fillArguments(given: unknown, facts: TriggerFacts): unknown {
  if (typeof given === 'string') {
    const name = /^\{(\w+)\}$/.exec(given)?.[1];
    return name === undefined || !Object.hasOwn(facts, name) ? given : facts[name];
  }
  if (Array.isArray(given)) return given.map((each: unknown) => fillArguments(each, facts));
  if (typeof given === 'object' && given !== null)
    return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, fillArguments(value, facts)]));
  return given;
}
