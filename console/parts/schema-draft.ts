import { isRecord, parsedJson } from './json.ts';

/** As much of JSON Schema as forms are made from; the rest is left to whoever reads the value. */
export type JsonSchema = {
  type?: string | readonly string[];
  title?: string;
  description?: string;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  items?: JsonSchema;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minItems?: number;
  maxItems?: number;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
};

/** What a field is shown as. `json`: of a shape that has no field of its own, so it is typed as JSON. */
export type FieldKind = 'object' | 'array' | 'choice' | 'boolean' | 'integer' | 'number' | 'time' | 'text' | 'json';

/** A form as it is typed: numbers are still text, and what is empty is not there. */
export type Draft = string | readonly Draft[] | DraftObject | undefined;
export type DraftObject = { readonly [name: string]: Draft };

export type Problem =
  | { what: 'missing' | 'notWhole' | 'notNumber' | 'notJson' | 'notTime' | 'pattern' }
  | { what: 'tooSmall' | 'tooLarge' | 'tooShort' | 'tooLong' | 'tooFew' | 'tooMany'; limit: number };

/** Problems by the path of their field, such as `periods.0.limit`. */
export type Problems = ReadonlyMap<string, Problem>;

export function kindOf(schema: JsonSchema): FieldKind {
  if (optionsOf(schema) !== undefined) return 'choice';
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.find((each) => each !== 'null');
  switch (type) {
    case 'object':
      return schema.properties === undefined ? 'json' : 'object';
    case 'array':
      return schema.items === undefined ? 'json' : 'array';
    case 'boolean':
    case 'integer':
    case 'number':
      return type;
    case 'string':
      return schema.format === 'date-time' ? 'time' : 'text';
    default:
      return 'json';
  }
}

/** The values to choose from; undefined: it is no choice. */
export function optionsOf({ enum: values, const: only, anyOf, oneOf }: JsonSchema): readonly unknown[] | undefined {
  if (values !== undefined) return values;
  if (only !== undefined) return [only];
  const each = (anyOf ?? oneOf)?.map(optionsOf);
  return each === undefined || each.includes(undefined) ? undefined : each.flatMap((options) => options ?? []);
}

/** The range of a number in words of mathematics; undefined: it has none worth saying. */
export function rangeOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): string | undefined {
  const isSaid = (limit: number | undefined) => limit !== undefined && Math.abs(limit) < 2 ** 31 - 1;
  const low = minimum ?? exclusiveMinimum;
  const high = maximum ?? exclusiveMaximum;
  if (isSaid(low) && isSaid(high)) return `${low} – ${high}`;
  if (isSaid(low)) return `≥ ${low}`;
  return isSaid(high) ? `≤ ${high}` : undefined;
}

const maxSliderSteps = 1000;

/** The ends of a slider for a whole number of a short range, such as a volume; undefined: it is better typed. */
export function sliderOf({ type, minimum, maximum }: JsonSchema): { min: number; max: number } | undefined {
  if (type !== 'integer' || minimum === undefined || maximum === undefined) return undefined;
  return maximum > minimum && maximum - minimum <= maxSliderSteps ? { min: minimum, max: maximum } : undefined;
}

/** A form for a value that is there already, or for the defaults of the schema. */
export function draftOf(schema: JsonSchema, value: unknown = schema.default): Draft {
  const kind = kindOf(schema);
  if (kind === 'object') {
    const given = isRecord(value) ? value : {};
    const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, draftOf(field, given[name])]);
    return Object.fromEntries(fields) as DraftObject;
  }
  if (kind === 'array')
    return Array.isArray(value) ? value.map((each: unknown) => draftOf(schema.items ?? {}, each)) : [];
  if (value === undefined || value === null) return undefined;
  return kind === 'json' || typeof value !== 'string' ? JSON.stringify(value) : value;
}

/** The value that a form stands for, and what is wrong with it. What is empty and need not be there is left out. */
export function readDraft(schema: JsonSchema, draft: Draft): { value: unknown; problems: Problems } {
  const problems = new Map<string, Problem>();
  const value = read(schema, draft, { path: '', isRequired: true, problems });
  return { value, problems };
}

