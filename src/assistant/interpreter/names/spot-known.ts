import { distanceBetween, isWord } from '../grammar/words.ts';
import { fold } from '../spot/fold.ts';
import type { Directory, Known } from './directory.ts';

export type Place = { at: number; end: number; known: Known };
type Word = { at: number; end: number; key: string };
type Fit = { known: Known; score: number };

/** Words that make one kind of name likelier than another. */
const leaning: readonly [Known['kind'], RegExp][] = [
  [
    'device',
    /\b(?:device|dispositivo|light|lamp|luz|lampada|led|display|screen|tela|totem|volume|brilho|brightness|speaker|gate|cancela|aparelho)s?\b/,
  ],
  ['tariff', /\b(?:tariff|tarifa|price|preco|rate|plano|cost|custa|custo|pric)\w*/],
  ['model', /\b(?:cars?|carros?|vehicles?|veiculos?|modelos?|compare|comparar?|buy|comprar|test drive)\b/],
];

/** Where names of this installation stand in a sentence: whole, in part, without hyphens, with a typing error. What may be two things is left. */
export function knownIn(text: string, directory: Directory): Place[] {
  const folded = fold(text);
  // The end of "couldn't" is no part of the name behind it.
  const words = [...folded.matchAll(/(?<![a-z]'(?=[a-z]{1,2}\b))[a-z\d]+/g)].map(({ index, 0: word }) => ({
    at: index,
    end: index + word.length,
    key: keyOf(word),
  }));
  const names = directory.map((known) => ({
    known,
    parts:
      fold(known.name)
        .match(/[a-z\d]+/g)
        ?.map(keyOf) ?? [],
  }));
  const places: Place[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const found = longestAt(words, index, names, { text, folded });
    if (found === undefined) continue;
    places.push({ at: words[index]?.at ?? 0, end: words[index + found.length - 1]?.end ?? 0, known: found.known });
    index += found.length - 1;
  }
  return places;
}

/** The sentence with names as they are written here; what stands in quotes is left as it is. */
export function withKnown(text: string, directory: Directory): string {
  if (directory.length === 0) return text;
  const visible = text.replaceAll(/"[^"]*"|'[^']{2,}'(?![a-z])/g, (quoted) => ' '.repeat(quoted.length));
  let result = '';
  let done = 0;
  for (const { at, end, known } of knownIn(visible, directory)) {
    result += `${text.slice(done, at)}${known.name}`;
    done = end;
  }
  return result + text.slice(done);
}

/** "01" is "1". */
function keyOf(word: string): string {
  return word.replace(/^0+(?=\d)/, '');
}

type Named = { known: Known; parts: readonly string[] };
type Whole = { text: string; folded: string };

function longestAt(
  words: readonly Word[],
  index: number,
  names: readonly Named[],
  whole: Whole,
): { known: Known; length: number } | undefined {
  for (let length = Math.min(5, words.length - index); length > 0; length -= 1) {
    const run = words.slice(index, index + length);
    const fits = names.flatMap((named) => fitOf(run, named, whole));
    const best = Math.max(0, ...fits.map(({ score }) => score));
    const [only, ...others] = leant(
      fits.filter(({ score }) => score === best).map(({ known }) => known),
      whole.folded,
    );
    if (only !== undefined && others.length === 0) return { known: only, length };
  }
  return undefined;
}

function leant(found: readonly Known[], folded: string): Known[] {
  if (found.length < 2) return [...found];
  const [kind] = leaning.find(([, words]) => words.test(folded)) ?? [];
  const own = found.filter((known) => known.kind === kind);
  if (own.length > 0) return own;
  for (const each of ['station', 'site', 'driver'] as const) {
    const some = found.filter((known) => known.kind === each);
    if (some.length > 0) return some;
  }
  return [...found];
}

/** 4: the very name; 3: with a slip; 2: a part of it that is no word of ours; 1: such a part with a slip. */
function fitOf(run: readonly Word[], { known, parts }: Named, whole: Whole): Fit[] {
  if (parts.length === 0) return [];
  const said = run.map(({ key }) => key);
  const [joined, name] = [keyOf(said.join('')), parts.join('')];
  // "at Harbour" is no slip of Harbour: a small word at an end is no part of a name that does not begin or end so.
  const isFramed = [run[0], run.at(-1)].some(
    (word) => word !== undefined && word.key.length < 4 && isWord(word.key) && !parts.includes(word.key),
  );
  const isFree = !isFramed && run.some(({ at, end }) => isDistinct(whole, at, end));
  const isTariff = known.kind === 'tariff';
  if (isTariff && !leaning.some(([kind, words]) => kind === 'tariff' && words.test(whole.folded))) return [];
  if (known.kind === 'model' && !isFree && !isLed(whole, run[0]?.at ?? 0)) return [];
  if (joined === name) return [{ known, score: 4 }];
  if (isTariff || known.kind === 'model') return isSlip(joined, name) && isFree ? [{ known, score: 3 }] : [];
  // "Depot last night" is no slip of "Depot lamp": a word of ours was meant as it stands.
  const isOwnWord = said.length > 1 && said.some((word) => !parts.includes(word) && isWord(word));
  if (isSlip(joined, name) && isFree && !isOwnWord && (said.length > 1 || parts.length === 1))
    return [{ known, score: 3 }];
  if (parts.length < 2 || said.length >= parts.length || !isFree) return [];
  const isPart = said.every((word) => parts.includes(word) && !/^\d+$/.test(word) && word.length > 2);
  if (isPart) return [{ known, score: 2 }];
  const isNear =
    said.length === 1 && parts.some((part) => part.length > 4 && !isWord(part) && isSlip(said[0] ?? '', part));
  return isNear ? [{ known, score: 1 }] : [];
}

/** The same numbers, and a letter or two otherwise. */
function isSlip(one: string, other: string): boolean {
  if (one.length < 5 || digitsOf(one) !== digitsOf(other)) return false;
  return distanceBetween(one, other, one.length >= 9 ? 2 : 1) !== undefined;
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D+/g, ' ').trim();
}

/** No word that means something here, or one that is written as a name. */
function isDistinct({ text, folded }: Whole, at: number, end: number): boolean {
  const word = folded.slice(at, end);
  return !isWord(word) || (at > 0 && /^\p{Lu}/u.test(text.slice(at, end)));
}

function isLed({ folded }: Whole, at: number): boolean {
  return /\b(?:the|a|an|o|um|uma|do|no|modelo|model|carro|car)\s$/.test(folded.slice(0, at));
}
