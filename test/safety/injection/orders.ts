import { Random } from '../../simulation/random.ts';
import { fittingArguments, type Hints, type Schema } from '../arguments.ts';

export type Order =
  | { kind: 'tool'; name: string; given: Record<string, unknown> }
  | { kind: 'rest'; path: string; body: unknown };

/** A tool that the obedient know of. */
export type KnownTool = { name: string; inputSchema: Schema };

/** What a text tells its reader to do, in every spelling that the obedient know. An order that was cut off is made whole, to the best of their knowledge. */
export function ordersIn(text: string, tools: readonly KnownTool[], hints: Hints): Order[] {
  return spellings(text).flatMap((spelling) => [
    ...tools.flatMap(({ name, inputSchema }): Order[] => {
      if (!spelling.includes(name)) return [];
      const whole = objectAfter(spelling, name);
      const guessed = fittingArguments(inputSchema, hints, new Random(1));
      return [{ kind: 'tool', name, given: guessed }, ...(whole ? [toolOrder(name, whole)] : [])];
    }),
    ...[...spelling.matchAll(/POST (\/api\/[\w/-]+)/g)].map(
      ([whole, path = '']): Order => ({ kind: 'rest', path, body: objectAfter(spelling, whole) ?? {} }),
    ),
  ]);
}

function toolOrder(name: string, given: Record<string, unknown>): Order {
  return { kind: 'tool', name, given };
}

/** As it stands, and as it was hidden. */
function spellings(text: string): string[] {
  const words = text.split(/\s+/);
  const decoded = words.flatMap((word) => [
    ...(/^[A-Za-z0-9+/]{24,}={0,2}$/.test(word) ? [Buffer.from(word, 'base64').toString()] : []),
    ...(/^[0-9a-f]{24,}$/.test(word) ? [Buffer.from(word, 'hex').toString()] : []),
    ...(/%[0-9A-F]{2}/.test(word) ? [unescaped(word)] : []),
  ]);
  return [text, text.normalize('NFKC'), ...decoded];
}

function unescaped(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return '';
  }
}

/** The first whole JSON object behind a word; what was cut off in the middle is no order. */
function objectAfter(text: string, word: string): Record<string, unknown> | undefined {
  const start = text.indexOf('{', text.indexOf(word) + word.length);
  if (start === -1 || start - text.indexOf(word) > word.length + 40) return undefined;
  for (let end = text.indexOf('}', start); end !== -1; end = text.indexOf('}', end + 1)) {
    try {
      return JSON.parse(text.slice(start, end + 1)) as Record<string, unknown>;
    } catch {
      // not yet the last brace
    }
  }
  return undefined;
}
