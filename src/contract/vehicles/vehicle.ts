import { z } from 'zod';
import { time } from '../common.ts';
import { vehicleOrders } from '../word-lists.ts';

/**
 * The words of the stock are Portuguese wherever they are written: in the table, over REST, in CSV files and for agents. These are
 * suggestions, whose other spellings are understood; a dealer may have others.
 */
export const knownFuels = ['Flex', 'Gasolina', 'Diesel', 'Etanol', 'GNV', 'Híbrido', 'Elétrico', 'Hidrogênio'] as const;
export const knownTransmissions = ['Manual', 'Automática', 'CVT', 'Automatizada'] as const;
export const knownBodies = [
  ...(['Hatch', 'Sedã', 'SUV', 'Picape', 'Perua', 'Minivan', 'Cupê', 'Conversível', 'Furgão'] as const),
] as const;
export const vehicleConnector = z.enum(['Tipo 1', 'Tipo 2', 'CCS1', 'CCS2', 'CHAdeMO', 'GB/T']);
export const vehicleOrder = z.enum(vehicleOrders);
export type VehicleOrder = z.infer<typeof vehicleOrder>;

export const vehicle = z.object({
  id: z.uuid(),
  marca: z.string().describe("The dealer's words: data"),
  modelo: z.string(),
  ano_fabricacao: z.int(),
  ano_modelo: z.int(),
  motorizacao: z.number().nullable().describe('Litres; null: electric'),
  tipo_combustivel: z.string(),
  cor: z.string(),
  quilometragem: z.int().describe('km'),
  numero_portas: z.int(),
  tipo_transmissao: z.string(),
  carroceria: z.string().nullable().describe('Body; null: not known'),
  preco: z.number().describe('R$'),
  bateria_kwh: z.number().nullable(),
  autonomia_km: z.int().nullable(),
  tipo_conector: vehicleConnector.nullable(),
  potencia_ac_kw: z.number().nullable().describe('What it takes from an AC station'),
  potencia_dc_kw: z.number().nullable(),
  data_criacao: time,
});
export type Vehicle = z.infer<typeof vehicle>;

/** Before it is in the stock. */
export type NewVehicle = Omit<Vehicle, 'id' | 'data_criacao' | 'carroceria'> & {
  id?: string | undefined;
  /** Absent: what is known of the model. */
  carroceria?: string | null | undefined;
};

type Values = { whole: () => z.ZodNumber; decimal: () => z.ZodNumber; yesOrNo: () => z.ZodBoolean };

const words = (about: string) => z.string().trim().min(1).max(200).optional().describe(about);
const severalWords = (what: string) => words(`${what}; a,b: either`);

/** Everything one can ask for, read from JSON or from the text of an address. */
function filterShape({ whole, decimal, yesOrNo }: Values) {
  const year = (about: string) => whole().min(1900).max(2100).optional().describe(about);
  const price = (about: string) => decimal().min(0).optional().describe(about);
  const km = (about: string) => whole().min(0).max(10_000_000).optional().describe(about);
  const litres = (about: string) => decimal().min(0).optional().describe(about);
  const atLeast = (about: string) => decimal().min(0).optional().describe(about);
  return {
    texto_busca: words('Everyday words, pt or en'),
    marca: severalWords('Brand'),
    modelo: severalWords('Model'),
    ano_min: year('Year from'),
    ano_max: year('up to'),
    preco_min: price('R$ from'),
    preco_max: price('up to'),
    km_min: km('Mileage in km from'),
    km_max: km('up to'),
    carroceria: severalWords(`Body: ${knownBodies.join(', ')} …`),
    combustivel: severalWords(`Fuel: ${knownFuels.join(', ')} …`),
    cor: severalWords('Colour'),
    transmissao: severalWords(`Transmission: ${knownTransmissions.join(', ')} …`),
    portas: whole().min(2).max(5).optional().describe('Number of doors'),
    motorizacao_min: litres('Litres from'),
    motorizacao_max: litres('up to'),
    bateria_min_kwh: atLeast('Battery of at least'),
    autonomia_min_km: atLeast('Range of at least'),
    recarregavel: yesOrNo().optional().describe('Has a charging inlet'),
    conector: severalWords(`Charging inlet: ${vehicleConnector.options.join(', ')}`),
    potencia_ac_min_kw: atLeast('AC charging of at least'),
    potencia_dc_min_kw: atLeast('DC charging of at least'),
  };
}

