import type { Path } from './quirk.ts';

/** The part of JSON Schema that the messages of OCPP are written in. */
export type FieldSchema = {
  type?: string;
  enum?: readonly string[];
  format?: string;
  maxLength?: number;
  minItems?: number;
  required?: readonly string[];
  properties?: Readonly<Record<string, FieldSchema>>;
  items?: FieldSchema;
  $ref?: string;
  definitions?: Readonly<Record<string, FieldSchema>>;
};

export type Field = { schema: FieldSchema | undefined; isRequired: boolean };

export function fieldAt(root: FieldSchema, path: Path): Field {
  let field: Field = { schema: resolve(root, root), isRequired: true };
  for (const step of path) {
    const { schema } = field;
    if (schema === undefined) return { schema: undefined, isRequired: false };
    field =
      typeof step === 'number'
        ? { schema: resolve(root, schema.items), isRequired: false }
        : {
            schema: resolve(root, schema.properties?.[step]),
            isRequired: schema.required?.includes(step) ?? false,
          };
  }
  return field;
}

export function resolve(root: FieldSchema, schema: FieldSchema | undefined): FieldSchema | undefined {
  const name = schema?.$ref?.split('/').at(-1);
  return name === undefined ? schema : resolve(root, root.definitions?.[name]);
}
