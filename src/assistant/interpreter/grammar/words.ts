import { type Concept, lexicon } from './lexicon.ts';

export type Tongue = 'en' | 'pt';
type Piece = { text: string; isStem: boolean };
type Phrase = { pieces: Piece[]; concept: Concept; tongue: Tongue };

/** What stands in a sentence: small letters, an apostrophe within; capitals stand for what was recognised before. */
const token = /[A-Z]+|&|[a-z]+(?:'[a-z]+)*|\d+(?:[.,:]\d+)*/g;

export type Token = { at: number; end: number; word: string };

export function tokensOf(folded: string): Token[] {
  return [...folded.matchAll(token)].map(({ index, 0: word }) => ({ at: index, end: index + word.length, word }));
}

const phrases: Phrase[] = Object.entries(lexicon).flatMap(([concept, [en, pt]]) => [
  ...phrasesIn(en, concept as Concept, 'en'),
  ...phrasesIn(pt, concept as Concept, 'pt'),
]);

function phrasesIn(list: string, concept: Concept, tongue: Tongue): Phrase[] {
  return list.split(/,\s*/).flatMap((phrase) => {
    const pieces = [...phrase.matchAll(/([a-z\d&]+(?:'[a-z]+)*)(\*?)/g)].map(([, text = '', star]) => ({
      text,
      isStem: star === '*',
    }));
    return pieces.length === 0 ? [] : [{ pieces, concept, tongue }];
  });
}

const byWord = Map.groupBy(
  phrases.filter(({ pieces: [first] }) => first?.isStem === false),
  ({ pieces: [first] }) => first?.text ?? '',
);
const byStem = Map.groupBy(
  phrases.filter(({ pieces: [first] }) => first?.isStem === true),
  ({ pieces: [first] }) => first?.text ?? '',
);
const shortestStem = Math.min(...[...byStem.keys()].map((stem) => stem.length));

function startingAt(word: string): Phrase[] {
  const whole = fittingPhrases(word);
  return whole.length > 0 ? whole : fittingPhrases(withoutContraction(word));
}

/** "who's" is "who". */
function withoutContraction(word: string): string {
  return word.replace(/'(?:s|re|ll|ve|d|m|em)$/, '');
}

function fittingPhrases(word: string): Phrase[] {
  const found = [...(byWord.get(word) ?? [])];
  for (let length = shortestStem; length <= word.length; length += 1)
    found.push(...(byStem.get(word.slice(0, length)) ?? []));
  return found;
}

export type Match = {
  length: number;
  concepts: Set<Concept>;
  tongues: Set<Tongue>;
  /** It only begins like a short word of ours: "Marcos" is no "marca". */
  isShortStem: boolean;
};

const shortStem = 4;

/** The longest phrase that begins with this token; where the tongue is known, one of it before one of the other. */
export function matchAt(tokens: readonly Token[], index: number, tongue?: Tongue): Match | undefined {
  const first = tokens[index];
  if (first === undefined) return undefined;
  const fitting = startingAt(first.word).filter(({ pieces }) =>
    pieces.every(({ text, isStem }, step) => {
      const word = tokens[index + step]?.word;
      if (word === undefined) return false;
      return isStem ? word.startsWith(text) : word === text || withoutContraction(word) === text;
    }),
  );
  const own = fitting.filter((phrase) => phrase.tongue === tongue);
  const chosen = own.length > 0 ? own : fitting;
  if (chosen.length === 0) return undefined;
  const length = Math.max(...chosen.map(({ pieces }) => pieces.length));
  const longest = chosen.filter(({ pieces }) => pieces.length === length);
  return {
    length,
    concepts: new Set(longest.map(({ concept }) => concept)),
    tongues: new Set(longest.map((phrase) => phrase.tongue)),
    isShortStem:
      length === 1 && longest.every(({ pieces: [piece] }) => piece?.isStem === true && piece.text.length <= shortStem),
  };
}

/** Whether it is a word of any phrase. */
export function isWord(word: string): boolean {
  return allWords.has(word) || startingAt(word).length > 0;
}

const allWords = new Set(phrases.flatMap(({ pieces }) => pieces.map(({ text }) => text)));

const known = [
  ...new Map(phrases.flatMap(({ pieces }) => pieces).map((piece) => [`${piece.text}${piece.isStem}`, piece])).values(),
].filter(({ text, isStem }) => text.length >= (isStem ? 6 : 5));

/** Short words are slips of orders alone: "blok". */
const orders = ['block', 'reset', 'start', 'limit', 'pare'];

/** The word that was meant, where one letter is wrong, or two in a long word; undefined: no word of ours, or too many. */
export function nearestWord(word: string): string | undefined {
  if (word.length === 4 && /^[a-z]+$/.test(word))
    return orders.find((order) => order.length > 3 && distanceBetween(word, order, 1) === 1);
  if (word.length < 5 || !/^[a-z]+$/.test(word)) return undefined;
  const reach = word.length >= 8 ? 2 : 1;
  let best: { distance: number; meant: string } | undefined;
  for (const { text, isStem } of known) {
    // The first letter is right, or was swapped with the second.
    if (!word.slice(0, 2).includes(text.charAt(0))) continue;
    if (Math.abs(text.length - word.length) > reach && !isStem) continue;
    const cuts = isStem ? [text.length - 1, text.length, text.length + 1] : [word.length];
    for (const cut of cuts) {
      if (cut > word.length) continue;
      const distance = distanceBetween(word.slice(0, cut), text, Math.min(reach, isStem ? 1 : reach));
      if (distance === undefined || distance === 0 || (best !== undefined && best.distance <= distance)) continue;
      best = { distance, meant: `${text}${word.slice(cut)}` };
    }
  }
  return best?.meant;
}

/** Letters added, lost, changed or swapped; undefined: more than `reach`. */
export function distanceBetween(one: string, other: string, reach: number): number | undefined {
  if (Math.abs(one.length - other.length) > reach) return undefined;
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      line[column] = Math.min(
        (last[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    if (Math.min(...line) > reach) return undefined;
    [before, last] = [last, line];
  }
  const distance = last[other.length] ?? 0;
  return distance > reach ? undefined : distance;
}
