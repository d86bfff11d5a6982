import type { Pool } from 'pg';
import { SigecError } from '#base/errors.ts';
import { closestWord } from './closest-word.ts';
import { isKnownName } from './known-names.ts';
import { everydayWords, isSilent, type Meaning, meaningOf, singleWords, stockName } from './lexicon.ts';
import { masked, readAmounts } from './read-amounts.ts';
import { plainText, withoutEnd } from './words.ts';

export type ReadText = {
  /** Words of sheets: one of each group is there, or none of an unwanted one. As text for `plainto_tsquery`. */
  groups: { words: string[]; isUnwanted: boolean }[];
  /** A year in the text means the car's, not a word of its sheet. */
  years: number[];
  /** What each everyday word asks for. */
  meanings: { words: string; meaning: Meaning; isUnwanted: boolean }[];
  corrections: { de: string; para: string }[];
  /** Words that are ignored, because the rest of the text says enough. */
  unused: string[];
  /** Words that no vehicle has: the search finds nothing. */
  unknown: string[];
};

type Item = { at: number; word: string; isUnwanted: boolean; isOr: boolean } & (
  | { meaning: Meaning }
  | { meaning?: undefined }
);

const maxWords = 20;
const negations = new Set('sem nao exceto menos fora tirando nem except without not'.split(' '));
const connectors = new Set(['ou', 'or', 'e', 'and', 'nem', 'nor']);

/**
 * Reads a text word by word. Every word is used, or told: a word that no vehicle has is taken for the one it was probably meant to be, is
 * left out where the rest says enough, or finds nothing. `hasFilters`: something else was asked beside the text.
 */
export async function readText(pool: Pool, text: string, hasFilters: boolean): Promise<ReadText> {
  const items = itemsOf(plainText(text).replace(/(?<=\d),(?=\d(?!\d))/g, '.'));
  const read: ReadText = { groups: [], years: [], meanings: [], corrections: [], unused: [], unknown: [] };
  const words = items.filter(({ meaning, word }) => meaning === undefined && !isYear(word) && !isSilent(word));
  const known = new Map(
    (await lookUp(pool, [...new Set(words.map(({ word }) => word))])).map((each) => [each.word, each]),
  );
  const strange: string[] = [];
  for (const item of items) {
    const { word, isUnwanted } = item;
    if (item.meaning !== undefined) read.meanings.push({ words: word, meaning: item.meaning, isUnwanted });
    else if (isYear(word)) {
      if (isUnwanted) read.unused.push(word);
      else read.years.push(Number(word));
    }
    if (item.meaning === undefined && !isYear(word) && !isSilent(word)) {
      const facts = known.get(word);
      if (facts?.is_searchable !== true) continue; // "de", "com": nobody looks for these
      const meant = facts.is_known && !/^\d$/.test(word) ? word : corrected(facts);
      if (meant === undefined) strange.push(word);
      else if (typeof meant === 'string') addWord(read, item, meant);
      else read.meanings.push({ words: meant.word, meaning: meant.meaning, isUnwanted });
      const taken = typeof meant === 'object' ? meant.word : meant;
      if (taken !== undefined && taken !== word) read.corrections.push({ de: word, para: taken });
    }
  }
  await joinAlternatives(pool, read);
  const saysEnough =
    hasFilters || read.groups.length + read.years.length > 0 || read.meanings.some(({ meaning }) => !isOrder(meaning));
  for (const word of new Set(strange)) (saysEnough && !isKnownName(word) ? read.unused : read.unknown).push(word);
  const isEmpty = items.every(({ word }) => known.get(word)?.is_searchable === false);
  if (items.length === 0 || isEmpty) throw nothingToSearchFor();
  return read;
}

function isOrder(meaning: Meaning): boolean {
  return Object.keys(meaning).every((name) => name === 'ordenacao');
}

/** "ou" joins a word to the one before it. */
function addWord(read: ReadText, { isUnwanted, isOr }: Item, word: string): void {
  const last = read.groups.at(-1);
  if (isOr && last?.isUnwanted === isUnwanted) last.words.push(word);
  else if (!read.groups.some(({ words }) => words.includes(word))) read.groups.push({ words: [word], isUnwanted });
}

function itemsOf(plain: string): Item[] {
  const amounts = readAmounts(plain);
  let rest = amounts.reduce((text, { at, words }) => masked(text, at, words.length), plain);
  const everyday = everydayWords(rest);
  for (const { at, words } of everyday) rest = masked(rest, at, words.length);
  // Hyphens and points between letters and digits belong to a word: HR-V, 1.0. A comma ends what is not wanted.
  const words = [...rest.matchAll(/[\p{L}\p{N}]+(?:[.\-/][\p{L}\p{N}]+)*|[,;.]/gu)];
  const found = [
    ...[...amounts, ...everyday].map(({ at, words: word, meaning }) => ({ at, word, meaning })),
    ...words.map(({ 0: word, index }) => ({ at: index, word })),
  ].toSorted((one, other) => one.at - other.at);
  const said = found.filter(({ word }) => /[\p{L}\p{N}]/u.test(word));
  if (new Set(said.map(({ word }) => word)).size > maxWords) throw tooManyWords();
  return withNegations(found);
}

