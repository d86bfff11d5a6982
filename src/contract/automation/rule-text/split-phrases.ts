import { editDistance } from '#base/edit-distance.ts';
import type { Meaning, Phrase } from './phrase.ts';
import { patterns, vocabulary } from './phrase-words.ts';

type Named = { id: string; name: string };
/** What has a name: stations by their ids, sites by their names. */
export type Names = { stationIds?: readonly string[] | undefined; sites?: readonly Named[] | undefined };

const matchers = patterns.map(({ words, means }) => ({
  means,
  words: new RegExp(String.raw`(?:${words})(?![\p{L}\p{N}_])`, 'uy'),
}));
/** Letters with a digit, or several parts: CP-11, EVSE_0007, SP.03. */
const stationName = /(?=[\w.-]*\d)[A-Za-z][A-Za-z]*[-_.]?[\w-]*\d[\w-]*(?![\p{L}\p{N}_])/uy;
/** A time, or a session's and a tariff's short words, look like a name: h24, r2. */
const noName = /^[hr]\d+$/i;
const word = /[\p{L}\p{N}_][\p{L}\p{N}_'.-]*/uy;

/** A sentence as a row of phrases, in the order in which they stand; typing errors are put right first. */
export function splitPhrases(said: string, names: Names): Phrase[] {
  const plain = said.normalize('NFC').replaceAll(/[‘’]/g, "'").replaceAll(/\s+/g, ' ').trim();
  const phrases = splitOnce(plain, names);
  const corrected = phrases.map((phrase) => (phrase.is === 'unknown' ? meant(phrase.text) : phrase.text));
  const isSame = phrases.every(({ text }, index) => text === corrected[index]);
  return isSame ? phrases : splitOnce(corrected.join(' '), names);
}

function splitOnce(text: string, names: Names): Phrase[] {
  const folded = fold(text);
  const phrases: Phrase[] = [];
  let at = 0;
  while (at < text.length) {
    const named = nameAt(text, folded, at, names);
    const found = named ?? longestAt(folded, at);
    const length = found?.length ?? strangeLength(text, at);
    if (text.slice(at, at + length).trim() !== '')
      phrases.push({ ...(found?.meaning ?? { is: 'unknown' }), text: text.slice(at, at + length) });
    at += length;
  }
  return phrases;
}

type Found = { meaning: Meaning; length: number };

function longestAt(folded: string, at: number): Found | undefined {
  let best: Found | undefined;
  for (const { words, means } of matchers) {
    words.lastIndex = at;
    const match = words.exec(folded);
    if (match === null || match[0].length <= (best?.length ?? 0)) continue;
    best = { meaning: means(match.groups ?? {}) ?? { is: 'unknown' }, length: match[0].length };
  }
  return best;
}

function nameAt(text: string, folded: string, at: number, { stationIds = [], sites = [] }: Names): Found | undefined {
  const known: Found[] = [
    ...stationIds.map((id) => ({ meaning: { is: 'station', id } as const, length: id.length, said: fold(id) })),
    ...sites.flatMap(({ id, name }) =>
      [name, id].map((said) => ({ meaning: { is: 'site', id } as const, length: said.length, said: fold(said) })),
    ),
  ].filter(({ said, length }) => folded.startsWith(said, at) && isEnd(folded, at + length));
  const [longest] = known.toSorted((one, other) => other.length - one.length);
  if (longest !== undefined) return { meaning: longest.meaning, length: longest.length };
  stationName.lastIndex = at;
  const [name] = stationName.exec(text) ?? [];
  return name === undefined || noName.test(name)
    ? undefined
    : { meaning: { is: 'station', id: name }, length: name.length };
}

function isEnd(folded: string, at: number): boolean {
  return !/[\p{L}\p{N}_]/u.test(folded.charAt(at));
}

function strangeLength(text: string, at: number): number {
  word.lastIndex = at;
  return word.exec(text)?.[0].replace(/[.'-]+$/, '').length ?? 1;
}

/** The one word that this can have been meant as: a letter wrong, missing, too many or swapped. Names in capitals stay. */
function meant(text: string): string {
  if (text.length < 5 || /^\p{Lu}|\d/u.test(text)) return text;
  const folded = fold(text);
  const isWhole = (known: string) => splitOnce(known, {}).every(({ is }) => is !== 'unknown');
  const close = vocabulary.filter(
    (known) => known.startsWith(folded.charAt(0)) && editDistance(known, folded) === 1 && isWhole(known),
  );
  // "ofline" lacks its second f; that "online" is as near is no reason to ask.
  const doubled = close.find((known) => singled(known) === singled(folded));
  return doubled ?? (close.length === 1 ? (close[0] ?? text) : text);
}

function singled(word_: string): string {
  return word_.replaceAll(/(.)\1/g, '$1');
}

/** Small letters without accents, each letter at its place. */
function fold(text: string): string {
  return text
    .split('')
    .map((letter) => letter.normalize('NFD').charAt(0).toLowerCase())
    .join('');
}
