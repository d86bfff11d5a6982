import { siteEnergy } from '#contract/energy/site-energy.ts';
import type { EvseState } from '../control/evse-state.ts';
import type { ChargingCar, SiteInputs } from '../inputs/site-inputs.ts';
import { zero } from '../planner/plan-problem.ts';
import { exampleSite, hourMs, midnight } from './example-site.ts';

/** A site of 63 A with three stations. */
export const tree = exampleSite({ limitA: 63 });
export const until = midnight + hourMs;

/** The EVSE of a station whose car may draw 20 A for an hour. */
export function stateOf(number: number, changes: Partial<EvseState> = {}): EvseState {
  const evse = tree.nodes.find(({ id }) => id === `CP-${number}:1`)?.evse;
  if (evse === null || evse === undefined) throw new Error('There is no such EVSE.');
  return {
    nodeId: `CP-${number}:1`,
    stationId: `CP-${number}`,
    evseId: 1,
    evse,
    isOnline: true,
    defaultA: 6,
    holds: [{ steps: [{ from: midnight, amperes: 20 }], until, phases: 3 }],
    sessionId: `session ${number}`,
    strayA: null,
    ...changes,
  };
}

/** A car that is there for eight hours, of which nobody said what it needs. */
export function carAt(number: number, changes: Partial<ChargingCar> = {}): ChargingCar {
  const sessionId = `session ${number}`;
  const departsAt = new Date(midnight + 8 * hourMs).toISOString();
  return {
    sessionId,
    stationId: `CP-${number}`,
    evseId: 1,
    nodeId: `CP-${number}:1`,
    driverName: null,
    startedAt: midnight,
    phases: 3,
    maxA: 32,
    minA: 6,
    measuredA: 20,
    measuredW: null,
    pauses: 0,
    discharge: null,
    need: {
      sessionId,
      stated: null,
      source: 'predicted',
      statedAt: null,
      energyWh: 60_000,
      minEnergyWh: 0,
      departsAt,
      batteryPercent: null,
      capacityWh: null,
      predictedDepartureAt: departsAt,
      earlyDepartureAt: departsAt,
      confidence: 0.5,
      assumptions: [],
    },
    ...changes,
  };
}

export const inputs: SiteInputs = {
  settings: {
    ...siteEnergy.parse({ mode: 'control', tree }),
    siteId: 'site',
    version: 1,
    changedAt: new Date(midnight).toISOString(),
    changedBy: 'test',
  },
  currency: 'EUR',
  timeZone: 'UTC',
  limits: [],
  given: [],
  battery: null,
  prices: { importPerKwh: zero, exportPerKwh: zero, carbonKgPerKwh: zero, carbonPrice: 0, demandCharge: null },
  peakW: 0,
  cars: [carAt(1), carAt(2), carAt(3)],
  meters: [],
  warnings: [],
};
