import { isDeepStrictEqual } from 'node:util';

/** A NUL, which PostgreSQL holds nowhere, and what separates records on their way to it (columns.ts). */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const unstorable = /[\0\x1d\x1e]/g;
const replacement = '\uFFFD';

/** A text as any column holds it, as long as it was. Half a character is no text either. */
export function storableText(text: string): string {
  return text.toWellFormed().replace(unstorable, replacement);
}

/** The same for all texts of a value that came as JSON, and the names of its fields. What needs nothing is given back itself. */
export function storableValue<Value>(value: Value): Value {
  const storable = withStorableTexts(value) as Value;
  return isDeepStrictEqual(storable, value) ? value : storable;
}

function withStorableTexts(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(withStorableTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [storableText(name), withStorableTexts(inner)]),
  );
}
