import type { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import type { JsonSchema, ObjectSchema } from '#base/json-schema.ts';
import { untrustedText } from '#base/untrusted-text.ts';

type Wrong = { field: string; accepts: string };
/** What a reader found wrong: zod's words for it, and those of JSON Schema translated into them. */
export type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'> & {
  code?: string | undefined;
  keys?: readonly string[];
};

/** Says which field was wrong and what it accepts, so that an agent can repair its call; the wrong value is not repeated. */
export function invalidInput(name: string, schema: ObjectSchema, issues: readonly Issue[]): SigecError {
  const wrong = issues.flatMap((issue) => wrongFields(schema, issue));
  const sentences = wrong.slice(0, 5).map(({ field, accepts }) => `${field} ${accepts}.`);
  return new SigecError('INVALID_INPUT', `${name} was not run. ${sentences.join(' ')}`, {
    details: { fields: wrong.slice(0, 5) },
  });
}

/** For what no schema can say of the arguments of a tool: the sentence tells what to give instead. */
export function wrongArgument(sentence: string, ...fields: readonly string[]): SigecError {
  return new SigecError('INVALID_INPUT', sentence, { details: { fields: fields.map((field) => ({ field })) } });
}

function wrongFields(schema: ObjectSchema, issue: Issue): Wrong[] {
  const place = schemaAt(schema, issue.path);
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(propertiesOf(place)).join(', ') || 'none';
    return (issue.keys ?? []).map((key) => ({
      field: fieldName([...issue.path, key]),
      accepts: `is not an argument; it takes: ${known}`,
    }));
  }
  const says = issue.code === 'invalid_format' || issue.code === 'custom' || place === undefined;
  return [{ field: fieldName(issue.path), accepts: says ? ownWords(issue) : `accepts ${accepted(place)}` }];
}

function fieldName(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'arguments' : untrustedText(path.map(String).join('.'));
}

function ownWords(issue: Issue): string {
  return `is not accepted: ${issue.message}`;
}

function schemaAt(schema: JsonSchema, path: readonly PropertyKey[]): JsonSchema | undefined {
  return path.reduce<JsonSchema | undefined>((place, step) => {
    if (typeof step === 'number') return place?.['items'] as JsonSchema | undefined;
    return Object.entries(propertiesOf(place)).find(([name]) => name === step)?.[1];
  }, schema);
}

function propertiesOf(schema: JsonSchema | undefined): Record<string, JsonSchema> {
  return (schema?.['properties'] ?? {}) as Record<string, JsonSchema>;
}

/** "a whole number from 0 to 255" */
export function accepted(schema: JsonSchema): string {
  if (Array.isArray(schema['anyOf'])) return schema['anyOf'].map((each) => accepted(each as JsonSchema)).join(' or ');
  if (Array.isArray(schema['enum']))
    return `one of: ${schema['enum'].map((value) => JSON.stringify(value)).join(', ')}`;
  switch (schema['type']) {
    case 'integer':
      return `a whole number${range(schema['minimum'], schema['maximum'])}`;
    case 'number':
      return `a number${range(schema['minimum'], schema['maximum'])}`;
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    case 'array':
      return 'a list';
    case 'object':
      return 'an object';
    case 'string':
      return schema['format'] === 'date-time' ? 'a time in UTC such as 2026-03-01T08:00:00Z' : text(schema);
    default:
      return 'a value that fits its schema';
  }
}

function text({ minLength, maxLength }: JsonSchema): string {
  const length = range(minLength, maxLength);
  return length === '' ? 'a text' : `a text with a length${length}`;
}

function range(least: unknown, most: unknown): string {
  if (typeof least === 'number' && typeof most === 'number') return ` from ${least} to ${most}`;
  if (typeof least === 'number') return ` of at least ${least}`;
  return typeof most === 'number' ? ` of at most ${most}` : '';
}
