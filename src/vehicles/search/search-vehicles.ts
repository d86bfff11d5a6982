import type { Pool } from 'pg';
import { cursorOf, positionOf } from '#base/cursor.ts';
import { SigecError } from '#base/errors.ts';
import { isUuid } from '#base/uuid.ts';
import type { Vehicle, VehicleFilter, VehicleOrder, VehiclePage, VehicleSearch } from '#contract/vehicles/vehicle.ts';
import { type VehicleRow, vehicleColumns, vehicleOf } from '../stock/vehicle-store.ts';
import { Conditions, findSheets, type Sheets } from './find-sheets.ts';
import { readWish, type Wish } from './read-wish.ts';

type Key = 'preco' | 'ano_fabricacao' | 'quilometragem';

/** By what a list is ordered; the id settles what is left. An index has the same columns, so one is read forwards or backwards. */
type Order = { keys: readonly Key[]; isDescending: boolean };

const orders = {
  menor_preco: { keys: ['preco'], isDescending: false },
  maior_preco: { keys: ['preco'], isDescending: true },
  mais_novo: { keys: ['ano_fabricacao', 'preco'], isDescending: true },
  mais_antigo: { keys: ['ano_fabricacao', 'preco'], isDescending: false },
  menor_km: { keys: ['quilometragem'], isDescending: false },
  maior_km: { keys: ['quilometragem'], isDescending: true },
} as const satisfies Record<VehicleOrder, Order>;

const keyTypes = {
  preco: 'numeric',
  ano_fabricacao: 'integer',
  quilometragem: 'integer',
} as const satisfies Record<Key, string>;

const shapes = { numeric: /^\d{1,8}(\.\d{1,2})?$/, integer: /^\d{1,8}$/ } as const;

type Keyed = { id: string } & { [Name in Key]: number };

type SearchCursor = {
  /** The keys and the id of the last vehicle of the page before. */
  behind: readonly string[];
  /** Whether the list was found to be longer than is counted: it need not be counted again. */
  isLong: boolean;
};

function cursorAfter(order: VehicleOrder, vehicle: Keyed, isLong: boolean): string {
  const of = isLong ? `${order}+` : order;
  return cursorOf([of, ...orders[order].keys.map((key) => vehicle[key]), vehicle.id].join(' '));
}

function placeOf(order: VehicleOrder, cursor: string | undefined): SearchCursor | undefined {
  if (cursor === undefined) return undefined;
  const [of = '', ...place] = readPosition(cursor).split(' ');
  const { keys } = orders[order];
  const isPlace =
    of.replace(/\+$/, '') === order &&
    place.length === keys.length + 1 &&
    keys.every((key, nth) => shapes[keyTypes[key]].test(place[nth] ?? '')) &&
    isUuid(place.at(-1) ?? '');
  if (isPlace) return { behind: place, isLong: of.endsWith('+') };
  throw new SigecError(
    'INVALID_INPUT',
    '`depois` accepts only the `proximo` of the answer before, with the same ordenacao. Leave it out to begin again.',
    { details: { fields: [{ field: 'depois', accepts: 'the proximo of the answer before' }] } },
  );
}

function readPosition(cursor: string): string {
  try {
    return positionOf(cursor);
  } catch {
    return '';
  }
}

/** Counting beyond this would take longer than anybody waits, and nobody reads that far. */
export const maxCounted = 10_000;

type Page = { vehicles: Vehicle[]; total: number };
type SearchRequest = {
  search: Wish['search'];
  sheets: Sheets;
  years: readonly number[];
  order: Order;
  after?: SearchCursor;
  /** How many are counted, and sorted at once. */
  most: number;
};

/**
 * Finds vehicles in three steps: the sheets that fit, all vehicles of theirs up to a number that can be sorted at once, and where there
 * are more an index in the order of the list, read from where the page begins.
 */
export async function searchVehicles(pool: Pool, search: VehicleSearch, most = maxCounted): Promise<VehiclePage> {
  const wish = await readWish(pool, search);
  const page = await readPage(pool, wish, most);
  const isEmpty = page.total === 0 && search.depois === undefined;
  return { ...page, ...wish.told, sem_filtro: isEmpty ? await withoutOneFilter(pool, search, most) : [] };
}

type FoundPage = Pick<VehiclePage, 'veiculos' | 'total' | 'total_e_minimo' | 'proximo'>;

async function readPage(pool: Pool, { search, years, ...wish }: Wish, most: number): Promise<FoundPage> {
  const { ordenacao, limite } = search;
  const after = placeOf(ordenacao, search.depois);
  const nothing = { veiculos: [], total: 0, total_e_minimo: false, proximo: null };
  if (wish.told.palavras_desconhecidas.length > 0) return nothing;
  const sheets = await findSheets(pool, { filter: search, ...wish });
  if (sheets === undefined) return nothing;
  const asked = { search, sheets, most, years, order: orders[ordenacao], ...(after && { after }) };
  const few = after?.isLong ? { total: most + 1, vehicles: [] } : await readFew(pool, asked);
  const isMore = few.total > most;
  const vehicles = isMore ? await readInOrder(pool, asked) : few.vehicles;
  const shown = vehicles.slice(0, limite);
  const last = shown.at(-1);
  return {
    veiculos: shown,
    total: Math.min(few.total, most),
    total_e_minimo: isMore,
    proximo: last !== undefined && vehicles.length > limite ? cursorAfter(ordenacao, last, isMore) : null,
  };
}

