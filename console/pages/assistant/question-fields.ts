import { isRecord } from '../../parts/json.ts';

export type Values = Record<string, string | number | boolean>;
export type Field = {
  name: string;
  title: string;
  description: string | undefined;
  kind: 'string' | 'number' | 'integer' | 'boolean';
  options: { value: string; label: string }[];
  isRequired: boolean;
  first: string | number | boolean | undefined;
  min: number | undefined;
  max: number | undefined;
};

/** The fields of a question of a server, which MCP keeps flat: texts, numbers, yes or no, one of several. */
export function fieldsIn(schema: Readonly<Record<string, unknown>> | null): Field[] {
  const properties = schema?.['properties'];
  if (!isRecord(properties)) return [];
  const required = Array.isArray(schema?.['required']) ? schema['required'] : [];
  return Object.entries(properties).flatMap(([name, field]) =>
    isRecord(field) ? [fieldOf(name, field, required.includes(name))] : [],
  );
}

function fieldOf(name: string, field: Record<string, unknown>, isRequired: boolean): Field {
  const { type, title, description, default: first, minimum, maximum } = field;
  return {
    name,
    isRequired,
    options: optionsOf(field),
    title: typeof title === 'string' ? title : name,
    description: typeof description === 'string' ? description : undefined,
    kind: type === 'number' || type === 'integer' || type === 'boolean' ? type : 'string',
    first: typeof first === 'string' || typeof first === 'number' || typeof first === 'boolean' ? first : undefined,
    min: typeof minimum === 'number' ? minimum : undefined,
    max: typeof maximum === 'number' ? maximum : undefined,
  };
}

function optionsOf({ enum: values, enumNames: names, oneOf }: Record<string, unknown>): Field['options'] {
  if (Array.isArray(oneOf))
    return oneOf.flatMap((each: unknown) =>
      isRecord(each) && typeof each['const'] === 'string'
        ? [{ value: each['const'], label: typeof each['title'] === 'string' ? each['title'] : each['const'] }]
        : [],
    );
  if (!Array.isArray(values)) return [];
  return values.map((value: unknown, index) => ({
    value: String(value),
    label: Array.isArray(names) && typeof names[index] === 'string' ? names[index] : String(value),
  }));
}

export function firstValues(fields: readonly Field[]): Values {
  return Object.fromEntries(
    fields.flatMap(({ name, first, kind }) => {
      if (first !== undefined) return [[name, first]];
      return kind === 'boolean' ? [[name, false]] : [];
    }),
  );
}

/** The first field that has to be filled in; null: all of them are. */
export function missingIn(fields: readonly Field[], values: Values): string | null {
  const isEmpty = (value: unknown) => value === undefined || value === '';
  return fields.find(({ name, isRequired }) => isRequired && isEmpty(values[name]))?.title ?? null;
}

/** What was filled in, and nothing that was left empty. */
export function wantedValues(fields: readonly Field[], values: Values): Values {
  return Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = values[name];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
}
