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

const lineVolts = 230;
export const usualOutlet: Outlet = { kind: 'AC', maxW: 22_000, phases: 3 };

/** What its lines carry at most: a wall box is wired for 32 A, a large charger for its power. */
export function wiringA({ kind, maxW }: Outlet = usualOutlet): number {
  return kind === 'AC' ? 32 : maxW / lineVolts / 3;
}

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

type Product = Pick<Nameplate, 'vendor' | 'model' | 'evseCount'> & {
  series: string;
  outlet: Outlet;
  firmware: readonly [string, ...string[]];
};

const ac = (maxW: number, phases: 1 | 3): Outlet => ({ kind: 'AC', maxW, phases });
const dc = (maxW: number): Outlet => ({ kind: 'DC', maxW, phases: 3 });

function product(
  [vendor, model, series]: readonly [string, string, string],
  [evseCount, outlet]: readonly [number, Outlet],
  ...firmware: Product['firmware']
): Product {
  return { vendor, model, series, evseCount, outlet, firmware };
}

// OCPP 1.6 allows 20 characters for vendor and model and 25 for the serial number.
const products: readonly [Product, ...Product[]] = [
  product(['Tucano Eletrica', 'Praia 22', 'TE22'], [1, usualOutlet], '4.2.1', '4.3.0'),
  product(['Tucano Eletrica', 'Praia Duo', 'TED'], [2, usualOutlet], '4.3.0'),
  product(['Carga Clara', 'CC-DC60', 'CC60'], [2, dc(60_000)], '2026.03', '2026.09'),
  product(['Jabuti Power', 'Casco 7', 'JP7'], [1, ac(7_400, 1)], '1.18.2', '1.19.0'),
  product(['Ipe Energia', 'Amarelo 150', 'IE150'], [2, dc(150_000)], '3.0.7'),
  product(['Nordwatt', 'Fjord AC', 'NWF'], [1, ac(11_000, 3)], '7.4.12', '7.5.1'),
  product(['Maravolt', 'Rapido 350', 'MR350'], [4, dc(350_000)], '12.1', '12.2'),
];
