import { untrustedText } from '#base/untrusted-text.ts';
import type { ShownVehicle } from './shown-vehicle.ts';

type Line = readonly [title: string, read: (vehicle: ShownVehicle) => string | number | undefined];

const lines: readonly Line[] = [
  ['Marca', ({ marca }) => marca],
  ['Modelo', ({ modelo }) => modelo],
  ['Ano', ({ ano_fabricacao, ano_modelo }) => `${ano_fabricacao}/${ano_modelo}`],
  ['Preço', ({ preco }) => inReais(preco)],
  ['Carroceria', ({ carroceria }) => carroceria],
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

type Cell = string | number;

/** A table in Markdown. What stands in its cells is data: cleaned, and nothing in it is read as Markdown. */
export function markdownTable(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map((row) => line(row.map(cell)))].join('\n');
}

function cell(value: Cell): string {
  return untrustedText(String(value), 100).replace(/[\\|`*_[\]<>~#!]/g, '\\$&');
}

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const whole = new Intl.NumberFormat('pt-BR');
const decimal = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** "R$ 45.990,00" with a space that every font has. */
export function inReais(amount: number): string {
  return reais.format(amount).replace(/\u00a0/g, ' ');
}

export function inKm(km: number): string {
  return whole.format(km);
}

export function inLitres(litres: number | undefined): string {
  return litres === undefined ? 'elétrico' : decimal.format(litres);
}
