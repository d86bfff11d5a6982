import { createHash } from 'node:crypto';
import type { ListedTool } from './device-book.ts';

/** Models take names of at most so many letters, digits, dashes and underscores. */
const maxCharacters = 64;

/** Over all that a device says of a tool, in an order that does not depend on how it was written. */
export function toolHash({ name, description, inputSchema, isForUsersOnly }: ListedTool): string {
  const said = JSON.stringify(inOrder({ name, description, inputSchema, audience: isForUsersOnly ? ['user'] : [] }));
  return createHash('sha256').update(said).digest('hex').slice(0, 32);
}

/** device_lobby_light_light_set_rgb; where that is taken or too long, with something of a hash behind it. */
export function toolNameOf(
  device: { id: string; name: string },
  tool: string,
  isTaken: (name: string) => boolean,
): string {
  const name = `device_${slugOf(device.name) || slugOf(device.id)}_${slugOf(tool.replace(/^self\./, '')) || 'tool'}`;
  if (name.length <= maxCharacters && !isTaken(name)) return name;
  const mark = createHash('sha256').update(`${device.id}\0${tool}`).digest('hex').slice(0, 8);
  return `${name.slice(0, maxCharacters - mark.length - 1)}_${mark}`;
}

function slugOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value).toSorted();
  return Object.fromEntries(names.map((name) => [name, inOrder((value as Record<string, unknown>)[name])]));
}
