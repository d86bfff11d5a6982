import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { type FieldSchema, resolve } from '../../src/doors/ocpp/quirks/field-schema.ts';
import type { Malformation } from './expected-codes.ts';

export type MalformedCase = {
  version: OcppVersion;
  action: string;
  kind: Malformation;
  field: string;
  payload: unknown;
};

type Step = string | number;
type Field = { path: readonly Step[]; schema: FieldSchema; isRequired: boolean };

/** Every field of a message, each made wrong in every way its schema allows, in a payload that is right otherwise. */
export function malformedCases(version: OcppVersion, action: string, root: FieldSchema): MalformedCase[] {
  return fieldsOf(root).flatMap((field) =>
    waysToBreak(field).map(({ kind, value }) => ({
      version,
      action,
      kind,
      field: field.path.join('.'),
      payload: payloadWith(root, field.path, value),
    })),
  );
}

function waysToBreak({ path, schema, isRequired }: Field): { kind: Malformation; value: unknown }[] {
  const { type, maxLength, enum: words } = schema;
  return [
    ...(isRequired && path.length > 0 ? [{ kind: 'missing-field' as const, value: undefined }] : []),
    ...othersThan(type).map((value) => ({ kind: 'wrong-type' as const, value })),
    ...(maxLength === undefined ? [] : [{ kind: 'over-long-text' as const, value: 'x'.repeat(maxLength + 1) }]),
    ...(words === undefined ? [] : [{ kind: 'unknown-word' as const, value: 'Levitating' }]),
  ];
}

/** A value of every other type of JSON; null stands for absent with many stations and is no type here. */
function othersThan(type: string | undefined): unknown[] {
  if (type === undefined) return [];
  const values = { string: 'no such thing', number: 42, boolean: true, array: [], object: {} };
  const own = type === 'integer' ? 'number' : type;
  return Object.entries(values).flatMap(([other, value]) => (other === own ? [] : [value]));
}

/** The payload itself, and every field below it that can be reached without going in circles. */
function fieldsOf(root: FieldSchema): Field[] {
  const found: Field[] = [{ path: [], schema: root, isRequired: true }];
  const visit = (schema: FieldSchema, path: readonly Step[], within: readonly FieldSchema[]) => {
    if (within.includes(schema)) return;
    const inner = [...within, schema];
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const field = resolve(root, property);
      if (field === undefined) continue;
      found.push({ path: [...path, name], schema: field, isRequired: schema.required?.includes(name) ?? false });
      visit(field, [...path, name], inner);
    }
    const item = resolve(root, schema.items);
    if (item === undefined) return;
    found.push({ path: [...path, 0], schema: item, isRequired: false });
    visit(item, [...path, 0], inner);
  };
  visit(root, [], []);
  return found;
}

/** What must be there, what leads to the field, and the field with the value; undefined leaves it out. */
function payloadWith(root: FieldSchema, path: readonly Step[], value: unknown): unknown {
  const build = (schema: FieldSchema, [step, ...deeper]: readonly Step[]): unknown => {
    const valid = plainest(root, schema);
    if (step === undefined) return valid;
    const holder = valid as Record<Step, unknown>;
    if (deeper.length === 0) {
      if (value === undefined) delete holder[step];
      else holder[step] = value;
      return holder;
    }
    const inner = typeof step === 'number' ? schema.items : schema.properties?.[step];
    holder[step] = build(resolve(root, inner) ?? {}, deeper);
    return holder;
  };
  return path.length === 0 ? value : build(root, path);
}

/** The smallest value that fits. */
function plainest(root: FieldSchema, schema: FieldSchema): unknown {
  const { type, enum: words, format, properties = {}, required = [] } = schema;
  if (words !== undefined) return words[0];
  if (format === 'date-time') return '2026-03-01T08:00:00Z';
  if (format === 'uri') return 'https://example.org/';
  if (type === 'array') return [plainest(root, resolve(root, schema.items) ?? {})];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.max(1, (schema as { minimum?: number }).minimum ?? 1);
  if (type !== 'object') return 'x';
  return Object.fromEntries(required.map((name) => [name, plainest(root, resolve(root, properties[name]) ?? {})]));
}

/** Each version, action and kind is in it, however small it is; the same sample every time. */
export function evenSample(cases: readonly MalformedCase[], size: number): MalformedCase[] {
  const groups = Map.groupBy(cases, ({ version, action, kind }) => `${version} ${action} ${kind}`);
  const sample: MalformedCase[] = [];
  for (let round = 0; sample.length < Math.min(size, cases.length); round += 1) {
    for (const group of groups.values()) {
      const one = group[round];
      if (one !== undefined && sample.length < size) sample.push(one);
    }
  }
  return sample;
}
