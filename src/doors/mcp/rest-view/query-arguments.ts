import type { JsonSchema, ObjectSchema } from '#base/json-schema.ts';

/**
 * The arguments that a query string spells. Text becomes a number or a truth value where the tool's schema wants one; what does not look
 * like one stays text, and the tool says what it accepts.
 */
export function queryArguments(query: URLSearchParams, schema: ObjectSchema): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => [name, valueOf(query.getAll(name), schema, name)]),
  );
}

function valueOf(given: readonly string[], { properties }: ObjectSchema, name: string): unknown {
  const wanted = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (wanted?.['type'] === 'array') return given.map((text) => typed(text, wanted['items'] as JsonSchema | undefined));
  return given.length === 1 ? typed(given[0] as string, wanted) : given;
}

function typed(text: string, wanted: JsonSchema | undefined): unknown {
  switch (wanted?.['type']) {
    case 'integer':
    case 'number':
      return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    default:
      return text;
  }
}
