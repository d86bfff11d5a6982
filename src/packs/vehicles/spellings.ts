import { fuelType, transmissionType, vehicleConnector } from '#contract/vehicles/vehicle.ts';
import type { OtherSpellings } from '#tools/other-spellings.ts';
import { closestWord } from '#vehicles/search/words.ts';

/** English names of what `buscar_veiculos` takes. */
export const searchNames = {
  search_text: 'texto_busca',
  text: 'texto_busca',
  brand: 'marca',
  model: 'modelo',
  year_min: 'ano_min',
  year_max: 'ano_max',
  price_min: 'preco_min',
  price_max: 'preco_max',
  mileage_min: 'km_min',
  mileage_max: 'km_max',
  fuel: 'combustivel',
  fuel_type: 'combustivel',
  tipo_combustivel: 'combustivel',
  color: 'cor',
  colour: 'cor',
  transmission: 'transmissao',
  transmission_type: 'transmissao',
  tipo_transmissao: 'transmissao',
  doors: 'portas',
  numero_portas: 'portas',
  engine_min: 'motorizacao_min',
  engine_max: 'motorizacao_max',
  battery_min_kwh: 'bateria_min_kwh',
  range_min_km: 'autonomia_min_km',
  connector: 'conector',
  ac_power_min_kw: 'potencia_ac_min_kw',
  dc_power_min_kw: 'potencia_dc_min_kw',
  sort: 'ordenacao',
  order_by: 'ordenacao',
  limit: 'limite',
  after: 'depois',
} as const;

const fuels = {
  electric: 'Elétrico',
  ev: 'Elétrico',
  hybrid: 'Híbrido',
  gasoline: 'Gasolina',
  petrol: 'Gasolina',
  ethanol: 'Etanol',
  alcool: 'Etanol',
} as const;

const transmissions = { automatic: 'Automática', automated: 'Automatizada' } as const;

const orders: Readonly<Record<string, string>> = {
  ...{ price_asc: 'menor_preco', price_desc: 'maior_preco', year_desc: 'mais_novo', year_asc: 'mais_antigo' },
  ...{ mileage_asc: 'menor_km', mileage_desc: 'maior_km', cheapest: 'menor_preco', newest: 'mais_novo' },
};

/** Words for values: without accents, in the other gender, in English. What is none of these stays, to be refused by name. */
export const searchValues: OtherSpellings['values'] = {
  combustivel: (given) => closestWord(given, fuelType.options, fuels) ?? given,
  transmissao: (given) => closestWord(given, transmissionType.options, transmissions) ?? given,
  conector: (given) =>
    closestWord(given, vehicleConnector.options, { 'type 1': 'Tipo 1', 'type 2': 'Tipo 2' }) ?? given,
  ordenacao: (given) => orders[given.toLowerCase()] ?? given,
};
