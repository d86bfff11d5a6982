import * as fc from 'fast-check';

export type JsonSchema = {
  $ref?: string;
  definitions?: Record<string, JsonSchema>;
  type?: string;
  enum?: readonly string[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  format?: string;
};

/** What a station might write: plain words, and what could command a terminal, reorder a text or hide in it. */
const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.constantFrom('', '\u001b[31mred\u001b[0m', '\u202eevil', 'a\u0000b', '\ud800', 'tab\tand\nline', '𝔘'.repeat(70)),
);
const dates = fc.date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });

/** Values that fit a JSON schema of OCPP. */
export function fitting(schema: JsonSchema, root: JsonSchema = schema): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return fitting(definitionOf(root, schema.$ref), root);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return objectOf(schema, root);
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 5 } = schema;
      return fc.array(fitting(items, root), { minLength: minItems, maxLength: Math.min(maxItems, 5) });
    }
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -(2 ** 31), max: schema.maximum ?? 2 ** 31 - 1 });
    case 'number': // many are multiples of 0.1
      return fc
        .integer({ min: 10 * (schema.minimum ?? -1e6), max: 10 * (schema.maximum ?? 1e6) })
        .map((tenths) => tenths / 10);
    case 'boolean':
      return fc.boolean();
    default:
      return fc.jsonValue();
  }
}

function objectOf({ properties = {}, required = [] }: JsonSchema, root: JsonSchema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, fitting(field, root)]));
  return fc.record(fields, { requiredKeys: [...required] });
}

function textOf({ format, maxLength = 1000 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'date-time') return dates.map((date) => date.toISOString());
  if (format === 'uri') return fc.webUrl();
  return texts.map((text) => Array.from(text).slice(0, Math.floor(maxLength)).join(''));
}

function definitionOf({ definitions = {} }: JsonSchema, ref: string): JsonSchema {
  const name = ref.replace('#/definitions/', '');
  const definition = definitions[name];
  if (definition === undefined) throw new Error(`There is no definition ${name}.`);
  return definition;
}
