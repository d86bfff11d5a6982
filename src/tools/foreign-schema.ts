import { isRecord } from '#base/json.ts';
import type { Json, JsonSchema, ObjectSchema } from '#base/json-schema.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import { accepted } from './invalid-input.ts';

/** The arguments of a tool from outside, in a schema of ours; or why agents cannot use the tool, as a sentence of ours. */
export type ForeignSchema = { schema: ObjectSchema } | { problem: string };

const most = { depth: 8, parts: 400, choices: 100, said: 200, choice: 60 };
const validName = /^[A-Za-z0-9_]{1,64}$/;
/** Every object has it, so that nothing of one's own can be told by this name. */
const badName = '__proto__';
/** A word, not a sentence: a model reads what stands in a schema as if we had written it. */
const plainWord = /^[\w.:/+-]{1,40}$/;
const formats = new Set(['date-time', 'date', 'time', 'duration', 'email', 'uri', 'uuid', 'ipv4', 'ipv6', 'hostname']);

/**
 * Builds the schema anew from types, ranges and choices. Descriptions, titles, examples and comments stay behind, since others wrote them (unless
 * it is shown as data), and so do patterns, which could keep us busy for ever. What we do not understand is left to whoever runs the tool: ours is at most too lax.
 */
export function foreignSchema(
  given: unknown,
  { isAccepted = false, keepsWords = false }: ForeignTrust = {},
): ForeignSchema {
  try {
    const root = isRecord(given) ? given : {};
    const schema = objectOf(root, { root, depth: 0, isAccepted, budget: { left: most.parts } });
    const said = keepsWords && isRecord(root['properties']) ? root['properties'] : {};
    const properties = Object.entries(schema.properties).map(
      ([name, inner]) => [name, { ...inner, description: `${inWords(inner)}${saidOf(said[name])}` }] as const,
    );
    return { schema: { ...schema, properties: Object.fromEntries(properties) } };
  } catch (thrown) {
    if (thrown instanceof Unusable) return { problem: thrown.message };
    throw thrown;
  }
}

/**
 * `isAccepted`: a person read what stands in it and took it for harmless, so choices may be of several words. `keepsWords`: the schema is shown as
 * data, with what its maker says of the arguments, cut short.
 */
type ForeignTrust = { isAccepted?: boolean; keepsWords?: boolean };

/** In its author's words, and told as theirs. */
function saidOf(given: unknown): string {
  const { description, title } = isRecord(given) ? given : {};
  const said = [description, title].find((text) => typeof text === 'string' && text.trim() !== '');
  return typeof said === 'string' ? `; its maker says: ${untrustedText(said, most.said)}` : '';
}

class Unusable extends Error {}

type SchemaObject = Readonly<Record<string, unknown>>;
type SchemaPosition = { root: SchemaObject; depth: number; isAccepted: boolean; budget: { left: number } };

function rebuilt(given: unknown, place: SchemaPosition): JsonSchema {
  place.budget.left -= 1;
  if (place.budget.left < 0) throw new Unusable(`the schema of its arguments has more than ${most.parts} parts`);
  if (!isRecord(given) || place.depth > most.depth) return {}; // a schema may contain itself
  const inner = { ...place, depth: place.depth + 1 };
  if (typeof given['$ref'] === 'string') return rebuilt(referred(given['$ref'], place.root), inner);
  if ('const' in given) return choicesOf([given['const']], place);
  if (Array.isArray(given['enum']))
    return { ...typeIfAny(given), ...choicesOf(given['enum'], place), ...defaultOf(given, place) };
  const either = given['anyOf'] ?? given['oneOf'];
  if (Array.isArray(either)) return anyOf(either, inner);
  if (Array.isArray(given['allOf']))
    return given['allOf'].length === 1 ? rebuilt(given['allOf'][0], inner) : typeIfAny(given);
  if (Array.isArray(given['type']))
    return anyOf(
      given['type'].map((type: unknown) => ({ ...given, type })),
      inner,
    );
  return typed(given, inner);
}

