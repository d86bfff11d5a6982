const quote = 0x22;
const backslash = 0x5c;

/** Whether JSON text is nested deeper than so many levels. It is asked before JSON.parse, which would build the whole nest first. */
export function isNestedDeeper(text: string, levels: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > levels) return true;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return false;
}

/** Where the string that begins here ends; the end of the text if it does not. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let first = at;
    while (text.charCodeAt(first - 1) === backslash) first -= 1;
    if ((at - first) % 2 === 0) return at;
  }
  return text.length;
}

/** JSON of a stranger. Undefined: the text is no JSON, or is nested too deep; a deep nest is refused before anything of it is built. */
export function parsedJson(text: string, maxDepth = 32): unknown {
  return isNestedDeeper(text, maxDepth) ? undefined : ownJson(text);
}

/** JSON that we wrote, or that was bounded before. Undefined: the text is no JSON, such as the torn end of a file. */
export function ownJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whoever walks through a nest of thousands of brackets falls over. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

/** The same text for the same value, whatever the order in which its fields were set. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/** The same JSON value with other texts in it, and other names of its fields. */
export function mapTexts(value: unknown, text: (text: string) => string, name = text): unknown {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((item: unknown) => mapTexts(item, text, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [name(key), mapTexts(inner, text, name)]));
}
