import { expect, test } from 'vitest';
import { siteEnergy } from '#contract/energy/site-energy.ts';
import type { ChargingCar, SiteInputs } from '../inputs/site-inputs.ts';
import { zero } from '../planner/plan-problem.ts';
import { exampleSite, hourMs, midnight } from '../testing/example-site.ts';
import { assembleProblem } from './assemble-problem.ts';
import type { EvseState } from './evse-state.ts';
import { keptPlan } from './kept-plan.ts';
import type { MadePlan } from './site-memory.ts';

const tree = exampleSite({ limitA: 63 });
const departsAt = new Date(midnight + 7 * hourMs).toISOString();

const carOf = (number: number, energyWh = 20_000): ChargingCar => ({
  sessionId: `car-${number}`,
  stationId: `CP-${number}`,
  evseId: 1,
  nodeId: `CP-${number}:1`,
  driverName: null,
  startedAt: midnight,
  phases: 3,
  maxA: 32,
  minA: 6,
  pauses: 0,
  discharge: null,
  measuredA: 16,
  measuredW: null,
  need: {
    sessionId: `car-${number}`,
    stated: null,
    source: 'predicted',
    statedAt: null,
    energyWh,
    minEnergyWh: 0,
    departsAt,
    batteryPercent: null,
    capacityWh: null,
    predictedDepartureAt: departsAt,
    earlyDepartureAt: departsAt,
    confidence: 0.5,
    assumptions: [],
  },
});

function inputsWith(cars: ChargingCar[], buildingW = 0): SiteInputs {
  const settings = siteEnergy.parse({ mode: 'control', tree });
  const load = [{ from: 0, value: buildingW }];
  return {
    settings: { ...settings, siteId: 'S', version: 1, changedAt: departsAt, changedBy: 'test' },
    currency: 'EUR',
    timeZone: 'UTC',
    limits: [],
    given: [{ nodeId: 'grid', limitW: load, costW: load }],
    battery: null,
    prices: { importPerKwh: zero, exportPerKwh: zero, carbonKgPerKwh: zero, carbonPrice: 0, demandCharge: null },
    peakW: 0,
    cars,
    meters: [],
    warnings: [],
  };
}

function evsesOf(changes: Partial<EvseState> = {}): EvseState[] {
  return tree.nodes.flatMap(({ id, evse }): EvseState[] =>
    evse === null
      ? []
      : [
          {
            nodeId: id,
            stationId: evse.stationId,
            evseId: 1,
            evse,
            isOnline: true,
            defaultA: 6,
            holds: [],
            sessionId: `car-${evse.stationId.slice(3)}`,
            strayA: null,
            ...changes,
          },
        ],
  );
}

function evsesWithPilots(pilotsA: number[]): EvseState[] {
  return evsesOf().map((state) => ({ ...state, evse: { ...state.evse, pilotsA } }));
}

const first = inputsWith([carOf(1), carOf(2)]);
const latest: MadePlan = {
  inputs: first,
  assembled: assembleProblem(first, evsesOf(), midnight),
  madeAt: midnight,
  outcome: {
    fallbackReason: null,
    solveMs: 1,
    plan: {
      madeAt: midnight,
      slots: [
        { from: midnight, to: midnight + 300_000, hours: 1 / 12 },
        { from: midnight + 300_000, to: midnight + hourMs, hours: 11 / 12 },
      ],
      vehicles: [1, 2].map((number) => ({
        id: `car-${number}`,
        evseNodeId: `CP-${number}:1`,
        phases: 3 as const,
        currentsA: [25, 20],
        shortWh: 0,
      })),
      batteryW: [],
      madeBy: 'solver',
    },
  },
};

function keptAfter(seconds: number, inputs: SiteInputs, evses = evsesOf()) {
  const now = midnight + seconds * 1000;
  return keptPlan(latest, { inputs, assembled: assembleProblem(inputs, evses, now), now });
}

test('a plan holds while cars only charge on, and begins where time is by now', () => {
  const kept = keptAfter(30, inputsWith([carOf(1, 19_800), carOf(2, 19_800)]));
  expect(kept?.plan.vehicles).toEqual(latest.outcome.plan.vehicles);
  expect(kept?.plan.slots[0]).toMatchObject({ from: midnight + 30_000, to: midnight + 300_000 });
});

test.each([
  ['after two minutes', () => keptAfter(120, first)],
  ['when a car came', () => keptAfter(30, inputsWith([carOf(1), carOf(2), carOf(3)]))],
  ['when a car left', () => keptAfter(30, inputsWith([carOf(1)]))],
  ['when a station went away', () => keptAfter(30, first, evsesOf({ isOnline: false }))],
  ['when a station was seen to offer some currents only', () => keptAfter(30, first, evsesWithPilots([6, 9]))],
  ['when a station strays', () => keptAfter(30, first, evsesOf({ strayA: 32 }))],
  [
    'when the building draws so much that the plan would pass a limit',
    () => keptAfter(30, inputsWith(first.cars, 20_000)),
  ],
])('a new plan is due %s', (_, kept) => {
  expect(kept()).toBeNull();
});
