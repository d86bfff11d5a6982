import type { JsonSchema } from './schema-arbitrary.ts';

/**
 * The fullest message that fits a schema of OCPP, with every free text of it written by the test. Words of a list, numbers and
 * times are plain ones.
 */
export function fullest(
  schema: JsonSchema,
  write: (field: string, maxLength: number) => string,
  root: JsonSchema = schema,
  field = '',
): unknown {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return fullest(root.definitions?.[name] ?? {}, write, root, field);
  }
  if (schema.enum !== undefined) return schema.enum[0];
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, fullest(inner, write, root, name)]),
      );
    case 'array':
      return [fullest(schema.items ?? {}, write, root, field)];
    case 'string':
      return textOf(schema, field, write);
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, schema.minimum ?? 1), schema.maximum ?? 1);
    case 'boolean':
      return true;
    default:
      return write(field, Infinity);
  }
}

function textOf(
  { format, maxLength = Infinity }: JsonSchema,
  field: string,
  write: (field: string, most: number) => string,
) {
  if (format === 'date-time') return new Date().toISOString();
  return write(field, maxLength);
}
