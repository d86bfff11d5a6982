export type Inline =
  | { type: 'text'; text: string }
  | { type: 'break' }
  | { type: 'code'; text: string }
  | { type: 'strong' | 'em' | 'strike'; content: Inline[] }
  | { type: 'link'; content: Inline[]; address: string };

/** What a piece of text may begin with, the first that fits is taken. */
const forms: readonly [RegExp, (found: RegExpExecArray, depth: number) => Inline][] = [
  [/^\\([!-/:-@[-`{-~])/, ([, sign = '']) => ({ type: 'text', text: sign })],
  [/^(`+)([\s\S]*?[^`])\1(?!`)/, ([, , words = '']) => ({ type: 'code', text: words })],
  [/^\*\*(?=\S)([\s\S]*?\S)\*\*/, ([, words = ''], depth) => ({ type: 'strong', content: inner(words, depth) })],
  [/^__(?=\S)([\s\S]*?\S)__(?!\w)/, ([, words = ''], depth) => ({ type: 'strong', content: inner(words, depth) })],
  [/^~~(?=\S)([\s\S]*?\S)~~/, ([, words = ''], depth) => ({ type: 'strike', content: inner(words, depth) })],
  [/^\*(?=[^\s*])([\s\S]*?[^\s*])\*(?!\*)/, ([, words = ''], depth) => ({ type: 'em', content: inner(words, depth) })],
  [/^_(?=[^\s_])([^_]*[^\s_])_(?!\w)/, ([, words = ''], depth) => ({ type: 'em', content: inner(words, depth) })],
  // A picture is never fetched: where it would come from is shown like any other address.
  [
    /^!?\[((?:[^\]\\]|\\.)*)\]\(\s*<?([^\s)>]*)>?(?:\s+["'][^)]*["'])?\s*\)/,
    ([, words = '', address = ''], depth) => ({ type: 'link', content: inner(words, depth), address }),
  ],
  [/^<(https?:\/\/[^\s<>]+)>/, ([, address = '']) => ({ type: 'link', content: [], address })],
  [/^https?:\/\/[^\s<>]*[^\s<>.,;:!?)"'*_]/, ([address]) => ({ type: 'link', content: [], address })],
  [/^ *\n/, () => ({ type: 'break' })],
];

const deepest = 6;

export function parseInline(text: string, depth = 0): Inline[] {
  const parts: Inline[] = [];
  let plain = '';
  let at = 0;
  const end = () => {
    if (plain !== '') parts.push({ type: 'text', text: plain });
    plain = '';
  };
  while (at < text.length) {
    const found = formAt(text, at, depth);
    if (found === undefined) {
      plain += text[at];
      at += 1;
      continue;
    }
    end();
    parts.push(found.part);
    at += found.length;
  }
  end();
  return parts;
}

const beginnings = new Set('\\`*_~![<h \n');

function formAt(text: string, at: number, depth: number): { part: Inline; length: number } | undefined {
  const sign = text[at] ?? '';
  if (!beginnings.has(sign)) return undefined;
  const isInWord = /\w/.test(text[at - 1] ?? '');
  if (isInWord && (sign === '_' || sign === 'h')) return undefined;
  const rest = text.slice(at, at + longestForm);
  for (const [form, partOf] of forms) {
    const found = form.exec(rest);
    if (found !== null) return { part: partOf(found, depth), length: found[0].length };
  }
  return undefined;
}

/** Emphasis over more than this is none; without a bound, many lone asterisks would be searched over and over. */
const longestForm = 2_000;

function inner(words: string, depth: number): Inline[] {
  return depth >= deepest ? [{ type: 'text', text: words }] : parseInline(words, depth + 1);
}

/** As it is read aloud. */
export function plainText(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      if (part.type === 'break') return ' ';
      return 'content' in part ? plainText(part.content) : part.text;
    })
    .join('');
}
