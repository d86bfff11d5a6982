import { z } from 'zod';
import type { LedgerEvent } from '../event.ts';
import type { EventDefinition, EventSentence } from './define-event.ts';
import { events } from './events.ts';

export type EventReader = {
  language: keyof EventSentence;
  /** A fact as the reader words it; undefined leaves it out, with the part of the sentence that it stands in. */
  fact(name: string, value: string | number, event: LedgerEvent): string | undefined;
  /** `{amount} {currency}` as the reader writes money; without it both stand as they are. */
  money?(amount: string, currency: string): string;
};

type Fact = (name: string, hasCurrency: boolean) => string | undefined;

/** What an event tells a reader; undefined where the table does not know its kind. A body may hold anything, and is read with care. */
export function eventSentence(event: LedgerEvent, reader: EventReader): string | undefined {
  const definition = definitionOf(event.kind);
  if (definition === undefined) return undefined;
  const { sentence, when } = definition;
  const chosen = Object.entries(when).find(([condition]) => isMet(condition, event))?.[1] ?? sentence;
  const plainFact = (name: string) => {
    const value = valueOf(event, name);
    return value === undefined || value === '' ? undefined : reader.fact(name, value, event);
  };
  const fact: Fact = (name, hasCurrency) => {
    if (!hasCurrency) return plainFact(name);
    const [amount, currency] = [`${valueOf(event, name)}`, `${valueOf(event, 'currency')}`];
    if (reader.money && isAmount.test(amount) && isCurrency.test(currency)) return reader.money(amount, currency);
    const both = [plainFact(name), plainFact('currency')];
    return both.includes(undefined) ? undefined : both.join(' ');
  };
  return chosen[reader.language].replaceAll(/\[([^\]]*)\]|\{\w+\}(?: \{currency\})?/g, (all, part?: string) =>
    withFacts(part ?? all, fact),
  );
}

const isAmount = /^-?\d+(?:\.\d+)?$/;
const isCurrency = /^[A-Z]{3}$/;

/** Whether a text is one of the words that the body of its kind may hold, and so none that a station or a person made up. */
export function isWordOfKind(kind: string, text: string): boolean {
  const shape = definitionOf(kind)?.body.shape ?? {};
  return Object.values(shape).some((field) => wordsOf(field).includes(text));
}

function definitionOf(kind: string): EventDefinition | undefined {
  const known: Readonly<Record<string, EventDefinition>> = events;
  return Object.hasOwn(known, kind) ? known[kind] : undefined;
}

function isMet(condition: string, { body }: LedgerEvent): boolean {
  const [field = '', value] = condition.split('=');
  return Object.hasOwn(body, field) && String(body[field]) === value;
}

/** Empty where a fact is missing. */
function withFacts(part: string, fact: Fact): string {
  let isWhole = true;
  const filled = part.replaceAll(/\{(\w+)\}( \{currency\})?/g, (_all, name: string, currency?: string) => {
    const value = fact(name, currency !== undefined);
    isWhole &&= value !== undefined;
    return value ?? '';
  });
  return isWhole ? filled : '';
}

function valueOf({ stationId, body }: LedgerEvent, name: string): string | number | undefined {
  const field = (of: string) => (Object.hasOwn(body, of) ? body[of] : undefined);
  if (name === 'station') return stationId ?? plain(field('stationId'));
  if (name === 'connector') return connectorOf(field('evseId'), field('connectorId'));
  if (name === 'condition') return plain(field('activity')) ?? plain(field('status'));
  if (name === 'register') return lastRegisterWh(field('registers'));
  return plain(field(name));
}

function plain(value: unknown): string | number | undefined {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
    ? value.join(', ')
    : undefined;
}

/** "2", or "2.3" where an EVSE has several connectors. */
function connectorOf(evseId: unknown, connectorId: unknown): string | number | undefined {
  if (typeof evseId !== 'number') return undefined;
  return typeof connectorId === 'number' && connectorId !== 1 ? `${evseId}.${connectorId}` : evseId;
}

function lastRegisterWh(registers: unknown): number | undefined {
  const last: unknown = Array.isArray(registers) ? registers.at(-1) : undefined;
  const mwh = typeof last === 'object' && last !== null && 'mwh' in last ? last.mwh : undefined;
  return typeof mwh === 'number' ? mwh / 1000 : undefined;
}

function wordsOf(field: unknown): readonly unknown[] {
  if (field instanceof z.ZodNullable || field instanceof z.ZodOptional) return wordsOf(field.unwrap());
  if (field instanceof z.ZodEnum) return field.options;
  return field instanceof z.ZodLiteral ? [...field.values] : [];
}