/** Which filter is in the way of somebody who found nothing: how many there would be without it, the most first. */
async function withoutOneFilter(pool: Pool, search: VehicleSearch, most: number): Promise<VehiclePage['sem_filtro']> {
  const { ordenacao: _order, limite: _limit, depois: _after, ...filter } = search;
  const asked = Object.entries(filter).filter(([, value]) => value !== undefined);
  if (asked.length < 2) return [];
  const found: VehiclePage['sem_filtro'] = [];
  for (const [filtro] of asked) {
    const others = Object.fromEntries(asked.filter(([name]) => name !== filtro)) as VehicleFilter;
    const { total } = await readPage(pool, await readWish(pool, { ...others, limite: 1 }), most);
    if (total > 0) found.push({ filtro, total });
  }
  return found.toSorted((one, other) => other.total - one.total);
}

const shownColumns = vehicleColumns.map((name) => `veiculo.${name}`).join(', ');

/** All that fit, if they are few enough to be sorted at once; else only that there are more. */
async function readFew(pool: Pool, asked: SearchRequest): Promise<Page> {
  const found = conditionsOf(asked);
  const keyed = [...asked.order.keys, 'id'].join(', ');
  const page = new Conditions(found.values);
  if (asked.after !== undefined) page.add(behind(asked, page));
  const limit = page.value(asked.search.limite + 1);
  const { rows } = await pool.query<VehicleRow & { total: number }>(
    `with found as materialized (
       select ${keyed} from veiculo where ${found.sql} limit ${asked.most + 1}
     ), counted as (select count(*) as total from found),
     page as (
       select ${keyed} from found, counted where total <= ${asked.most} and ${page.sql}
       order by ${orderBy(asked.order)} limit ${limit}
     )
     select total, ${shownColumns} from counted left join (page join veiculo on veiculo.id = page.id) on true
     order by ${orderBy(asked.order, 'page.')}`,
    page.values,
  );
  const present = rows.filter(({ id }) => id !== null);
  return { total: rows[0]?.total ?? 0, vehicles: present.map(vehicleOf) };
}

/** The page itself, read along the index of its order. What cannot fit is left out before, lest the way there be long. */
async function readInOrder(pool: Pool, asked: SearchRequest): Promise<Vehicle[]> {
  const { search, order } = asked;
  const where = conditionsOf(asked);
  if (asked.after !== undefined) where.add(behind(asked, where));
  const { rows } = await pool.query<VehicleRow>(
    `with page as (
       select ${[...order.keys, 'id'].join(', ')} from veiculo where ${where.sql}
       order by ${orderBy(order)} limit ${where.value(search.limite + 1)}
     )
     select ${shownColumns} from page join veiculo on veiculo.id = page.id
     order by ${orderBy(order, 'page.')}`,
    where.values,
  );
  return rows.map(vehicleOf);
}

/** What an index alone can answer. The bounds follow from the rest: they change nothing but the way. */
function conditionsOf({ search, sheets, years }: SearchRequest): Conditions {
  const { bounds } = sheets;
  const where = new Conditions();
  where.where(sheets.ids, (list) => `ficha_id = any(${list}::integer[])`);
  if (years.length > 0)
    where.where(years, (list) => `(ano_fabricacao = any(${list}::integer[]) or ano_modelo = any(${list}::integer[]))`);
  const ano = tighter(search.ano_min, search.ano_max, bounds.ano);
  const preco = tighter(search.preco_min, search.preco_max, bounds.preco);
  const km = tighter(search.km_min, search.km_max, bounds.km);
  where.where(ano[0], (value) => `ano_fabricacao >= ${value}::integer`);
  where.where(ano[1], (value) => `ano_fabricacao <= ${value}::integer`);
  where.where(preco[0], (value) => `preco >= ${value}::numeric`);
  where.where(preco[1], (value) => `preco <= ${value}::numeric`);
  where.where(km[0], (value) => `quilometragem >= ${value}::integer`);
  where.where(km[1], (value) => `quilometragem <= ${value}::integer`);
  return where;
}

type Limit = number | string;

function tighter(
  least: number | undefined,
  most: number | undefined,
  [from, to]: readonly [Limit, Limit],
): readonly [Limit, Limit] {
  return [
    least !== undefined && least > Number(from) ? least : from,
    most !== undefined && most < Number(to) ? most : to,
  ];
}

/** Compared as a whole row, which an index in the same order can find at once. */
function behind({ order, after }: SearchRequest, where: Conditions): string {
  const types = [...order.keys.map((key) => keyTypes[key]), 'uuid'];
  const place = (after?.behind ?? []).map((value, index) => `${where.value(value)}::${types[index]}`);
  return `(${[...order.keys, 'id'].join(', ')}) ${order.isDescending ? '<' : '>'} (${place.join(', ')})`;
}

function orderBy({ keys, isDescending }: Order, of = ''): string {
  return [...keys, 'id'].map((key) => `${of}${key}${isDescending ? ' desc' : ''}`).join(', ');
}
