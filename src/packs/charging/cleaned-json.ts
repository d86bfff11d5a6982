import type { Json } from '#base/json-schema.ts';
import { untrustedText } from '#base/untrusted-text.ts';

const most = { depth: 8, entries: 200, characters: 300 };

/** Any data as agents may read it: every text in it cleaned, names too, and bounded in every direction. */
export function cleanedJson(value: unknown, depth = 0): Json {
  if (typeof value === 'string') return untrustedText(value, most.characters);
  if (typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object') return null;
  if (depth >= most.depth) return '[too deep]';
  if (Array.isArray(value)) return value.slice(0, most.entries).map((item) => cleanedJson(item, depth + 1));
  const entries = Object.entries(value).slice(0, most.entries);
  return Object.fromEntries(entries.map(([name, item]) => [untrustedText(name), cleanedJson(item, depth + 1)]));
}
