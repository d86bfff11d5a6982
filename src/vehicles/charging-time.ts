import type { Vehicle } from '#contract/vehicles/vehicle.ts';

export type Current = 'AC' | 'DC';
export type Inlet = Pick<Vehicle, 'bateria_kwh' | 'tipo_conector' | 'potencia_ac_kw' | 'potencia_dc_kw'>;

/** Which connectors of stations fit an inlet, by the names that OCPP has for them. CCS takes the AC plug below it as well. */
const fitting: Record<NonNullable<Vehicle['tipo_conector']>, Readonly<Record<string, Current>>> = {
  'Tipo 1': { ctype1: 'AC' },
  'Tipo 2': { ctype2: 'AC', stype2: 'AC' },
  CCS1: { cccs1: 'DC', ctype1: 'AC' },
  CCS2: { cccs2: 'DC', ctype2: 'AC', stype2: 'AC' },
  CHAdeMO: { cg105: 'DC', cchademo: 'DC' },
  'GB/T': { cgbt: 'DC', 'cgbt-dc': 'DC', 'cgbt-ac': 'AC' },
};

/** How a connector charges this vehicle; null: it does not fit. */
export function currentOf(inlet: NonNullable<Vehicle['tipo_conector']>, connectorType: string): Current | null {
  const fits = new Map(Object.entries(fitting[inlet])); // a station may call its connector anything, also "constructor"
  return fits.get(connectorType.trim().toLowerCase()) ?? null;
}

export type Charge = { fromPercent: number; toPercent: number };

/** What is lost between the meter and the battery. */
const efficiency = { AC: 0.9, DC: 0.94 } satisfies Record<Current, number>;
/** From here on a battery takes a direct current only slowly. */
const taper = { fromPercent: 80, share: 0.4 };

export type Estimate = {
  /** At the meter. */
  energyKwh: number;
  minutes: number;
  powerKw: number;
};

/** About how long it takes; null where the vehicle cannot be charged so, or nobody knows how fast. */
export function chargingTime(
  vehicle: Inlet,
  current: Current,
  charge: Charge & { stationKw: number | null },
): Estimate | null {
  const own = current === 'AC' ? vehicle.potencia_ac_kw : vehicle.potencia_dc_kw;
  const powerKw = Math.min(own ?? Infinity, charge.stationKw ?? Infinity);
  const { bateria_kwh: battery } = vehicle;
  if (battery === null || own === null || !Number.isFinite(powerKw)) return null;
  const { fromPercent, toPercent } = charge;
  const slowFrom = current === 'DC' ? taper.fromPercent : 100;
  const fastPart = Math.max(0, Math.min(toPercent, slowFrom) - fromPercent);
  const slowPart = Math.max(0, toPercent - Math.max(fromPercent, slowFrom));
  const kwhAtMeter = (percent: number) => (battery * percent) / 100 / efficiency[current];
  const hours = kwhAtMeter(fastPart) / powerKw + kwhAtMeter(slowPart) / (powerKw * taper.share);
  return {
    energyKwh: Math.round(kwhAtMeter(fastPart + slowPart) * 10) / 10,
    minutes: Math.ceil(hours * 60),
    powerKw,
  };
}
