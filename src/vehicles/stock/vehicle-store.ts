import type { ClientBase, Pool } from 'pg';
import type { NewVehicle, Vehicle, VehicleValues } from '#contract/vehicles/vehicle.ts';

const columns = [
  ['id', 'uuid'],
  ['marca', 'text'],
  ['modelo', 'text'],
  ['ano_fabricacao', 'integer'],
  ['ano_modelo', 'integer'],
  ['motorizacao', 'numeric'],
  ['tipo_combustivel', 'text'],
  ['cor', 'text'],
  ['quilometragem', 'integer'],
  ['numero_portas', 'integer'],
  ['tipo_transmissao', 'text'],
  ['preco', 'numeric'],
  ['bateria_kwh', 'numeric'],
  ['autonomia_km', 'integer'],
  ['tipo_conector', 'text'],
  ['potencia_ac_kw', 'numeric'],
  ['potencia_dc_kw', 'numeric'],
  ['carroceria', 'text'],
] as const satisfies readonly (readonly [keyof NewVehicle, string])[];

const names = columns.map(([name]) => name);
const own = names.filter((name) => name !== 'id');
const insert = `
  insert into veiculo (${names.join(', ')})
  select coalesce(id, uuidv7()), ${own.join(', ')}
  from unnest(${columns.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ')}) as given (${names.join(', ')})
  on conflict (id) do update set ${own.map((name) => `${name} = excluded.${name}`).join(', ')}
  returning (old.id is null) as is_new`;

/** In one statement: those whose id is known are changed, the others are added. */
export async function addVehicles(
  client: Pick<ClientBase, 'query'>,
  vehicles: readonly NewVehicle[],
): Promise<{ added: number; changed: number }> {
  const values = names.map((name) => vehicles.map((vehicle) => vehicle[name] ?? null));
  const { rows } = await client.query<{ is_new: boolean }>(insert, values);
  const added = rows.filter(({ is_new }) => is_new).length;
  return { added, changed: rows.length - added };
}

export type VehicleRow = Omit<Vehicle, Decimal | 'data_criacao'> & {
  [Name in Decimal]: string | null;
} & { data_criacao: Date };

const decimals = ['motorizacao', 'preco', 'bateria_kwh', 'potencia_ac_kw', 'potencia_dc_kw'] as const;
type Decimal = (typeof decimals)[number];

export const vehicleColumns = [
  ...['id', 'marca', 'modelo', 'ano_fabricacao', 'ano_modelo', 'motorizacao', 'tipo_combustivel', 'cor'],
  ...['quilometragem', 'numero_portas', 'tipo_transmissao', 'carroceria', 'preco', 'bateria_kwh', 'autonomia_km'],
  ...['tipo_conector', 'potencia_ac_kw', 'potencia_dc_kw', 'data_criacao'],
];

export function vehicleOf(row: VehicleRow): Vehicle {
  const numbers = decimals.map((name) => [name, row[name] === null ? null : Number(row[name])] as const);
  const told = vehicleColumns.map((name) => [name, row[name as keyof VehicleRow]] as const);
  return {
    ...(Object.fromEntries(told) as unknown as Vehicle),
    ...(Object.fromEntries(numbers) as Pick<Vehicle, Decimal>),
    data_criacao: row.data_criacao.toISOString(),
  };
}

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

type Word = 'marca' | 'modelo' | 'cor' | 'tipo_combustivel' | 'tipo_transmissao' | 'carroceria' | 'numero_portas';

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
     where ${word} is not null and ($1::text[] is null or marca_simples = any(array(select veiculo_simples(brand) from unnest($1::text[]) as brand)))
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
  const [marcas, modelos, cores, tipos_combustivel, tipos_transmissao, carrocerias, doors, ranges] = await Promise.all([
    readWords<string>(pool, 'marca'),
    readWords<string>(pool, 'modelo'),
    readWords<string>(pool, 'cor'),
    readWords<string>(pool, 'tipo_combustivel'),
    readWords<string>(pool, 'tipo_transmissao'),
    readWords<string>(pool, 'carroceria'),
    readWords<number>(pool, 'numero_portas'),
    readRanges(pool),
  ]);
  return {
    marcas,
    modelos,
    cores,
    tipos_combustivel,
    tipos_transmissao,
    carrocerias,
    numeros_de_portas: doors,
    ...ranges,
  };
}
