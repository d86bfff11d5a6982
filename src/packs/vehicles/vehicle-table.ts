import { inKm, inLitres, inReais, markdownTable } from './markdown-table.ts';
import type { ShownVehicle } from './shown-vehicle.ts';

type Line = readonly [title: string, read: (vehicle: ShownVehicle) => string | number | undefined];

const lines: readonly Line[] = [
  ['Marca', ({ marca }) => marca],
  ['Modelo', ({ modelo }) => modelo],
  ['Ano', ({ ano_fabricacao, ano_modelo }) => `${ano_fabricacao}/${ano_modelo}`],
  ['Preço', ({ preco }) => inReais(preco)],
  ['Quilometragem', ({ quilometragem }) => `${inKm(quilometragem)} km`],
  ['Motor', ({ motorizacao }) => inLitres(motorizacao)],
  ['Combustível', ({ tipo_combustivel }) => tipo_combustivel],
  ['Câmbio', ({ tipo_transmissao }) => tipo_transmissao],
  ['Cor', ({ cor }) => cor],
  ['Portas', ({ numero_portas }) => numero_portas],
  ['Bateria (kWh)', ({ bateria_kwh }) => bateria_kwh],
  ['Autonomia (km)', ({ autonomia_km }) => autonomia_km],
  ['Conector', ({ tipo_conector }) => tipo_conector],
  ['Recarga AC (kW)', ({ potencia_ac_kw }) => potencia_ac_kw],
  ['Recarga DC (kW)', ({ potencia_dc_kw }) => potencia_dc_kw],
  ['id', ({ id }) => id],
];

/** One line per fact and a column per vehicle; what none of them has is left out. */
export function vehicleTable(vehicles: readonly ShownVehicle[]): string {
  const rows = lines
    .map(([title, read]) => [title, ...vehicles.map((vehicle) => read(vehicle) ?? '—')])
    .filter((row) => row.slice(1).some((value) => value !== '—'));
  return markdownTable(['', ...vehicles.map((_each, index) => `Veículo ${index + 1}`)], rows);
}
