import type { Column } from '../csv.ts';
import type { Vehicle } from './vehicle.ts';

const names = [
  ...(['id', 'marca', 'modelo', 'ano_fabricacao', 'ano_modelo', 'motorizacao', 'tipo_combustivel', 'cor'] as const),
  ...(['quilometragem', 'numero_portas', 'tipo_transmissao', 'preco', 'bateria_kwh', 'autonomia_km'] as const),
  ...(['tipo_conector', 'potencia_ac_kw', 'potencia_dc_kw', 'carroceria'] as const),
] satisfies (keyof Vehicle)[];

/** What an export writes and an import reads: the one can be given to the other. */
export const csvColumns: readonly Column<Vehicle>[] = names.map((name) => ({
  name,
  about: '',
  read: (vehicle) => vehicle[name],
}));

export const columnNames: readonly string[] = names;
