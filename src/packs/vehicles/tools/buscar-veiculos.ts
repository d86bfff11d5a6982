import { z } from 'zod';
import {
  fuelType,
  mustNotBeReversed,
  transmissionType,
  type VehiclePage,
  vehicleConnector,
  vehicleFilter,
  vehicleOrder,
  vehiclePage,
} from '#contract/vehicles/vehicle.ts';
import { defineTool, type OtherSpellings, type Tool } from '#tools/tool.ts';
import type { VehicleNeeds } from '#vehicles/needs.ts';
import { maxCounted, searchVehicles } from '#vehicles/search/search-vehicles.ts';
import { closestWord } from '#vehicles/search/words.ts';
import { inKm, inLitres, inReais, markdownTable } from '../markdown-table.ts';
import { cleaned, type ShownVehicle, shownOf } from '../shown-vehicle.ts';

const searchNames = {
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
const searchValues: OtherSpellings['values'] = {
  combustivel: (given) => closestWord(given, fuelType.options, fuels) ?? given,
  transmissao: (given) => closestWord(given, transmissionType.options, transmissions) ?? given,
  conector: (given) =>
    closestWord(given, vehicleConnector.options, { 'type 1': 'Tipo 1', 'type 2': 'Tipo 2' }) ?? given,
  ordenacao: (given) => orders[given.toLowerCase()] ?? given,
};

export function buscarVeiculos({ pool }: Pick<VehicleNeeds, 'pool'>): Tool {
  return defineTool({
    name: 'buscar_veiculos',
    title: 'Find vehicles for sale',
    description:
      'Searches the vehicles for sale, a page at a time, and returns a Markdown table and the data. All filters hold together. Use it once brand, price or anything else is known; when nothing is, begin with listar_marcas.',
    category: 'vehicles',
    level: 'search',
    tier: 'R0',
    input: vehicleFilter
      .extend({
        ordenacao: vehicleOrder.default('menor_preco').describe('Order'),
        limite: z.int().min(1).max(50).default(10).describe('How many at most'),
        depois: z.string().min(1).max(400).optional().describe('`proximo` of the answer before'),
      })
      .superRefine(mustNotBeReversed),
    output: vehiclePage.extend({
      // Agents pay for a shape with every list of tools: that of one vehicle is told by detalhes_veiculo.
      veiculos: z.array(z.looseObject({ id: z.string() })).describe('Fields as in detalhes_veiculo'),
      proximo: z.string().optional(),
    }),
    examples: [
      { marca: 'Volkswagen', ano_min: 2020, preco_max: 80_000 },
      { texto_busca: 'fit prata automatico', ordenacao: 'menor_km' },
    ],
    otherSpellings: { names: searchNames, ...(searchValues && { values: searchValues }) },
    async run(search) {
      const { veiculos, proximo, correcoes, palavras_desconhecidas, ...page } = await searchVehicles(pool, search);
      const shown = veiculos.map(shownOf);
      const data = {
        ...page,
        veiculos: shown,
        proximo: proximo ?? undefined,
        correcoes: correcoes.map(({ de, para }) => ({ de: cleaned(de), para: cleaned(para) })),
        palavras_desconhecidas: palavras_desconhecidas.map(cleaned),
      };
      return {
        text: [...tableOf(shown), sentence({ ...page, shown: shown.length, isMore: proximo !== null })].join('\n\n'),
        data,
      };
    },
  });
}

const header = ['Marca', 'Modelo', 'Ano', 'Motor', 'Combustível', 'Câmbio', 'Cor', 'Portas', 'Km', 'Preço', 'id'];

function tableOf(vehicles: readonly ShownVehicle[]): string[] {
  if (vehicles.length === 0) return [];
  const rows = vehicles.map((each) => [
    ...[each.marca, each.modelo, `${each.ano_fabricacao}/${each.ano_modelo}`, inLitres(each.motorizacao)],
    ...[each.tipo_combustivel, each.tipo_transmissao, each.cor, each.numero_portas],
    ...[inKm(each.quilometragem), inReais(each.preco), each.id],
  ]);
  return [markdownTable(header, rows)];
}

type ResultCounts = Pick<VehiclePage, 'total' | 'total_e_minimo'> & { shown: number; isMore: boolean };

/** Our own words alone: what was corrected or not known stands in the data. */
function sentence({ total, total_e_minimo, shown, isMore }: ResultCounts): string {
  if (total === 0)
    return 'Nenhum veículo corresponde a estes critérios. Retire um filtro, ou veja o que há com listar_marcas, listar_modelos e obter_range_precos.';
  const all = total_e_minimo
    ? `Mais de ${inKm(maxCounted)} veículos`
    : total === 1
      ? 'Um veículo'
      : `${inKm(total)} veículos`;
  const next = isMore ? ' Para ver mais, chame de novo com `depois` igual a `proximo`.' : '';
  return `${all} ${total === 1 ? 'corresponde' : 'correspondem'}; ${shown} nesta página.${next}`;
}
