import type { Pool } from 'pg';
import type { VehicleFilter, VehicleOrder, VehiclePage, VehicleSearch } from '#contract/vehicles/vehicle.ts';
import { type Meaning, meaningOf } from './lexicon.ts';
import { type ReadText, readText } from './read-text.ts';
import { resolveWords, type WordCondition, wordColumns } from './resolve-words.ts';
import { plainText } from './words.ts';

/** A search as it was understood: numbers in `search`, words of sheets apart, and what a person should know of it. */
export type Wish = {
  search: VehicleSearch & { ordenacao: VehicleOrder };
  groups: ReadText['groups'];
  years: readonly number[];
  conditions: readonly WordCondition[];
  told: Pick<VehiclePage, 'correcoes' | 'leitura' | 'palavras_nao_usadas' | 'palavras_desconhecidas'>;
};

/** Filters and text together: each holds, and where both name a number the tighter one does. */
export async function readWish(pool: Pool, given: VehicleSearch): Promise<Wish> {
  const { texto_busca, ordenacao, limite: _limit, depois: _after, ...filter } = given;
  const hasFilters = Object.values(filter).some((value) => value !== undefined);
  const text = texto_busca === undefined ? undefined : await readText(pool, texto_busca, hasFilters);
  const meanings = text?.meanings.map(widened) ?? [];
  const wanted = wordsOf(meanings.filter(({ isUnwanted }) => !isUnwanted));
  const unwanted = wordsOf(meanings.filter(({ isUnwanted }) => isUnwanted));
  const words = await resolveWords(pool, [
    { ...filter, isUnwanted: false },
    { ...wanted, isUnwanted: false },
    { ...unwanted, isUnwanted: true },
  ]);
  const numbers = meanings.filter(({ isUnwanted }) => !isUnwanted).map(({ meaning }) => meaning);
  const search = [impliedBy(filter), ...numbers].reduce<VehicleSearch>(tightened, given);
  return {
    search: {
      ...search,
      ordenacao: ordenacao ?? numbers.findLast((each) => each.ordenacao)?.ordenacao ?? 'menor_preco',
    },
    groups: text?.groups ?? [],
    years: text?.years ?? [],
    conditions: words.conditions,
    told: {
      correcoes: [...(text?.corrections ?? []), ...words.corrections],
      leitura: meanings.map(readingOf),
      palavras_nao_usadas: [
        ...(text?.unused ?? []),
        ...meanings.filter(({ meaning, isUnwanted }) => isUnwanted && !hasWords(meaning)).map((each) => each.words),
      ],
      palavras_desconhecidas: [...new Set([...(text?.unknown ?? []), ...words.unknown])],
    },
  };
}

type Said = ReadText['meanings'][number];

/** Who wants an automatic does not want to shift, and a CVT is one. */
function widened({ meaning, ...said }: Said): Said {
  const isAutomatic = meaning.transmissao === 'Automática';
  return { ...said, meaning: isAutomatic ? { ...meaning, transmissao: 'Automática, CVT' } : meaning };
}

function hasWords(meaning: Meaning): boolean {
  return wordColumns.some((column) => meaning[column] !== undefined);
}

/** The words of each column, as alternatives. */
function wordsOf(said: readonly Said[]): Meaning {
  const columns = wordColumns.map((column) => [column, said.flatMap(({ meaning }) => meaning[column] ?? [])] as const);
  return Object.fromEntries(
    columns.flatMap(([column, words]) => (words.length === 0 ? [] : [[column, words.join(', ')]])),
  );
}

/** A plug-in hybrid is a hybrid that has an inlet. */
function impliedBy({ combustivel }: VehicleFilter): Meaning {
  const fuels = combustivel?.split(',').map((part) => meaningOf(plainText(part))) ?? [];
  return fuels.length > 0 && fuels.every((fuel) => fuel?.recarregavel) ? { recarregavel: true } : {};
}

function tightened(search: VehicleSearch, meaning: Meaning): VehicleSearch {
  const tighter: Record<string, unknown> = { ...search };
  for (const [name, value] of Object.entries(meaning)) {
    if (typeof value === 'string') continue; // words and orders are read elsewhere
    const before = search[name as keyof VehicleSearch];
    const tight = name.includes('_max') ? Math.min : Math.max;
    const isLimit = typeof value === 'number' && typeof before === 'number' && name !== 'portas';
    tighter[name] = isLimit ? tight(before, value) : (before ?? value);
  }
  return tighter as VehicleSearch;
}

function readingOf({ words, meaning, isUnwanted }: Said): VehiclePage['leitura'][number] {
  const parts = Object.entries(meaning);
  return {
    palavras: words,
    filtro: parts.map(([name]) => name).join(', '),
    valor: `${isUnwanted ? 'não ' : ''}${parts.map(([, value]) => (value === true ? 'sim' : String(value))).join(', ')}`,
  };
}
