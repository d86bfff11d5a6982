import type { ToolAnswer } from './tool.ts';

const mostCharacters = 65_536;

/**
 * An answer as a table can keep it, or undefined when it is too large: what has happened must not fail to be written down because of what
 * a station said.
 */
export function storableAnswer({ text, data }: ToolAnswer): ToolAnswer | undefined {
  const json = JSON.stringify({ text, data }, (_name, value: unknown) => storable(value));
  return json.length <= mostCharacters ? (JSON.parse(json) as ToolAnswer) : undefined;
}

/** A station may choose the names of fields too. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [storableText(name), inner]));
}

function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
