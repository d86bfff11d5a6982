import type { Vehicle } from '#contract/vehicles/vehicle.ts';

/** As the database gives it: decimals are texts there. */
export type VehicleRow = Omit<Vehicle, Decimal | 'data_criacao'> & {
  [Name in Decimal]: string | null;
} & { data_criacao: Date };

const decimals = ['motorizacao', 'preco', 'bateria_kwh', 'potencia_ac_kw', 'potencia_dc_kw'] as const;
type Decimal = (typeof decimals)[number];

/** What a vehicle is told by, in the order of the table. */
export const vehicleColumns = [
  ...['id', 'marca', 'modelo', 'ano_fabricacao', 'ano_modelo', 'motorizacao', 'tipo_combustivel', 'cor'],
  ...['quilometragem', 'numero_portas', 'tipo_transmissao', 'preco', 'bateria_kwh', 'autonomia_km'],
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
