import type { ClientBase } from 'pg';
import type { NewVehicle } from '#contract/vehicles/vehicle.ts';

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
