import type { NewVehicle } from '#contract/vehicles/vehicle.ts';

type Fuel = NewVehicle['tipo_combustivel'];
type Transmission = NewVehicle['tipo_transmissao'];

/** A variant as it is sold: an engine, what it burns and what shifts it; a battery in place of an engine for electric ones. */
export type Variant = {
  motorizacao: number | null;
  combustivel: Fuel;
  transmissoes: readonly Transmission[];
  carga?: Charging;
};

type Charging = Pick<
  NewVehicle,
  'bateria_kwh' | 'autonomia_km' | 'tipo_conector' | 'potencia_ac_kw' | 'potencia_dc_kw'
>;

export type Model = {
  marca: string;
  modelo: string;
  /** R$, about what a new one costs. */
  precoNovo: number;
  portas: readonly number[];
  desde: number;
  ate?: number;
  variantes: readonly Variant[];
};

const manual = ['Manual'] as const;
const both = ['Manual', 'Automática'] as const;
const automatic = ['Automática'] as const;
const cvt = ['CVT'] as const;
const manualOrCvt = ['Manual', 'CVT'] as const;
const automated = ['Manual', 'Automatizada'] as const;

function flex(motorizacao: number, transmissoes: readonly Transmission[]): Variant {
  return { motorizacao, combustivel: 'Flex', transmissoes };
}
function burning(combustivel: Fuel, motorizacao: number, transmissoes: readonly Transmission[]): Variant {
  return { motorizacao, combustivel, transmissoes };
}
function electric(
  bateria_kwh: number,
  autonomia_km: number,
  [potencia_ac_kw, potencia_dc_kw]: readonly [number, number],
  tipo_conector: Charging['tipo_conector'] = 'CCS2',
): Variant {
  const carga = { bateria_kwh, autonomia_km, tipo_conector, potencia_ac_kw, potencia_dc_kw };
  return { motorizacao: null, combustivel: 'Elétrico', transmissoes: automatic, carga };
}
function plugIn(motorizacao: number, bateria_kwh: number, autonomia_km: number): Variant {
  const carga = {
    bateria_kwh,
    autonomia_km,
    tipo_conector: 'Tipo 2' as const,
    potencia_ac_kw: 6.6,
    potencia_dc_kw: null,
  };
  return { motorizacao, combustivel: 'Híbrido', transmissoes: automatic, carga };
}

type Row = readonly [
  modelo: string,
  precoNovo: number,
  portas: readonly number[],
  years: readonly [desde: number, ate?: number],
  ...variantes: Variant[],
];

