import type { Pool } from 'pg';
import { z } from 'zod';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { VehicleNeeds } from '#vehicles/needs.ts';
import { stockName } from '#vehicles/search/lexicon.ts';
import { plainText } from '#vehicles/search/words.ts';
import { readRanges, readWords } from '#vehicles/stock/vehicle-store.ts';
import { inKm, inReais } from '../markdown-table.ts';
import { cleaned } from '../shown-vehicle.ts';

type Nouns = readonly [one: string, many: string];

type ValueList = {
  name: string;
  title: string;
  description: string;
  level: 'search' | 'explore';
  column: Parameters<typeof readWords>[1];
  /** The name of the list in the answer. */
  key: string;
  nouns: Nouns;
  item?: z.ZodString | z.ZodInt;
};

const brands: ValueList = {
  name: 'listar_marcas',
  title: 'Brands for sale',
  description:
    'Lists the brands of which a vehicle is for sale, in alphabetical order. Use it first when a buyer does not know what they want, and to check a brand before buscar_veiculos.',
  level: 'search',
  column: 'marca',
  key: 'marcas',
  nouns: ['marca', 'marcas'],
};

const valueLists: readonly ValueList[] = [
  {
    name: 'listar_cores_disponiveis',
    title: 'Colours for sale',
    description:
      'Lists the colours in which a vehicle is for sale. Use it to offer colours, and to check one before buscar_veiculos.',
    level: 'explore',
    column: 'cor',
    key: 'cores',
    nouns: ['cor', 'cores'],
  },
  {
    name: 'listar_tipos_combustivel',
    title: 'Fuels for sale',
    description:
      'Lists the fuels of the vehicles for sale; Elétrico means battery alone. Use it to offer them before buscar_veiculos with combustivel.',
    level: 'explore',
    column: 'tipo_combustivel',
    key: 'tipos_combustivel',
    nouns: ['tipo de combustível', 'tipos de combustível'],
  },
  {
    name: 'listar_tipos_transmissao',
    title: 'Transmissions for sale',
    description:
      'Lists the kinds of transmission of the vehicles for sale. Use it to offer them before buscar_veiculos with transmissao.',
    level: 'explore',
    column: 'tipo_transmissao',
    key: 'tipos_transmissao',
    nouns: ['tipo de transmissão', 'tipos de transmissão'],
  },
  {
    name: 'listar_carrocerias',
    title: 'Body types for sale',
    description:
      'Lists the bodies of the vehicles for sale: hatch, sedan, SUV, pick-up … Use it to offer them before buscar_veiculos with carroceria.',
    level: 'explore',
    column: 'carroceria',
    key: 'carrocerias',
    nouns: ['tipo de carroceria', 'tipos de carroceria'],
  },
  {
    name: 'listar_numero_de_portas',
    title: 'Numbers of doors for sale',
    description:
      'Lists the numbers of doors of the vehicles for sale. Use it to offer them before buscar_veiculos with portas.',
    level: 'explore',
    column: 'numero_portas',
    key: 'numeros_de_portas',
    nouns: ['número de portas', 'números de portas'],
    item: z.int(),
  },
];

const ranges = [
  {
    name: 'obter_range_anos',
    title: 'Years for sale',
    description:
      'Tells the oldest and the newest year of manufacture among the vehicles for sale. Use it to offer a range before buscar_veiculos with ano_min and ano_max.',
    lowest: 'ano_minimo',
    highest: 'ano_maximo',
    value: z.int(),
    inWords: (from: number, to: number) => `De ${from} a ${to}.`,
  },
  {
    name: 'obter_range_precos',
    title: 'Prices for sale',
    description:
      'Tells the lowest and the highest price in R$ among the vehicles for sale. Use it to offer a range before buscar_veiculos with preco_min and preco_max.',
    lowest: 'preco_minimo',
    highest: 'preco_maximo',
    value: z.number(),
    inWords: (from: number, to: number) => `De ${inReais(from)} a ${inReais(to)}.`,
  },
  {
    name: 'obter_range_km',
    title: 'Mileages for sale',
    description:
      'Tells the lowest and the highest mileage in km among the vehicles for sale. Use it to offer a range before buscar_veiculos with km_min and km_max.',
    lowest: 'km_minimo',
    highest: 'km_maximo',
    value: z.int(),
    inWords: (from: number, to: number) => `De ${inKm(from)} a ${inKm(to)} km.`,
  },
] as const;

/** What there is to choose from among the vehicles for sale. */
export function choiceTools({ pool }: Pick<VehicleNeeds, 'pool'>): Tool[] {
  return [
    valueList(pool, brands),
    listarModelos(pool),
    ...ranges.map((range) => rangeTool(pool, range)),
    ...valueLists.map((list) => valueList(pool, list)),
  ];
}

function valueList(pool: Pool, { column, key, nouns, item = z.string(), ...tool }: ValueList): Tool {
  return defineTool({
    ...tool,
    category: 'vehicles',
    tier: 'R0',
    input: z.object({}),
    output: z.object({ [key]: z.array(item) }),
    async run() {
      const values = await readWords(pool, column);
      const data = { [key]: values.map((value) => (typeof value === 'string' ? cleaned(value) : value)) as string[] };
      return { text: countedValues(values.length, nouns), data };
    },
  });
}

function rangeTool(pool: Pool, { lowest, highest, value, inWords, ...tool }: (typeof ranges)[number]): Tool {
  return defineTool({
    ...tool,
    category: 'vehicles',
    level: 'explore',
    tier: 'R0',
    input: z.object({}),
    output: z.object({
      [lowest]: value.nullable().describe('null: nothing is for sale'),
      [highest]: value.nullable(),
    }),
    async run() {
      const { [lowest]: from, [highest]: to } = await readRanges(pool);
      return {
        text: from === null || to === null ? nothingForSale : inWords(from, to),
        data: { [lowest]: from, [highest]: to },
      };
    },
  });
}

function listarModelos(pool: Pool): Tool {
  return defineTool({
    name: 'listar_modelos',
    title: 'Models for sale',
    description:
      'Lists the models of which a vehicle is for sale, of some brands or of all. Use it to offer models of a brand, and to check one before buscar_veiculos.',
    category: 'vehicles',
    level: 'explore',
    tier: 'R0',
    input: z.object({
      marcas: z
        .array(z.string().trim().min(1).max(100))
        .min(1)
        .max(50)
        .optional()
        .describe('Brands, as listar_marcas names them; left out: all'),
    }),
    output: z.object({ modelos: z.array(z.string()) }),
    examples: [{ marcas: ['Honda'] }],
    otherSpellings: { names: { brands: 'marcas' } },
    async run({ marcas }) {
      const modelos = (
        await readWords<string>(
          pool,
          'modelo',
          marcas?.map((brand) => stockName(plainText(brand))),
        )
      ).map(cleaned);
      const text =
        modelos.length === 0 && marcas !== undefined
          ? 'Nenhum veículo destas marcas está à venda. Veja as marcas com listar_marcas.'
          : countedValues(modelos.length, ['modelo', 'modelos']);
      return { text, data: { modelos } };
    },
  });
}

const nothingForSale = 'Não há veículos à venda.';

function countedValues(count: number, [one, many]: Nouns): string {
  return count === 0 ? nothingForSale : `${count} ${count === 1 ? one : many} à venda.`;
}
