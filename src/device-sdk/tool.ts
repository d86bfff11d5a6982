import type { Properties, ValuesOf } from './property.ts';

export type Image = { mimeType: string; bytes: Uint8Array };
/** What a tool may return. Nothing at all counts as true: it was done. */
export type Returned = boolean | number | string | object | null | undefined | void;

export type Tool = {
  name: string;
  description: string;
  properties: Properties;
  /** Hidden from agents unless an operator shows it to them. */
  isForUsersOnly: boolean;
  run(values: Record<string, boolean | number | string>): Returned | Promise<Returned>;
};

export type Run<Given extends Properties> = (values: ValuesOf<Given>) => Returned | Promise<Returned>;

/** Thrown for arguments that do not fit, before the tool runs. */
export class ArgumentFault extends Error {}

const images = new WeakSet<object>();

/** Returned by a tool, it reaches the caller as a picture. */
export function image(mimeType: string, bytes: Uint8Array): Image {
  const made = { mimeType, bytes };
  images.add(made);
  return made;
}

/** One entry of tools/list. */
export function listedTool({ name, description, properties, isForUsersOnly }: Tool): Record<string, unknown> {
  const entries = Object.entries(properties);
  const required = entries.flatMap(([key, property]) => (property.default === undefined ? [key] : []));
  return {
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(entries.map(([key, { schema }]) => [key, schema])),
      ...(required.length > 0 && { required }),
    },
    ...(isForUsersOnly && { annotations: { audience: ['user'] } }),
  };
}

export function readValues(
  properties: Properties,
  given: Readonly<Record<string, unknown>>,
): Record<string, boolean | number | string> {
  const stray = Object.keys(given).find((name) => !Object.hasOwn(properties, name));
  if (stray !== undefined) throw new ArgumentFault(`There is no argument ${stray}.`);
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const value = Object.hasOwn(given, name) ? property.read(given[name]) : property.default;
      if (value === undefined) throw new ArgumentFault(`${name} has to be ${property.accepts}.`);
      return [name, value];
    }),
  );
}

/** What came back, as content of MCP. */
export function contentOf(returned: Returned): Record<string, unknown> {
  if (returned === undefined) return { type: 'text', text: 'true' };
  if (typeof returned === 'object' && returned !== null && images.has(returned)) {
    const { mimeType, bytes } = returned as Image;
    return { type: 'image', mimeType, data: Buffer.from(bytes).toString('base64') };
  }
  return { type: 'text', text: typeof returned === 'string' ? returned : JSON.stringify(returned) };
}
