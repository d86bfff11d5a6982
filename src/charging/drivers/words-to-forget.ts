import { ownJson } from '#base/json.ts';

const gone = '(forgotten)';
/** Texts stand in texts: a vendor's JSON in a message, a message in a report. */
const maxDepth = 3;

/** A text of JSON with its quotes; in a broken one the last may have no end. */
const literal = /"[^"\\]*(?:\\.[^"\\]*)*"?/gs;

/**
 * JSON without these words: in any case, however JSON writes them. Only texts are looked at, never numbers; whatever does not hold
 * them stays to the letter. Other words that only begin alike stay too. A few digits are sought in sentences alone: elsewhere they are
 * seconds, watts or a reading.
 */
export function forgetting(words: readonly string[]): (json: string) => string {
  const withoutAny = without(words);
  const withoutTelling = without(words.filter((word) => word.length >= fewDigits || !/^\d*$/.test(word)));
  const inText = (text: string, depth: number): string => {
    if (depth < maxDepth && isJson(text)) return inLiterals(text, depth + 1);
    const kept = /\s/.test(text) ? withoutAny(text) : withoutTelling(text);
    return depth < maxDepth && kept.includes('\\') ? inLiterals(kept, depth + 1) : kept;
  };
  const inLiterals = (json: string, depth: number) =>
    json.replace(literal, (quoted) => {
      const text = decoded(quoted);
      if (text === undefined) return withoutTelling(quoted);
      const kept = inText(text, depth);
      return kept === text ? quoted : JSON.stringify(kept);
    });
  // What is no JSON may hold them outside of any quotes.
  return (json) => (isJson(json) ? inLiterals(json, 0) : withoutTelling(inLiterals(json, 0)));
}

const fewDigits = 8;

function without(words: readonly string[]): (text: string) => string {
  if (words.length === 0) return (text) => text;
  const pattern = new RegExp(words.map(standingAlone).join('|'), 'giu');
  return (text) => text.replace(pattern, gone);
}

/** The same as a regular expression of PostgreSQL, for plain texts and for looking which JSON may hold the words. */
export function wordsPattern(words: readonly string[]): string {
  return words.flatMap(spellings).map(standingAlone).join('|');
}

function decoded(quoted: string): string | undefined {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return undefined; // broken off
  }
}

function isJson(text: string): boolean {
  return /^\s*[[{"]/.test(text) && ownJson(text) !== undefined;
}

function spellings(word: string): string[] {
  const inJson = JSON.stringify(word).slice(1, -1);
  const inAscii = inJson.replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [...new Set([word, inJson, inAscii])];
}

/** After `\n` in JSON a word begins, though a letter stands before it. */
function standingAlone(word: string): string {
  return `(?:(?<![A-Za-z0-9])|(?<=\\\\[bfnrt]))${word.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')}(?![A-Za-z0-9])`;
}
