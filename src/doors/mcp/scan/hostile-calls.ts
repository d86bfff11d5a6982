import { isRecord } from '#base/json.ts';
import type { ScannedTool } from './definitions.ts';
import {
  canary,
  deepValue,
  foreignIds,
  hostileNumbers,
  hostileTexts,
  otherTypes,
  type Trick,
} from './hostile-values.ts';

type Schema = Record<string, unknown>;

/** A call that somebody hostile, or a confused model, could make. */
export type HostileCall = {
  trick: Trick;
  /** The argument that was bent; empty: the call as a whole. */
  argument: string;
  given: Record<string, unknown>;
  /** What was put there, as text, to know it again in an answer. */
  payload: string;
  /** The tool's own schema forbids it: it must be refused. */
  isForbidden: boolean;
  /** The payload is an id that only somebody else is shown: an answer about it is one too many. */
  isSomebodyElses?: boolean;
};

/** Every call bends one thing and leaves the rest as the schema wants it, so that the bent one is reached. */
export function hostileCalls({ inputSchema = {} }: ScannedTool): HostileCall[] {
  const properties = (inputSchema['properties'] ?? {}) as Record<string, Schema>;
  const usual = usualArguments(inputSchema, properties);
  const required = Array.isArray(inputSchema['required']) ? (inputSchema['required'] as string[]) : [];
  const isClosed = inputSchema['additionalProperties'] === false;
  return [
    { trick: 'usual', argument: '', given: usual, payload: '', isForbidden: false } satisfies HostileCall,
    ...required.map((argument) => ({
      trick: 'missing' as const,
      argument,
      payload: '',
      isForbidden: true,
      given: Object.fromEntries(Object.entries(usual).filter(([name]) => name !== argument)),
    })),
    // A parser may well drop __proto__ before anybody looks.
    ...[canary, 'constructor', '__proto__'].map((argument) => ({
      trick: 'extra' as const,
      argument,
      payload: canary,
      isForbidden: isClosed && argument !== '__proto__',
      given: withOwn(usual, argument, { [canary]: canary }),
    })),
    ...Object.entries(properties).flatMap(([argument, schema]) => bent(argument, schema, usual)),
  ];
}

function bent(argument: string, schema: Schema, usual: Record<string, unknown>): HostileCall[] {
  const make = (trick: Trick, value: unknown, isForbidden: boolean): HostileCall => ({
    trick,
    argument,
    isForbidden,
    given: withOwn(usual, argument, value),
    payload: typeof value === 'string' ? value : '',
  });
  const types = typesOf(schema);
  const takes = (type: string) => types === undefined || types.has(type);
  const isOneOf = Array.isArray(schema['enum']) || schema['const'] !== undefined;
  return [
    ...otherTypes.flatMap(([type, value]) => (takes(type) ? [] : [make('type', value, true)])),
    make('deep', deepValue(), types !== undefined && !types.has('array') && !types.has('object')),
    ...(takes('string')
      ? hostileTexts.map(([trick, text]) => make(trick, text, isOneOf || isTooLong(schema, text)))
      : []),
    ...(takes('string') && isId(argument) ? foreignIds.map((id) => make('foreign-id', id, false)) : []),
    ...(takes('number') || takes('integer')
      ? hostileNumbers.map((number) => make('number', number, isOneOf || isOutside(schema, number)))
      : []),
  ];
}

function isId(argument: string): boolean {
  return /(?:^|_)ids?$|Ids?$|^(?:uuid|key|name)$/.test(argument);
}

function isTooLong({ maxLength }: Schema, text: string): boolean {
  return typeof maxLength === 'number' && Array.from(text).length > maxLength;
}

function isOutside({ type, minimum, maximum }: Schema, number: number): boolean {
  if (type === 'integer' && !Number.isInteger(number)) return true;
  if (typeof minimum === 'number' && number < minimum) return true;
  return typeof maximum === 'number' && number > maximum;
}

/** What an argument takes; undefined: anything, as far as its schema says. */
function typesOf(schema: Schema): Set<string> | undefined {
  const { type } = schema;
  if (typeof type !== 'string' && !Array.isArray(type)) return undefined;
  const types = new Set([type].flat() as string[]);
  if (types.has('number')) types.add('integer');
  if (types.has('integer')) types.add('number'); // 7.5 is tried among the numbers
  return types;
}

/** Arguments that fit the schema as well as can be told from it: its first example, else the least of each that is required. */
function usualArguments(schema: Schema, properties: Record<string, Schema>): Record<string, unknown> {
  const [example] = Array.isArray(schema['examples']) ? (schema['examples'] as unknown[]) : [];
  if (isRecord(example)) return { ...example };
  const required = Array.isArray(schema['required']) ? (schema['required'] as string[]) : [];
  return Object.fromEntries(required.map((name) => [name, usualValue(properties[name] ?? {}, 0)]));
}

function usualValue(schema: Schema, depth: number): unknown {
  if (schema['default'] !== undefined) return schema['default'];
  if (schema['const'] !== undefined) return schema['const'];
  for (const list of ['examples', 'enum']) {
    const values = schema[list];
    if (Array.isArray(values) && values.length > 0) return values[0];
  }
  const [type] = [schema['type']].flat();
  switch (type) {
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1;
    case 'boolean':
      return false;
    case 'array':
      return depth > 3 || !schema['minItems'] ? [] : [usualValue((schema['items'] ?? {}) as Schema, depth + 1)];
    case 'object':
      return depth > 3 ? {} : usualObject(schema, depth);
    default:
      return schema['format'] === 'date-time' ? '2026-03-01T08:00:00Z' : usualText(schema);
  }
}

function usualObject(schema: Schema, depth: number): Record<string, unknown> {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
  const required = Array.isArray(schema['required']) ? (schema['required'] as string[]) : [];
  return Object.fromEntries(required.map((name) => [name, usualValue(properties[name] ?? {}, depth + 1)]));
}

function usualText({ minLength, format }: Schema): string {
  if (format === 'uuid') return '11111111-1111-4111-8111-111111111111';
  return 'x'.repeat(Math.max(1, Math.min(Number(minLength ?? 1), 100)));
}

/** As JSON.parse would make it: `__proto__` is a name like any other. */
function withOwn(given: Record<string, unknown>, name: string, value: unknown): Record<string, unknown> {
  return Object.fromEntries([...Object.entries(given).filter(([known]) => known !== name), [name, value]]);
}