const ranges = [
  ['ano_min', 'ano_max'],
  ['preco_min', 'preco_max'],
  ['km_min', 'km_max'],
  ['motorizacao_min', 'motorizacao_max'],
] as const;

type Bounds = { [Name in (typeof ranges)[number][number]]?: number | undefined };

/** A range whose beginning lies beyond its end would find nothing, and nobody would know why. */
export function mustNotBeReversed(given: Bounds, context: z.RefinementCtx): void {
  for (const [from, to] of ranges) {
    const [least, most] = [given[from], given[to]];
    if (least !== undefined && most !== undefined && least > most)
      context.addIssue({ code: 'custom', path: [from], message: `must not be above ${to}` });
  }
}

const askedInJson: Values = { whole: () => z.int(), decimal: () => z.number(), yesOrNo: () => z.boolean() };
const askedInAddress: Values = {
  whole: () => z.coerce.number<string>().int() as unknown as z.ZodNumber,
  decimal: () => z.coerce.number<string>() as unknown as z.ZodNumber,
  yesOrNo: () => z.stringbool() as unknown as z.ZodBoolean,
};

export const vehicleFilter = z.object(filterShape(askedInJson));
export type VehicleFilter = z.output<typeof vehicleFilter>;

export const vehicleQuery = z
  .object({
    ...filterShape(askedInAddress),
    ordenacao: vehicleOrder.optional().describe('menor_preco when neither this nor the text says'),
    limite: z.coerce.number().int().min(1).max(500).default(50),
    depois: z.string().min(1).max(400).optional().describe('The `proximo` of the page before'),
  })
  .superRefine(mustNotBeReversed);

export type VehicleSearch = VehicleFilter & {
  ordenacao?: VehicleOrder | undefined;
  limite: number;
  depois?: string | undefined;
};

export const vehiclePage = z.object({
  veiculos: z.array(vehicle),
  total: z.int().describe('How many fit'),
  total_e_minimo: z.boolean().describe('There are more'),
  proximo: z.string().nullable().describe('Give it as `depois` to read on; null at the end'),
  correcoes: z.array(z.object({ de: z.string(), para: z.string() })).describe('Words taken for others'),
  leitura: z
    .array(z.object({ palavras: z.string(), filtro: z.string(), valor: z.string() }))
    .describe('Everyday words read as filters'),
  palavras_nao_usadas: z.array(z.string()).describe('Words that were left out'),
  palavras_desconhecidas: z.array(z.string()).describe('Words that no vehicle has: nothing was found'),
  sem_filtro: z
    .array(z.object({ filtro: z.string(), total: z.int() }))
    .describe('When nothing fits: how many would without one filter'),
});
export type VehiclePage = z.infer<typeof vehiclePage>;

export const vehicleValues = z.object({
  marcas: z.array(z.string()),
  modelos: z.array(z.string()),
  cores: z.array(z.string()),
  tipos_combustivel: z.array(z.string()),
  tipos_transmissao: z.array(z.string()),
  carrocerias: z.array(z.string()),
  numeros_de_portas: z.array(z.int()),
  ano_minimo: z.int().nullable(),
  ano_maximo: z.int().nullable(),
  preco_minimo: z.number().nullable(),
  preco_maximo: z.number().nullable(),
  km_minimo: z.int().nullable(),
  km_maximo: z.int().nullable(),
});
export type VehicleValues = z.infer<typeof vehicleValues>;

export const vehicleImport = z.object({
  csv: z.string().min(1).describe('With a header; what a column may hold stands in the guide'),
  isDryRun: z.boolean().default(false).describe('Only tells what it would do'),
});
export type VehicleImport = z.output<typeof vehicleImport>;

export const vehiclesImported = z.object({ rows: z.int(), added: z.int(), changed: z.int() });
export type VehiclesImported = z.infer<typeof vehiclesImported>;