/** What is on Brazilian roads; prices and figures are about right, and nobody should buy by them. */
const byBrand: Record<string, readonly Row[]> = {
  Ford: [
    ['Ka', 58_000, [2, 4], [2008, 2021], flex(1.0, manual), flex(1.5, both)],
    ['Fiesta', 65_000, [4], [2002, 2019], flex(1.0, manual), flex(1.6, automated)],
    ['Focus', 95_000, [4], [2001, 2019], flex(1.6, manual), flex(2.0, automated)],
    ['EcoSport', 105_000, [4], [2003, 2021], flex(1.5, both), flex(2.0, automatic)],
    ['Ranger', 240_000, [4], [1998], burning('Diesel', 2.0, automatic), burning('Diesel', 3.2, both)],
  ],
  Chevrolet: [
    ['Onix', 88_000, [4], [2012], flex(1.0, both), flex(1.4, both)],
    ['Prisma', 70_000, [4], [2006, 2019], flex(1.0, manual), flex(1.4, both)],
    ['Cruze', 130_000, [4], [2011, 2023], flex(1.4, automatic), flex(1.8, both)],
    ['S10', 230_000, [2, 4], [1995], flex(2.5, both), burning('Diesel', 2.8, both)],
    ['Tracker', 135_000, [4], [2013], flex(1.0, automatic), flex(1.2, automatic)],
    ['Bolt', 260_000, [4], [2019, 2024], electric(66, 416, [7.4, 55])],
  ],
  Volkswagen: [
    [
      'Gol',
      65_000,
      [2, 4],
      [1990, 2022],
      flex(1.0, manual),
      flex(1.6, automated),
      burning('Gasolina', 1.8, manual),
      burning('Etanol', 1.8, manual),
    ],
    ['Polo', 92_000, [4], [2002], flex(1.0, both), flex(1.6, manual)],
    ['Virtus', 108_000, [4], [2018], flex(1.0, both), flex(1.6, manual)],
    ['T-Cross', 140_000, [4], [2019], flex(1.0, automatic), flex(1.4, automatic)],
    ['Nivus', 132_000, [4], [2020], flex(1.0, automatic)],
    ['Saveiro', 98_000, [2, 4], [1990], flex(1.6, manual)],
  ],
  Toyota: [
    ['Corolla', 165_000, [4], [1998], flex(2.0, cvt), burning('Híbrido', 1.8, cvt)],
    ['Hilux', 260_000, [2, 4], [1992], burning('Diesel', 2.8, both), flex(2.7, automatic)],
    ['Yaris', 105_000, [4], [2018, 2024], flex(1.5, manualOrCvt)],
    ['RAV4', 330_000, [4], [1996], burning('Gasolina', 2.0, cvt), burning('Híbrido', 2.5, cvt)],
  ],
  Honda: [
    ['Civic', 175_000, [4], [1992], flex(2.0, manualOrCvt), burning('Híbrido', 2.0, cvt)],
    ['Fit', 82_000, [4], [2003, 2021], flex(1.4, both), flex(1.5, ['Manual', 'CVT', 'Automática'])],
    ['HR-V', 155_000, [4], [2015], flex(1.5, cvt), flex(1.8, cvt)],
    ['WR-V', 110_000, [4], [2017, 2021], flex(1.5, cvt)],
    ['City', 115_000, [4], [2009], flex(1.5, manualOrCvt)],
  ],
  Fiat: [
    ['Mobi', 70_000, [4], [2016], flex(1.0, manual)],
    ['Argo', 85_000, [4], [2017], flex(1.0, manual), flex(1.3, manualOrCvt)],
    ['Toro', 155_000, [4], [2016], flex(1.3, automatic), flex(1.8, automatic), burning('Diesel', 2.0, automatic)],
    ['Strada', 100_000, [2, 4], [1998], flex(1.3, manualOrCvt), flex(1.4, manual)],
    ['Pulse', 105_000, [4], [2021], flex(1.0, cvt), flex(1.3, manualOrCvt)],
    ['500e', 215_000, [3], [2021], electric(42, 320, [11, 85])],
  ],
  Hyundai: [
    ['HB20', 85_000, [4], [2012], flex(1.0, both), flex(1.6, both)],
    ['Creta', 140_000, [4], [2017], flex(1.0, automatic), flex(1.6, both), flex(2.0, automatic)],
    ['HB20S', 92_000, [4], [2013], flex(1.0, both), flex(1.6, both)],
  ],
  Jeep: [
    ['Renegade', 135_000, [4], [2015], flex(1.3, automatic), flex(1.8, both), burning('Diesel', 2.0, automatic)],
    ['Compass', 185_000, [4], [2016], flex(1.3, automatic), burning('Diesel', 2.0, automatic), plugIn(1.3, 11.4, 44)],
    ['Commander', 240_000, [4], [2021], flex(1.3, automatic), burning('Diesel', 2.0, automatic)],
  ],
  Renault: [
    ['Kwid', 70_000, [4], [2017], flex(1.0, manual)],
    ['Kwid E-Tech', 100_000, [4], [2022], electric(26.8, 185, [7, 30])],
    ['Sandero', 75_000, [4], [2007, 2022], flex(1.0, manual), flex(1.6, manualOrCvt)],
    ['Logan', 80_000, [4], [2007, 2024], flex(1.0, manual), flex(1.6, manualOrCvt)],
    ['Duster', 120_000, [4], [2011], flex(1.6, manualOrCvt), flex(1.3, cvt)],
    ['Captur', 125_000, [4], [2017, 2023], flex(1.6, manualOrCvt), flex(1.3, cvt)],
  ],
  BYD: [
    ['Dolphin Mini', 119_000, [4], [2024], electric(38, 280, [6.6, 40])],
    ['Dolphin', 159_000, [4], [2023], electric(44.9, 291, [7, 60]), electric(60.5, 330, [11, 80])],
    ['Yuan Plus', 235_000, [4], [2022], electric(60.5, 294, [7, 80])],
    ['Seal', 299_000, [4], [2023], electric(82.6, 372, [11, 150])],
    ['Song Plus', 245_000, [4], [2022], plugIn(1.5, 18.3, 78)],
  ],
  GWM: [
    ['Ora 03', 169_000, [4], [2023], electric(48, 232, [11, 64]), electric(63, 315, [11, 80])],
    ['Haval H6', 225_000, [4], [2023], plugIn(1.5, 19.1, 74), burning('Híbrido', 1.5, automatic)],
  ],
  Volvo: [
    ['EX30', 240_000, [4], [2024], electric(51, 250, [11, 134]), electric(69, 338, [11, 153])],
    ['XC40', 390_000, [4], [2018], burning('Gasolina', 2.0, automatic), electric(78, 400, [11, 150])],
  ],
  Nissan: [
    ['Kicks', 130_000, [4], [2016], flex(1.6, manualOrCvt)],
    ['Leaf', 298_000, [4], [2019], electric(40, 272, [6.6, 50], 'CHAdeMO')],
  ],
};

export const market: readonly Model[] = Object.entries(byBrand).flatMap(([marca, rows]) =>
  rows.map(([modelo, precoNovo, portas, [desde, ate], ...variantes]) => ({
    marca,
    modelo,
    precoNovo,
    portas,
    desde,
    variantes,
    ...(ate !== undefined && { ate }),
  })),
);

export const colours = ['Branco', 'Preto', 'Prata', 'Cinza', 'Vermelho', 'Azul', 'Marrom', 'Bege'] as const;
/** Every second car is white or black. */
export const colourWeights = [30, 22, 18, 15, 7, 5, 2, 1] as const;

/** Numbers from 0 to 1 that are the same again for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
