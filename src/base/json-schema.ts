import { z } from 'zod';

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export type JsonSchema = { [keyword: string]: Json };
export type ObjectSchema = JsonSchema & { type: 'object'; properties: Record<string, JsonSchema>; required?: string[] };

/** Data of ours as JSON has it: without what is absent. */
export function plainJson(data: unknown): Json {
  return JSON.parse(JSON.stringify(data)) as Json;
}

/**
 * A shape as JSON Schema 2020-12. `$schema` is left out: that dialect is MCP's default, and hosts with an older validator
 * refuse a name they do not know.
 */
export function jsonSchemaOf(shape: z.ZodObject, io: 'input' | 'output'): ObjectSchema {
  const schema = z.toJSONSchema(shape, {
    io,
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => leaveOutNoise(jsonSchema, io),
  });
  const plain = plainJson(schema) as ObjectSchema; // without zod's own helpers
  const { $schema: _dialect, ...rest } = oneTypeEach(plain) as ObjectSchema;
  return { ...rest, type: 'object', properties: rest.properties ?? {} };
}

/**
 * Agents pay for every character: the pattern behind a named format and the bounds of any integer tell them nothing.
 * Unicode classes are checked by us alone, since not every host's regular expressions know them. That an answer has no further fields is
 * our own affair; that arguments have none is theirs.
 */
function leaveOutNoise(jsonSchema: Record<string, unknown>, io: 'input' | 'output'): void {
  const { format, pattern } = jsonSchema;
  if (format !== undefined || /\\p\{/i.test(String(pattern))) delete jsonSchema['pattern'];
  if (io === 'output' && jsonSchema['additionalProperties'] === false) delete jsonSchema['additionalProperties'];
  if (JSON.stringify(jsonSchema['additionalProperties']) === '{}') jsonSchema['additionalProperties'] = true; // hosts distrust a schema that says nothing
  if (JSON.stringify(jsonSchema['propertyNames']) === '{"type":"string"}') delete jsonSchema['propertyNames'];
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum'];
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum'];
}

/** Some hosts know one type at a time; zod puts several into one list when it is done. */
function oneTypeEach(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(oneTypeEach);
  if (schema === null || typeof schema !== 'object') return schema;
  const { type, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([word, inner]) => [word, valueWords.has(word) ? inner : oneTypeEach(inner)]),
  );
  if (Array.isArray(type)) return { ...rest, anyOf: type.map((each) => ({ type: each })) };
  return type === undefined ? rest : { type, ...rest };
}

/** What stands there is no schema. */
const valueWords = new Set(['const', 'default', 'enum', 'examples']);
