import type { Pool } from 'pg';
import { editDistance } from '#base/edit-distance.ts';
import { SigecError } from '#base/errors.ts';
import { fullName, plainText } from './words.ts';

export type ReadText = {
  /** Each of these is a part of the query, as text for `plainto_tsquery`. */
  words: string[];
  /** A year in the text means the car's, not a word of its sheet. */
  years: number[];
  corrections: { de: string; para: string }[];
  unknown: string[];
};

/** Everybody says these, and no vehicle has them. */
const empty = new Set(['carro', 'carros', 'veiculo', 'veiculos', 'automovel', 'automoveis', 'car', 'cars', 'ano']);
const maxWords = 20;

/** Reads a text word by word; a word that no vehicle has is taken for the one it was probably meant to be. */
export async function readText(pool: Pool, text: string): Promise<ReadText> {
  const given = [...new Set(wordsOf(text))];
  const said = given.filter((word) => !empty.has(word)).map(fullName);
  const years = said.filter(isYear).map(Number);
  const known = await lookUp(
    pool,
    said.filter((word) => !isYear(word)),
  );
  const searched = known.filter(({ is_searchable }) => is_searchable);
  if (searched.length === 0 && years.length === 0) {
    if (given.some((word) => empty.has(word))) return { words: [], years, corrections: [], unknown: [] };
    throw new SigecError(
      'INVALID_INPUT',
      'texto_busca holds no word that can be searched for. Give words such as "fit prata", or leave it out.',
      { details: { fields: [{ field: 'texto_busca', accepts: 'words of a brand, a model, a colour …' }] } },
    );
  }
  const read: ReadText = { words: [], years, corrections: [], unknown: [] };
  for (const { word, is_known, candidates } of searched) {
    const meant = is_known ? word : closest(word, candidates);
    if (meant === undefined) read.unknown.push(word);
    else read.words.push(meant);
    if (meant !== undefined && meant !== word) read.corrections.push({ de: word, para: meant });
  }
  return read;
}

/** Hyphens and points between letters and digits belong to a word: HR-V, 1.0. */
function wordsOf(text: string): string[] {
  const words = plainText(text).match(/[\p{L}\p{N}]+(?:[.\-/][\p{L}\p{N}]+)*/gu) ?? [];
  if (words.length <= maxWords) return words;
  throw new SigecError('INVALID_INPUT', `texto_busca takes ${maxWords} words at most. Give fewer.`, {
    details: { fields: [{ field: 'texto_busca', accepts: `${maxWords} words at most` }] },
  });
}

function isYear(word: string): boolean {
  return /^(19[5-9]\d|20\d\d)$/.test(word);
}

type WordFacts = { word: string; is_searchable: boolean; is_known: boolean; candidates: string[] };

/** Which words mean something, which of them a vehicle has, and for the others what resembles them. */
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

/** One error in a short word, two in a longer one; in three letters every error makes another word. */
function closest(word: string, candidates: readonly string[]): string | undefined {
  const maxErrors = word.length <= 3 ? 0 : word.length === 4 ? 1 : 2;
  return candidates
    .map((candidate) => ({ candidate, errors: editDistance(word, candidate) }))
    .filter(({ errors }) => errors <= maxErrors)
    .toSorted((one, other) => one.errors - other.errors)[0]?.candidate;
}
