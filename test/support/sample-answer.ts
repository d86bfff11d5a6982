import { z } from 'zod';

type Json = {
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  properties?: Record<string, Json>;
  required?: readonly string[];
  additionalProperties?: Json | boolean;
  propertyNames?: Json;
  items?: Json;
  prefixItems?: readonly Json[];
  minItems?: number;
  maxItems?: number;
  anyOf?: readonly Json[];
  oneOf?: readonly Json[];
  allOf?: readonly Json[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  $ref?: string;
  $defs?: Record<string, Json>;
  definitions?: Record<string, Json>;
};

/** `full`: everything is there, lists have several rows of other words. `bare`: what may be absent is, and lists hold one row. `empty`: no rows. */
export type Fullness = 'full' | 'bare' | 'empty';
type Making = { root: Json; fullness: Fullness; maxRows: number; seed: number; name: string; isNested: boolean };

/** An answer that fits a schema of the contract, always the same one. */
export function sampleAnswer(schema: z.ZodType, fullness: Fullness): unknown {
  const root = roots.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json);
  roots.set(schema, root);
  return sampleOf(root, fullness);
}
const roots = new WeakMap<z.ZodType, Json>();

/** The same for a JSON schema, such as those of OCPP. */
export function sampleOf(schema: object, fullness: Fullness, maxRows = 5): unknown {
  return made(schema, { root: schema, fullness, maxRows, seed: 0, name: '', isNested: false });
}

function made(schema: Json, making: Making): unknown {
  const { $ref } = schema;
  if ($ref !== undefined) {
    const { $defs, definitions } = making.root;
    return made({ ...$defs, ...definitions }[$ref.replace(/^#\/\w*\/|^#\/\$defs\//, '')] ?? {}, making);
  }
  if (schema.const !== undefined) return schema.const;
  // Sorted, so that a list of words may be put into another order.
  if (schema.enum !== undefined)
    return schema.enum.toSorted((one, other) => (String(one) < String(other) ? -1 : 1))[
      making.seed % schema.enum.length
    ];
  if (Array.isArray(schema.type))
    return oneOf(
      schema.type.map((type: string) => ({ ...schema, type })),
      making,
    );
  const ways = schema.anyOf ?? schema.oneOf;
  if (ways !== undefined) return oneOf(ways, making);
  if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map((part) => made(part, making)));
  switch (schema.type) {
    case 'object':
      return objectOf(schema, making);
    case 'array':
      return arrayOf(schema, making);
    case 'string':
      return textOf(schema, making);
    case 'boolean':
      return making.fullness === 'full' && making.seed % 2 === 0;
    case 'integer':
    case 'number':
      return numberOf(schema, making);
    case 'null':
      return null;
    default:
      return making.name === '' ? {} : `${making.name} ${making.seed}`;
  }
}

function oneOf(ways: readonly Json[], making: Making): unknown {
  const isNullable = ways.some(({ type }) => type === 'null');
  if (isNullable && making.fullness !== 'full') return null;
  const real = ways.filter(({ type }) => type !== 'null');
  return made(real[making.seed % real.length] ?? {}, making);
}

function objectOf({ properties = {}, required = [], additionalProperties, propertyNames }: Json, making: Making) {
  const names = Object.keys(properties).filter(
    (name) => name !== 'customData' && (making.fullness === 'full' || required.includes(name)),
  );
  const fields = names.map((name) => [name, made(properties[name] ?? {}, { ...making, name })]);
  const keys = propertyNames?.enum ?? (making.fullness === 'full' ? ['first', 'second'] : []);
  const others =
    typeof additionalProperties === 'object'
      ? keys.map((key, index) => [key, made(additionalProperties, { ...making, seed: making.seed + index })])
      : [];
  return Object.fromEntries([...fields, ...others]) as object;
}

function arrayOf({ items = {}, prefixItems, minItems = 0, maxItems = 100 }: Json, making: Making): unknown[] {
  if (prefixItems !== undefined) return prefixItems.map((item) => made(item, making));
  const rows = { full: making.isNested ? Math.min(2, making.maxRows) : making.maxRows, bare: 1, empty: 0 };
  const wanted = rows[making.fullness];
  const length = Math.min(Math.max(minItems, wanted), maxItems);
  return Array.from({ length }, (_, index) =>
    made(items, { ...making, seed: making.seed * 2 + index, isNested: true }),
  );
}

const startOfTime = Date.parse('2026-03-01T08:00:00Z');
const texts: Readonly<Record<string, readonly string[]>> = {
  currency: ['BRL', 'EUR'],
  timeZone: ['America/Sao_Paulo', 'UTC'],
  language: ['pt-BR', 'en'],
  id: ['CP-1', 'CP-2', 'CP-3'],
  stationId: ['CP-1', 'CP-2'],
};

function textOf({ format, pattern, minLength = 0, maxLength = 1_000 }: Json, { name, seed }: Making): string {
  if (format === 'date-time') return new Date(startOfTime - seed * 3_700_000).toISOString();
  if (format === 'date') return new Date(startOfTime - seed * 86_400_000).toISOString().slice(0, 10);
  if (format === 'uuid') return `0198e1a0-0000-7000-8000-00000000000${seed % 10}`;
  if (format === 'uri') return `https://example.org/${name}`;
  if (format === 'email') return `ana${seed}@example.org`;
  const known = texts[name];
  const tried = [
    ...(known === undefined ? [] : [known[seed % known.length] ?? '']),
    `${name} ${seed}`,
    `${name}-${seed}`,
    ...shapes,
  ];
  const fits = (text: string) =>
    text.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text));
  return tried.find(fits) ?? `${name} ${seed}`.padEnd(minLength, '.').slice(0, maxLength);
}

const shapes = [
  `tok_${'9f'.repeat(32)}`,
  `tok_${'9f'.repeat(16)}`,
  'BR',
  '12.34',
  '1234',
  '08:00',
  '08:00-18:00',
  '2026-03',
  '2026-03-01',
  '01-06',
  '12-01..02-28',
  'BRL',
  'pt-BR',
  'abcdef0123456789',
  '1',
  '0',
  'a',
  'A1',
];

const units = [
  ['Wh', 12_340],
  ['W', 11_000],
  ['econds', 3_725],
] as const;

function numberOf({ type, minimum, maximum, exclusiveMinimum }: Json, { name, seed, fullness }: Making): number {
  const least = minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1);
  if (fullness !== 'full') return Math.max(0, least);
  const [, usual = 7] = units.find(([ending]) => name.endsWith(ending)) ?? [];
  const wanted = usual * (seed + 1) + (type === 'number' ? 0.5 : 0);
  return Math.min(Math.max(wanted, Math.max(least, -1e9)), maximum ?? 1e9);
}