type Place = { path: string; isRequired: boolean; problems: Map<string, Problem> };

function read(schema: JsonSchema, draft: Draft, place: Place): unknown {
  const kind = kindOf(schema);
  if (kind === 'object') return readObject(schema, isObject(draft) ? draft : {}, place);
  if (kind === 'array') return readArray(schema, Array.isArray(draft) ? draft : [], place);
  const text = typeof draft === 'string' ? draft : '';
  if (text.trim() === '') {
    if (place.isRequired) place.problems.set(place.path, { what: 'missing' });
    return undefined;
  }
  const read = readText(kind, text, schema);
  if (read.problem !== undefined) place.problems.set(place.path, read.problem);
  return read.value;
}

function readObject(schema: JsonSchema, draft: DraftObject, { path, isRequired, problems }: Place): unknown {
  // An object that need not be there and has nothing in it is left out, so its own fields need not be there either.
  if (!isRequired && isEmpty(draft)) return undefined;
  const entries = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const isFieldRequired = schema.required?.includes(name) ?? false;
    const place = { path: path === '' ? name : `${path}.${name}`, isRequired: isFieldRequired, problems };
    return [name, read(field, draft[name], place)] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function readArray(schema: JsonSchema, drafts: readonly Draft[], { path, isRequired, problems }: Place): unknown {
  if (!isRequired && drafts.length === 0) return undefined;
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items = {} } = schema;
  if (drafts.length < minItems) problems.set(path, { what: 'tooFew', limit: minItems });
  if (drafts.length > maxItems) problems.set(path, { what: 'tooMany', limit: maxItems });
  return drafts.map((each, index) => read(items, each, { path: `${path}.${index}`, isRequired: true, problems }));
}

type Read = { value?: unknown; problem?: Problem | undefined };

function readText(kind: FieldKind, text: string, schema: JsonSchema): Read {
  switch (kind) {
    case 'boolean':
      return { value: text === 'true' };
    case 'choice':
      return { value: optionsOf(schema)?.find((option) => String(option) === text) };
    case 'integer':
    case 'number':
      return readNumber(kind, text, schema);
    case 'time': {
      const at = new Date(text);
      return Number.isNaN(at.getTime()) ? { problem: { what: 'notTime' } } : { value: at.toISOString() };
    }
    case 'json': {
      const value = parsedJson(text);
      return value === undefined ? { problem: { what: 'notJson' } } : { value };
    }
    default:
      return { value: text, problem: textProblem(text, schema) };
  }
}

function readNumber(kind: 'integer' | 'number', text: string, schema: JsonSchema): Read {
  const value = Number(text.trim().replace(',', '.'));
  if (!Number.isFinite(value)) return { problem: { what: 'notNumber' } };
  if (kind === 'integer' && !Number.isInteger(value)) return { problem: { what: 'notWhole' } };
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (minimum !== undefined && value < minimum) return { problem: { what: 'tooSmall', limit: minimum } };
  if (maximum !== undefined && value > maximum) return { problem: { what: 'tooLarge', limit: maximum } };
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    return { problem: { what: 'tooSmall', limit: exclusiveMinimum } };
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
    return { problem: { what: 'tooLarge', limit: exclusiveMaximum } };
  return { value };
}

function textProblem(text: string, { minLength, maxLength, pattern }: JsonSchema): Problem | undefined {
  if (minLength !== undefined && text.length < minLength) return { what: 'tooShort', limit: minLength };
  if (maxLength !== undefined && text.length > maxLength) return { what: 'tooLong', limit: maxLength };
  return pattern !== undefined && !fitsPattern(pattern, text) ? { what: 'pattern' } : undefined;
}

/** A pattern that this browser cannot read is left to the server. */
function fitsPattern(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

function isObject(draft: Draft): draft is DraftObject {
  return typeof draft === 'object' && !Array.isArray(draft);
}

function isEmpty(draft: Draft): boolean {
  if (draft === undefined || draft === '') return true;
  return typeof draft === 'object' && Object.values(draft).every(isEmpty);
}
