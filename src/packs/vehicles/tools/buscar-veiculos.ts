import { z } from 'zod';
import {
  mustNotBeReversed,
  type VehiclePage,
  vehicleFilter,
  vehicleOrder,
  vehiclePage,
} from '#contract/vehicles/vehicle.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { VehicleNeeds } from '#vehicles/needs.ts';
import { meaningOf } from '#vehicles/search/lexicon.ts';
import { maxCounted, searchVehicles } from '#vehicles/search/search-vehicles.ts';
import { plainText } from '#vehicles/search/words.ts';
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
  body: 'carroceria',
  body_type: 'carroceria',
  tipo_carroceria: 'carroceria',
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
  plug_in: 'recarregavel',
  ac_power_min_kw: 'potencia_ac_min_kw',
  dc_power_min_kw: 'potencia_dc_min_kw',
  sort: 'ordenacao',
  order_by: 'ordenacao',
  limit: 'limite',
  after: 'depois',
} as const;

const orders: Readonly<Record<string, string>> = {
  'price asc': 'menor_preco',
  'price desc': 'maior_preco',
  'year desc': 'mais_novo',
  'year asc': 'mais_antigo',
  'mileage asc': 'menor_km',
  'mileage desc': 'maior_km',
  year: 'mais_novo',
  ano: 'mais_novo',
  price: 'menor_preco',
  preco: 'menor_preco',
  km: 'menor_km',
  mileage: 'menor_km',
};

/** "Mais novo", "newest", "year_desc". What is none of these stays, to be refused by name. */
function orderNamed(given: string): string {
  const plain = plainText(given).replaceAll(/[_-]+/g, ' ');
  return (Object.hasOwn(orders, plain) ? orders[plain] : meaningOf(plain)?.ordenacao) ?? given;
}

export function buscarVeiculos({ pool }: Pick<VehicleNeeds, 'pool'>): Tool {
  return defineTool({
    name: 'buscar_veiculos',
    title: 'Find vehicles for sale',
    description:
      'Searches the vehicles for sale, a page at a time, and returns a Markdown table and the data. All filters hold together; words that were corrected, read as filters or left out are told. Use it once brand, price or anything else is known; when nothing is, begin with listar_marcas.',
    category: 'vehicles',
    level: 'search',
    tier: 'R0',
    input: vehicleFilter
      .extend({
        ordenacao: vehicleOrder.optional().describe('Order'),
        limite: z.int().min(1).max(50).default(10).describe('How many at most'),
        depois: z.string().min(1).max(400).optional().describe('`proximo` of the answer before'),
      })
      .superRefine(mustNotBeReversed),
    // Agents pay for a shape with every list of tools: that of one vehicle is told by detalhes_veiculo, and how words were read by the text.
    output: vehiclePage
      .pick({ total: true, total_e_minimo: true })
      .extend({
        veiculos: z.array(z.looseObject({ id: z.string() })).describe('Fields as in detalhes_veiculo'),
        proximo: z.string().optional(),
      })
      .loose(),
    examples: [
      { marca: 'Volkswagen', ano_min: 2020, preco_max: 80_000 },
      { texto_busca: 'fit prata automatico', ordenacao: 'menor_km' },
    ],
    otherSpellings: { names: searchNames, values: { ordenacao: orderNamed } },
    async run(search) {
      const { veiculos, proximo, ...page } = await searchVehicles(pool, search);
      const shown = veiculos.map(shownOf);
      const words = toldWords(page);
      const text = [
        ...tableOf(shown),
        sentence({ ...page, shown: shown.length, isMore: proximo !== null }),
        ...toldSentences(words, page.sem_filtro),
      ].join('\n\n');
      return { text, data: { ...page, ...words, veiculos: shown, proximo: proximo ?? undefined } };
    },
  });
}

const header = [
  ...['Marca', 'Modelo', 'Ano', 'Carroceria', 'Motor', 'Combustível'],
  ...['Câmbio', 'Cor', 'Portas', 'Km', 'Preço', 'id'],
];

function tableOf(vehicles: readonly ShownVehicle[]): string[] {
  if (vehicles.length === 0) return [];
  const rows = vehicles.map((each) => [
    ...[each.marca, each.modelo, `${each.ano_fabricacao}/${each.ano_modelo}`, each.carroceria ?? '—'],
    inLitres(each.motorizacao),
    ...[each.tipo_combustivel, each.tipo_transmissao, each.cor, each.numero_portas],
    ...[inKm(each.quilometragem), inReais(each.preco), each.id],
  ]);
  return [markdownTable(header, rows)];
}

type ResultCounts = Pick<VehiclePage, 'total' | 'total_e_minimo'> & { shown: number; isMore: boolean };

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

type ToldWords = Pick<VehiclePage, 'correcoes' | 'leitura' | 'palavras_nao_usadas' | 'palavras_desconhecidas'>;

/** The caller's own words, and single words of the stock: cleaned. */
function toldWords({ correcoes, leitura, palavras_nao_usadas, palavras_desconhecidas }: ToldWords): ToldWords {
  return {
    correcoes: correcoes.map(({ de, para }) => ({ de: word(de), para: word(para) })),
    leitura: leitura.map((each) => ({ ...each, palavras: word(each.palavras) })),
    palavras_nao_usadas: palavras_nao_usadas.map(word),
    palavras_desconhecidas: palavras_desconhecidas.map(word),
  };
}

function word(text: string): string {
  return cleaned(text).slice(0, 40);
}

/** Every word of the search was used as it stands, or one of these says what became of it. */
function toldSentences(told: ToldWords, without: VehiclePage['sem_filtro']): string[] {
  const quoted = (words: readonly string[]) => words.map((each) => `“${each.replaceAll(/[“”`|*]/g, '')}”`).join(', ');
  const corrected = told.correcoes.map(({ de, para }) => `${quoted([de])} como ${quoted([para])}`);
  const read = told.leitura.map(({ palavras, filtro, valor }) => `${quoted([palavras])}: ${filtro} ${valor}`);
  const fewer = without.slice(0, 3).map(({ filtro, total }) => `sem ${filtro}, ${inKm(total)}`);
  return [
    ...(corrected.length > 0 ? [`Corrigi: ${corrected.join('; ')}.`] : []),
    ...(read.length > 0 ? [`Entendi ${read.join('; ')}.`] : []),
    ...(told.palavras_nao_usadas.length > 0
      ? [`Não usei: ${quoted(told.palavras_nao_usadas)}; o estoque não registra isso.`]
      : []),
    ...(told.palavras_desconhecidas.length > 0
      ? [`Nenhum veículo à venda tem: ${quoted(told.palavras_desconhecidas)}.`]
      : []),
    ...(fewer.length > 0 ? [`Haveria veículos ${fewer.join('; ')}.`] : []),
  ];
}
