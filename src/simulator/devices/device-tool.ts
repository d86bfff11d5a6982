import type { DeviceIdentity } from './boot.ts';
import { type Properties, schemaOf, type Values } from './property.ts';

export type Picture = { mimeType: string; bytes: Uint8Array };
export type Returned = boolean | number | string | Picture | { json: unknown };

/** Where the camera has its photos explained, as the server says at initialize. */
export type Vision = { url: string; token: string };

export type Hands = {
  identity: DeviceIdentity;
  vision: Vision | undefined;
  /** A second later, so that the answer still leaves. */
  restart(reason: string): void;
};

export type SimulatedTool = {
  name: string;
  description: string;
  properties?: Properties;
  /** Left out of the list unless somebody asks for those too; called all the same by whoever knows its name. */
  isForUsersOnly?: boolean;
  /** What it throws is what the device says, unescaped. */
  run(values: Values, hands: Hands): Returned | Promise<Returned>;
};

export function listed({ name, description, properties = {}, isForUsersOnly = false }: SimulatedTool): string {
  return JSON.stringify({
    name,
    description,
    inputSchema: schemaOf(properties),
    ...(isForUsersOnly && { annotations: { audience: ['user'] } }),
  });
}

/** The result of tools/call. Whatever comes back is a text, but for a picture, whose form is the firmware's own. */
export function resultOf(returned: Returned): string {
  return JSON.stringify({ content: [contentOf(returned)], isError: false });
}

function contentOf(returned: Returned) {
  if (typeof returned !== 'object') return { type: 'text', text: String(returned) };
  if ('json' in returned) return { type: 'text', text: JSON.stringify(returned.json) };
  const { mimeType, bytes } = returned;
  const image = { type: 'image', mimeType, data: Buffer.from(bytes).toString('base64') };
  return { type: 'image', image: JSON.stringify(image) };
}

/** A kind of hardware: what it is called, and what can be done with it, in the order in which it is listed. */
export type Board = { name: string; tools: readonly SimulatedTool[] };
