import { z } from 'zod';

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export type JsonSchema = { [keyword: string]: Json };
export type ObjectSchema = JsonSchema & { type: 'object'; properties: Record<string, JsonSchema>; required?: string[] };

/**
 * A shape as JSON Schema 2020-12. `$schema` is left out: that dialect is MCP's default, and hosts with an older validator
 * refuse a name they do not know.
 */
export function jsonSchemaOf(shape: z.ZodObject, io: 'input' | 'output'): ObjectSchema {
  const schema = z.toJSONSchema(shape, { io, target: 'draft-2020-12', override: leaveOutNoise });
  const { $schema: _dialect, ...rest } = JSON.parse(JSON.stringify(schema)) as ObjectSchema; // plain JSON, without zod's own helpers
  return { ...rest, type: 'object', properties: rest.properties ?? {} };
}

/**
 * Agents pay for every character: the pattern behind a named format and the bounds of any integer tell them nothing.
 * Unicode classes are checked by us alone, since not every host's regular expressions know them.
 */
function leaveOutNoise({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  const { format, pattern } = jsonSchema;
  if (format !== undefined || /\\p\{/i.test(String(pattern))) delete jsonSchema['pattern'];
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum'];
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum'];
}
