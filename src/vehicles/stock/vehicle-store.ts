import type { ClientBase, Pool } from 'pg';
import type { Vehicle, VehicleValues } from '#contract/vehicles/vehicle.ts';
import { type VehicleRow, vehicleColumns, vehicleOf } from './vehicle-row.ts';

/** In the order in which they were asked for; those that are not there are left out. */
export async function readVehicles(pool: Pool, ids: readonly string[]): Promise<Vehicle[]> {
  const { rows } = await pool.query<VehicleRow>(
    `select ${vehicleColumns.join(', ')} from veiculo where id = any($1::uuid[])`,
    [ids],
  );
  const byId = new Map(rows.map((row) => [row.id, vehicleOf(row)]));
  return ids.flatMap((id) => byId.get(id.toLowerCase()) ?? []);
}

export async function removeVehicle(pool: Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query('delete from veiculo where id = $1', [id]);
  return rowCount === 1;
}

export async function isStockEmpty(pool: Pick<ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await pool.query<{ is_empty: boolean }>('select not exists (select from veiculo) as is_empty');
  return rows[0]?.is_empty ?? true;
}

type Word = 'marca' | 'modelo' | 'cor' | 'tipo_combustivel' | 'tipo_transmissao' | 'numero_portas';

/** Sheets outlive the vehicles that had them: only what is still for sale counts. */
const isForSale = 'exists (select from veiculo where ficha_id = veiculo_ficha.id)';

/** The different values of a column among what is for sale, in order; of some brands, or of all. */
export async function readWords<Value extends string | number>(
  pool: Pool,
  word: Word,
  brands?: readonly string[],
): Promise<Value[]> {
  const { rows } = await pool.query<{ value: Value }>(
    `select distinct ${word} as value from veiculo_ficha
     where ($1::text[] is null or marca_simples = any(array(select veiculo_simples(brand) from unnest($1::text[]) as brand)))
       and ${isForSale}`,
    [brands ?? null],
  );
  return rows.map(({ value }) => value).toSorted(byAlphabet);
}

const alphabet = new Intl.Collator('pt-BR', { numeric: true });

function byAlphabet(one: string | number, other: string | number): number {
  return alphabet.compare(String(one), String(other));
}

type Range = Pick<
  VehicleValues,
  'ano_minimo' | 'ano_maximo' | 'preco_minimo' | 'preco_maximo' | 'km_minimo' | 'km_maximo'
>;

/** Each is the end of an index. */
export async function readRanges(pool: Pool): Promise<Range> {
  const { rows } = await pool.query<Range & { preco_minimo: string | null; preco_maximo: string | null }>(
    `select
       (select min(ano_fabricacao) from veiculo) as ano_minimo, (select max(ano_fabricacao) from veiculo) as ano_maximo,
       (select min(preco) from veiculo) as preco_minimo, (select max(preco) from veiculo) as preco_maximo,
       (select min(quilometragem) from veiculo) as km_minimo, (select max(quilometragem) from veiculo) as km_maximo`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('A select without a table has one row.');
  const number = (text: string | null) => (text === null ? null : Number(text));
  return { ...row, preco_minimo: number(row.preco_minimo), preco_maximo: number(row.preco_maximo) };
}

export async function readValues(pool: Pool): Promise<VehicleValues> {
  const [marcas, modelos, cores, tipos_combustivel, tipos_transmissao, numeros_de_portas, ranges] = await Promise.all([
    readWords<string>(pool, 'marca'),
    readWords<string>(pool, 'modelo'),
    readWords<string>(pool, 'cor'),
    readWords<Vehicle['tipo_combustivel']>(pool, 'tipo_combustivel'),
    readWords<Vehicle['tipo_transmissao']>(pool, 'tipo_transmissao'),
    readWords<number>(pool, 'numero_portas'),
    readRanges(pool),
  ]);
  return { marcas, modelos, cores, tipos_combustivel, tipos_transmissao, numeros_de_portas, ...ranges };
}