type Found = { at: number; word: string; meaning?: Meaning };

function withNegations(found: readonly Found[]): Item[] {
  const items: Item[] = [];
  let [isUnwanted, isOr, isTaken] = [false, false, false];
  for (const { at, word, meaning } of found) {
    if (meaning === undefined && negations.has(word)) [isUnwanted, isTaken, isOr] = [true, false, false];
    else if (meaning === undefined && connectors.has(word)) {
      isOr ||= word === 'ou' || word === 'or';
      isTaken = false;
    } else if (/^[,;.]$/.test(word)) [isUnwanted, isTaken, isOr] = [false, false, false];
    else {
      if (isTaken) isUnwanted = false; // "sem" holds for what follows it, and for what "e" or "ou" adds
      items.push({
        at,
        word: meaning === undefined ? stockName(word) : word,
        isUnwanted,
        isOr,
        ...(meaning && { meaning }),
      });
      if (meaning !== undefined || !isSilent(word)) [isTaken, isOr] = [true, false];
    }
  }
  return items;
}

/** No car has two brands or two colours, so a text with two asks for either. */
async function joinAlternatives(pool: Pool, read: ReadText): Promise<void> {
  const wanted = read.groups.filter(({ isUnwanted }) => !isUnwanted);
  if (wanted.length < 2) return;
  const { rows } = await pool.query<{ word: string; kind: 'marca' | 'cor' | null }>(
    `select word, case
         when exists (select from veiculo_ficha where marca_simples = word) then 'marca'
         when exists (select from veiculo_ficha where regexp_replace(cor_simples, '[ao]s?$', '') = stem) then 'cor'
       end as kind
     from unnest($1::text[], $2::text[]) as given (word, stem)`,
    [wanted.map(({ words: [word] }) => word), wanted.map(({ words: [word = ''] }) => withoutEnd(word))],
  );
  for (const kind of ['marca', 'cor'] as const) {
    const [first, ...others] = wanted.filter((_group, nth) => rows[nth]?.kind === kind);
    for (const other of others) {
      first?.words.push(...other.words);
      read.groups.splice(read.groups.indexOf(other), 1);
    }
  }
}

function isYear(word: string): boolean {
  return /^(19[5-9]\d|20\d\d)$/.test(word);
}

type WordFacts = { word: string; is_searchable: boolean; is_known: boolean; candidates: string[] };

/** Which words carry a meaning, which of them some vehicle has, and which known words resemble the others. */
async function lookUp(pool: Pool, words: readonly string[]): Promise<WordFacts[]> {
  if (words.length === 0) return [];
  const { rows } = await pool.query<WordFacts>(
    `select word, is_searchable, is_known, case when is_known or not is_searchable then '{}' else array(
         select palavra from veiculo_palavra
         where palavra % word or (length(word) <= 6 and left(palavra, 1) = left(word, 1))
         order by similarity(palavra, word) desc, palavra limit 50
       ) end as candidates
     from unnest($1::text[]) with ordinality as given (word, place)
     cross join lateral (select plainto_tsquery('veiculo_pt', word) as query) as read
     cross join lateral (
       select numnode(query) > 0 as is_searchable,
         exists (select from veiculo_ficha where ts_search @@ query) as is_known
     ) as seen
     order by place`,
    [words],
  );
  return rows;
}

/** A mistyped word of the stock or of the lexicon; a brand or model that nobody sells here is no typing error. */
function corrected({ word, candidates }: WordFacts): string | { word: string; meaning: Meaning } | undefined {
  if (isKnownName(word)) return undefined;
  const meant = closestWord(word, [...candidates, ...singleWords]);
  const meaning = meant === undefined ? undefined : meaningOf(meant);
  return meant !== undefined && meaning !== undefined ? { word: meant, meaning } : meant;
}

function nothingToSearchFor(): SigecError {
  return new SigecError(
    'INVALID_INPUT',
    'texto_busca holds no word that can be searched for. Give words such as "fit prata", or leave it out.',
    { details: { fields: [{ field: 'texto_busca', accepts: 'words of a brand, a model, a colour …' }] } },
  );
}

function tooManyWords(): SigecError {
  return new SigecError('INVALID_INPUT', `texto_busca takes ${maxWords} words at most. Give fewer.`, {
    details: { fields: [{ field: 'texto_busca', accepts: `${maxWords} words at most` }] },
  });
}
