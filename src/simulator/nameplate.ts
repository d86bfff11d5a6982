import { pick, randomFrom } from './random.ts';

/** What stands on the plate of a station. The brands are invented. */
export type Nameplate = {
  vendor: string;
  model: string;
  serialNumber: string;
  firmwareVersion: string;
  /** Of its mobile modem; null: it is on a cable. */
  iccid: string | null;
  evseCount: number;
  /** What each EVSE can give; absent: 22 kW AC. */
  outlet?: Outlet;
};

export type Outlet = { kind: 'AC' | 'DC'; maxW: number; phases: 1 | 3 };

export const usualOutlet: Outlet = { kind: 'AC', maxW: 22_000, phases: 3 };

/** A station's plate follows from its id: it has the same serial number in every run. */
export function nameplateOf(stationId: string): Nameplate {
  const random = randomFrom(`nameplate ${stationId}`);
  const product = pick(random, products);
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
  return {
    vendor: product.vendor,
    model: product.model,
    serialNumber: `${product.series}${digits(8)}`,
    firmwareVersion: pick(random, product.firmware),
    iccid: random() < 0.5 ? `8955${digits(15)}` : null, // 89 is telecommunication, 55 is Brazil
    evseCount: product.evseCount,
    outlet: product.outlet,
  };
}

type Product = {
  vendor: string;
  model: string;
  series: string;
  evseCount: number;
  outlet: Outlet;
  firmware: readonly [string, ...string[]];
};

const ac = (maxW: number, phases: 1 | 3): Outlet => ({ kind: 'AC', maxW, phases });
const dc = (maxW: number): Outlet => ({ kind: 'DC', maxW, phases: 3 });

// OCPP 1.6 allows 20 characters for vendor and model and 25 for the serial number.
const products: readonly [Product, ...Product[]] = [
  {
    vendor: 'Tucano Eletrica',
    model: 'Praia 22',
    series: 'TE22',
    evseCount: 1,
    outlet: usualOutlet,
    firmware: ['4.2.1', '4.3.0'],
  },
  {
    vendor: 'Tucano Eletrica',
    model: 'Praia Duo',
    series: 'TED',
    evseCount: 2,
    outlet: usualOutlet,
    firmware: ['4.3.0'],
  },
  {
    vendor: 'Carga Clara',
    model: 'CC-DC60',
    series: 'CC60',
    evseCount: 2,
    outlet: dc(60_000),
    firmware: ['2026.03', '2026.09'],
  },
  {
    vendor: 'Jabuti Power',
    model: 'Casco 7',
    series: 'JP7',
    evseCount: 1,
    outlet: ac(7_400, 1),
    firmware: ['1.18.2', '1.19.0'],
  },
  {
    vendor: 'Ipe Energia',
    model: 'Amarelo 150',
    series: 'IE150',
    evseCount: 2,
    outlet: dc(150_000),
    firmware: ['3.0.7'],
  },
  {
    vendor: 'Nordwatt',
    model: 'Fjord AC',
    series: 'NWF',
    evseCount: 1,
    outlet: ac(11_000, 3),
    firmware: ['7.4.12', '7.5.1'],
  },
  {
    vendor: 'Maravolt',
    model: 'Rapido 350',
    series: 'MR350',
    evseCount: 4,
    outlet: dc(350_000),
    firmware: ['12.1', '12.2'],
  },
];