function typed(given: SchemaObject, place: SchemaPosition): JsonSchema {
  switch (given['type'] ?? (isRecord(given['properties']) ? 'object' : undefined)) {
    case 'string':
      return {
        type: 'string',
        ...numbersOf(given, ['minLength', 'maxLength']),
        ...formatOf(given),
        ...defaultOf(given, place),
      };
    case 'integer':
    case 'number':
      return { type: String(given['type']), ...numbersOf(given, ranges), ...defaultOf(given, place) };
    case 'boolean':
      return { type: 'boolean', ...defaultOf(given, place) };
    case 'null':
      return { type: 'null' };
    case 'array':
      return { type: 'array', items: rebuilt(given['items'], place), ...numbersOf(given, ['minItems', 'maxItems']) };
    case 'object':
      return objectOf(given, place);
    default:
      return {};
  }
}

const ranges = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];

function objectOf(given: SchemaObject, place: SchemaPosition): ObjectSchema {
  const type = given['type'] ?? 'object';
  if (type !== 'object') throw new Unusable('its arguments are no object');
  const inner = { ...place, depth: place.depth + 1 };
  const own = Object.entries(isRecord(given['properties']) ? given['properties'] : {});
  for (const [name] of own)
    if (!validName.test(name) || name === badName)
      throw new Unusable('an argument has a name with other characters than letters, digits and underscores');
  const properties = Object.fromEntries(own.map(([name, schema]) => [name, rebuilt(schema, inner)]));
  const asked = Array.isArray(given['required']) ? given['required'] : [];
  const required = own.map(([name]) => name).filter((name) => asked.includes(name));
  return { type: 'object', properties, ...(required.length > 0 && { required }), ...furtherOf(given, inner) };
}

/** What says nothing of further arguments takes none at its top: devices ignore them silently, and a misspelt one is a mistake. */
function furtherOf(given: SchemaObject, place: SchemaPosition): { additionalProperties: Json } {
  const further = given['additionalProperties'];
  if (isRecord(further))
    return { additionalProperties: Object.keys(further).length === 0 ? true : rebuilt(further, place) };
  return { additionalProperties: further === true || (further === undefined && place.depth > 1) };
}

function anyOf(given: readonly unknown[], place: SchemaPosition): JsonSchema {
  const each = given.map((schema) => rebuilt(schema, place));
  if (each.length === 0 || each.some((schema) => Object.keys(schema).length === 0)) return {};
  return each.length === 1 ? (each[0] ?? {}) : { anyOf: each };
}

function typeIfAny({ type }: SchemaObject): JsonSchema {
  return typeof type === 'string' && types.has(type) ? { type } : {};
}

const types = new Set(['string', 'integer', 'number', 'boolean', 'null', 'array', 'object']);

/** All of them or none: with some left out a right value would be refused. */
function choicesOf(given: readonly unknown[], place: SchemaPosition): JsonSchema {
  const isPlain =
    given.length > 0 && given.length <= most.choices && given.every((value) => isPlainValue(value, place));
  return isPlain ? { enum: given as Json[] } : {};
}

function defaultOf(given: SchemaObject, place: SchemaPosition): JsonSchema {
  return 'default' in given && isPlainValue(given['default'], place) ? { default: given['default'] as Json } : {};
}

function isPlainValue(value: unknown, { isAccepted }: Pick<SchemaPosition, 'isAccepted'>): boolean {
  if (typeof value === 'string')
    return plainWord.test(value) || (isAccepted && value !== '' && untrustedText(value, most.choice) === value);
  return typeof value === 'boolean' || value === null || (typeof value === 'number' && Number.isFinite(value));
}

function numbersOf(given: SchemaObject, words: readonly string[]): JsonSchema {
  const found = words.map((word) => [word, given[word]] as const);
  return Object.fromEntries(
    found.filter((pair): pair is [string, number] => typeof pair[1] === 'number' && Number.isFinite(pair[1])),
  );
}

function formatOf({ format }: SchemaObject): JsonSchema {
  return typeof format === 'string' && formats.has(format) ? { format } : {};
}

function referred(reference: string, root: SchemaObject): unknown {
  const [, words, name] = /^#\/(\$defs|definitions)\/([\w.-]{1,100})$/.exec(reference) ?? [];
  const definitions = words === undefined ? undefined : root[words];
  if (!isRecord(definitions) || name === undefined || !Object.hasOwn(definitions, name))
    throw new Unusable('the schema of its arguments refers to one that is not there');
  return definitions[name];
}

/** The only words about an argument that an agent gets beside its name. */
function inWords(schema: JsonSchema): string {
  const usual = 'default' in schema ? `; ${JSON.stringify(schema['default'])} when left out` : '';
  return `Accepts ${accepted(schema)}${usual}`;
}
