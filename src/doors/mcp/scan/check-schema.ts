import type { ScannedTool } from './definitions.ts';
import { type Finding, found } from './finding.ts';

type Schema = Record<string, unknown>;

/** What a schema leaves open, so that a model guesses and a server has to cope. */
export function checkSchema({ name, inputSchema, outputSchema }: ScannedTool): Finding[] {
  const where = `tool ${name}`;
  if (inputSchema === undefined || inputSchema['type'] !== 'object')
    return [found('no-schema', where, JSON.stringify(inputSchema ?? null))];
  const properties = Object.entries((inputSchema['properties'] ?? {}) as Record<string, Schema>);
  return [
    ...(inputSchema['additionalProperties'] === false ? [] : [found('open-schema', where, 'additionalProperties')]),
    ...(outputSchema === undefined ? [found('no-output-schema', where, name)] : []),
    ...properties.flatMap(([argument, schema]) => checkArgument(where, argument, schema)),
    ...[inputSchema, outputSchema].flatMap((schema) =>
      remoteReferences(schema).map((reference) => found('remote-reference', where, reference)),
    ),
  ];
}

function checkArgument(where: string, argument: string, schema: Schema): Finding[] {
  return [
    ...(typeof schema['description'] === 'string' ? [] : [found('argument-not-described', where, argument)]),
    ...(isUnbounded(schema) ? [found('argument-without-bounds', where, argument)] : []),
  ];
}

function isUnbounded(schema: Schema): boolean {
  const has = (...words: string[]) => words.some((word) => schema[word] !== undefined);
  if (schema['type'] === 'string') return !has('maxLength', 'enum', 'const', 'pattern', 'format');
  return schema['type'] === 'array' && !has('maxItems', 'enum');
}

/** A host that follows them fetches what somebody else may change. */
function remoteReferences(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(remoteReferences);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([word, inner]) =>
    word === '$ref' && typeof inner === 'string' && /^[a-z][a-z0-9+.-]*:/i.test(inner)
      ? [inner]
      : remoteReferences(inner),
  );
}
