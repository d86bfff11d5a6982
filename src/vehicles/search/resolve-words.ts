import type { Pool } from 'pg';
import { type VehicleFilter, vehicleConnector } from '#contract/vehicles/vehicle.ts';
import { closestWord } from './closest-word.ts';
import { isKnownName } from './known-names.ts';
import { meaningOf, stockName } from './lexicon.ts';
import { plainText, plainWords, withoutEnd } from './words.ts';

const columns = {
  marca: 'marca_simples',
  modelo: 'modelo_simples',
  cor: 'cor_simples',
  combustivel: 'combustivel_simples',
  transmissao: 'transmissao_simples',
  carroceria: 'carroceria_simples',
  conector: 'tipo_conector',
} as const;
export type WordColumn = keyof typeof columns;
export const wordColumns = Object.keys(columns) as WordColumn[];

/** A filter on one column: any of these words, or none of them. */
export type WordCondition = { column: WordColumn; words: readonly string[]; isUnwanted: boolean };

export type ResolvedWords = {
  conditions: WordCondition[];
  corrections: { de: string; para: string }[];
  unknown: string[];
};

type Asked = { column: WordColumn; given: string; word: string; isUnwanted: boolean };

/** Several words with commas, each in the form of the sheets: without accents and capitals, in their language and gender. */
export function wordsIn(column: WordColumn, list: string): { given: string; word: string }[] {
  return list.split(',').flatMap((part) => {
    const given = plainText(part);
    if (column === 'marca' || column === 'modelo' || column === 'cor') return [{ given, word: stockName(given) }];
    const meant = meaningOf(given)?.[column] ?? part;
    return meant
      .split(',')
      .map((word) => ({ given, word: column === 'conector' ? connectorOf(word) : plainWords(word) }));
  });
}

function connectorOf(word: string): string {
  return vehicleConnector.options.find((each) => plainText(each) === plainText(word)) ?? plainText(word);
}

/** Matches a column that holds one of these words; fuels, transmissions and bodies may hold it among several. */
export function hasWord(column: WordColumn, list: string): string {
  const name = columns[column];
  // The database takes the accents off, as it did when the sheets were written.
  const words =
    column === 'conector'
      ? `${list}::text[]`
      : `array(select veiculo_simples(each) from unnest(${list}::text[]) as each)`;
  const among = ['combustivel', 'transmissao', 'carroceria'].includes(column)
    ? ` or string_to_array(${name}, ' ') && ${words}`
    : '';
  return `coalesce(${name} = any(${words})${among}, false)`;
}

/** Filters whose words no sheet has are compared with those that sheets have: another ending, a longer name, a typing error. */
export async function resolveWords(
  pool: Pool,
  asked: readonly (Pick<VehicleFilter, WordColumn> & { isUnwanted: boolean })[],
): Promise<ResolvedWords> {
  const all = asked.flatMap((filter) =>
    wordColumns.flatMap((column): Asked[] =>
      filter[column] === undefined
        ? []
        : wordsIn(column, filter[column]).map((word) => ({ column, isUnwanted: filter.isUnwanted, ...word })),
    ),
  );
  const missing = await missingWords(pool, all);
  const resolved: ResolvedWords = { conditions: [], corrections: [], unknown: [] };
  for (const filter of asked)
    for (const column of wordColumns) {
      if (filter[column] === undefined) continue;
      const words = wordsIn(column, filter[column]).flatMap(({ given, word }) => {
        const present = missing.get(`${column} ${word}`);
        if (present === undefined) return [word];
        const { found, correction } = nearest(word, present);
        if (correction !== undefined) resolved.corrections.push({ de: given, para: correction });
        if (found.length === 0) resolved.unknown.push(given);
        return found;
      });
      resolved.conditions.push({ column, words, isUnwanted: filter.isUnwanted });
    }
  return resolved;
}

/** Words that no sheet has, each with what sheets have in that column. */
async function missingWords(pool: Pool, asked: readonly Asked[]): Promise<Map<string, readonly string[]>> {
  const used = wordColumns.filter((column) => asked.some((each) => each.column === column));
  if (used.length === 0) return new Map();
  const { rows } = await pool.query<{ column: WordColumn; word: string }>(
    used
      .map(
        (column, nth) =>
          `select '${column}' as "column", word from unnest($${nth + 1}::text[]) as word
           where not exists (select from veiculo_ficha where ${hasWord(column, 'array[word]')})`,
      )
      .join(' union all '),
    used.map((column) => asked.filter((each) => each.column === column).map(({ word }) => word)),
  );
  const present = new Map<WordColumn, readonly string[]>();
  for (const column of new Set(rows.map((row) => row.column))) {
    const name = columns[column];
    const found = await pool.query<{ value: string }>(
      `select distinct ${name} as value from veiculo_ficha where ${name} is not null`,
    );
    present.set(
      column,
      found.rows.map(({ value }) => value),
    );
  }
  return new Map(rows.map(({ column, word }) => [`${column} ${word}`, present.get(column) ?? []]));
}

function nearest(word: string, present: readonly string[]): { found: readonly string[]; correction?: string } {
  if (word === '') return { found: [] };
  const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');
  const spelt = present.filter(
    (each) => (bare(each) !== '' && bare(each) === bare(word)) || withoutEnd(each) === withoutEnd(word),
  );
  if (spelt.length > 0) return { found: spelt };
  const longer = present.filter((each) => each.startsWith(`${word} `)); // "onix" for "onix 1.0 turbo"
  if (longer.length > 0) return { found: longer };
  const meant = isKnownName(word) ? undefined : closestWord(word, present);
  return meant === undefined ? { found: [] } : { found: [meant], correction: meant };
}
