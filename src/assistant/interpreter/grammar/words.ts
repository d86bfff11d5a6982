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
  const spelled = negative.test(word) ? (byWord.get('not') ?? []).filter(({ pieces }) => pieces.length > 1) : [];
  return whole.length > 0 ? [...whole, ...spelled] : fittingPhrases(withoutContraction(word));
}

/** "aren't working" is "not working". */
const negative = /^(?:is|are|was|were|do|does|did)n't$/;

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
  /** It only begins like a word of ours: "Marcos" is no "marca". */
  isShortStem: boolean;
};

const shortStem = 4;
/** "Liberdade" is no "libera". */
const longestEnding = 3;

/** The longest phrase that begins with this token; where the tongue is known, one of it before one of the other. */
export function matchAt(tokens: readonly Token[], index: number, tongue?: Tongue): Match | undefined {
  const first = tokens[index];
  if (first === undefined) return undefined;
  const fitting = startingAt(first.word).filter(({ pieces }) =>
    pieces.every(({ text, isStem }, step) => {
      const word = tokens[index + step]?.word;
      if (word === undefined) return false;
      if (isStem) return word.startsWith(text);
      return (
        word === text || withoutContraction(word) === text || (step === 0 && text === 'not' && negative.test(word))
      );
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
      length === 1 &&
      longest.every(
        ({ pieces: [piece] }) =>
          piece?.isStem === true &&
          (piece.text.length <= shortStem || first.word.length - piece.text.length > longestEnding),
      ),
  };
}

/** Whether it is a word of any phrase. */
export function isWord(word: string): boolean {
  return allWords.has(word) || startingAt(word).length > 0;
}

/** Words of the calendar, which are read as days and are no phrases. */
const calendar =
  `yesterday today tomorrow morning afternoon evening night week weekend month january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday ontem anteontem hoje amanha manha tarde noite madrugada semana passado passada janeiro fevereiro marco abril junho julho
  agosto setembro outubro novembro dezembro domingo segunda terca quarta quinta sexta sabado feira`.split(/\s+/);

const allWords = new Set([...calendar, ...phrases.flatMap(({ pieces }) => pieces.map(({ text }) => text))]);
const silentWords = new Set(
  phrases.flatMap(({ pieces, concept }) =>
    concept === 'glue' || concept === 'courtesy' ? pieces.map(({ text }) => text) : [],
  ),
);

const known = [
  ...new Map(
    [...calendar.map((text): Piece => ({ text, isStem: false })), ...phrases.flatMap(({ pieces }) => pieces)].map(
      (piece) => [`${piece.text}${piece.isStem}`, piece],
    ),
  ).values(),
].filter(({ text, isStem }) => text.length >= (isStem ? 6 : 5));

/** Short words are slips of orders alone, "blok" and "limta", or have two letters the wrong way round, "crad". */
const orders = ['block', 'reset', 'start', 'limit', 'pare'];
const shortDays = ['ontem', 'today'];
const shortWords = [...new Set(phrases.flatMap(({ pieces }) => pieces).map(({ text }) => text))].filter(
  ({ length }) => length === 4,
);

/** The word that was meant, where one letter is wrong, or two in a long word; undefined: no word of ours, or too many. */
export function nearestWord(word: string): string | undefined {
  if (word.length === 4 && /^[a-z]+$/.test(word))
    return (
      [...orders, ...shortDays].find((each) => distanceBetween(word, each, 1) === 1) ??
      shortWords.find((each) => each.startsWith(word.charAt(0)) && isSwapped(word, each))
    );
  if (word.length < 5 || !/^[a-z]+$/.test(word)) return undefined;
  const reach = word.length >= 8 ? 2 : 1;
  let best: { distance: number; meant: string } | undefined;
  for (const { text, isStem } of known) {
    // The first letter is right, or was swapped with the second.
    if (!word.slice(0, 2).includes(text.charAt(0))) continue;
    if (Math.abs(text.length - word.length) > reach && !isStem) continue;
    // Of two equally near the one with the whole word is meant: "volkswagem".
    const cuts = isStem ? [text.length, text.length + 1, text.length - 1] : [word.length];
    for (const cut of cuts) {
      if (cut > word.length) continue;
      const start = word.slice(0, cut);
      const distance = isSwapped(start, text) ? 1 : distanceBetween(start, text, isStem ? 1 : reach);
      if (distance === undefined || distance === 0 || (best !== undefined && best.distance < distance)) continue;
      // Of two equally near, the one that says something is meant, then the one that begins alike.
      const isNearer =
        best === undefined || distance < best.distance || worthOf(text, word) > worthOf(best.meant, word);
      if (!isNearer) continue;
      best = { distance, meant: `${text}${word.slice(cut)}` };
    }
  }
  const isSilent = best === undefined || silentWords.has(best.meant);
  return isSilent ? (slipOfOrder(word) ?? best?.meant) : best?.meant;
}

function worthOf(meant: string, word: string): number {
  let shared = 0;
  while (shared < word.length && meant[shared] === word[shared]) shared += 1;
  return (silentWords.has(meant) ? 0 : 100) + shared;
}

function slipOfOrder(word: string): string | undefined {
  if (word.length > 7) return undefined;
  const order = orders.find((each) => each.length === 5 && distanceBetween(word.slice(0, 4), each, 1) === 1);
  return order === undefined ? undefined : `${order}${word.slice(4)}`;
}

/** Two letters stand in each other's place: "regarca". */
function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length || one.length < 4) return false;
  const [first, second, ...more] = Array.from(one, (letter, at) => ({ letter, at }))
    .filter(({ letter, at }) => letter !== other[at])
    .map(({ at }) => at);
  if (first === undefined || second === undefined || more.length > 0) return false;
  return one[first] === other[second] && one[second] === other[first];
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
