import type { ChargingCar, SiteInputs } from '../../../src/charging/energy/inputs/site-inputs.ts';
import { zero } from '../../../src/charging/energy/planner/plan-problem.ts';
import type { StoredLimit, StoredSiteEnergy } from '../../../src/contract/energy/site-energy.ts';
import type { BuildingInWorld } from './building-in-world.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;

/** What the meter of a station told last. */
export type Reading = { at: number; amperes: number; offeredA: number | null; powerW: number };
/** What the server believes of a station's session, which may be long over where the station cannot tell. */
export type Believed = {
  car: Omit<ChargingCar, 'measuredA' | 'measuredW' | 'need'>;
  energyWh: number;
  departsAt: number;
};

type Known = {
  settings: StoredSiteEnergy;
  limits: StoredLimit[];
  building: BuildingInWorld;
  believed: ReadonlyMap<string, Believed>;
  readings: ReadonlyMap<string, Reading>;
};

/** Everything that the product knows of the site, as it would read it from its database. */
export function inputsOfWorld({ settings, limits, building, believed, readings }: Known, now: number): SiteInputs {
  const given = building.givenFrom(now);
  return {
    settings,
    currency: 'EUR',
    timeZone: 'UTC',
    limits,
    given: [given, ...building.metersFrom(now)],
    battery: null,
    prices: {
      importPerKwh: given.limitW.map(({ from }) => ({ from, value: 0.2 + 0.1 * Math.sin(from / hourMs) })),
      exportPerKwh: zero,
      carbonKgPerKwh: zero,
      carbonPrice: 0,
      demandCharge: null,
    },
    peakW: 0,
    cars: [...believed].map(([stationId, each]) => carOf(each, readings.get(stationId), now)),
    meters: [],
    warnings: [],
  };
}

function carOf({ car, energyWh, departsAt }: Believed, reading: Reading | undefined, now: number): ChargingCar {
  const departure = new Date(Math.max(departsAt, now + 30 * minuteMs)).toISOString();
  return {
    ...car,
    measuredA: reading?.amperes ?? null,
    measuredW: null,
    need: {
      sessionId: car.sessionId,
      stated: null,
      source: 'predicted',
      statedAt: null,
      energyWh,
      minEnergyWh: 0,
      departsAt: departure,
      batteryPercent: null,
      capacityWh: null,
      predictedDepartureAt: departure,
      earlyDepartureAt: departure,
      confidence: 0.5,
      assumptions: [],
    },
  };
}
