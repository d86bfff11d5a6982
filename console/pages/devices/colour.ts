import { isRecord } from '../../parts/json.ts';
import type { Draft, DraftObject, JsonSchema } from '../../parts/schema-draft.ts';

const channels = ['r', 'g', 'b'] as const;

/** Whether a tool takes a colour, as lights do: red, green and blue from 0 to 255. */
export function isColour({ properties = {} }: JsonSchema): boolean {
  return channels.every((name) => properties[name]?.type === 'integer' && properties[name].maximum === 255);
}

/** The colour that the form holds; empty: a part of it is missing. */
export function toHex(draft: Draft): string {
  const given = isRecord(draft) ? draft : {};
  const parts = channels.map((name) =>
    Number(given[name] === undefined || given[name] === '' ? Number.NaN : given[name]),
  );
  if (!parts.every((part) => Number.isInteger(part) && part >= 0 && part <= 255)) return '';
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

export function toRgb(hex: string): DraftObject {
  const read = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (read === null) return {};
  return Object.fromEntries(channels.map((name, index) => [name, String(Number.parseInt(read[index + 1] ?? '0', 16))]));
}
