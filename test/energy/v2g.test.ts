import { expect, test } from 'vitest';
import { assembleProblem } from '../../src/charging/energy/control/assemble-problem.ts';
import type { EvseState } from '../../src/charging/energy/control/evse-state.ts';
import { stepsOfPlan } from '../../src/charging/energy/control/orders.ts';
import type { ChargingCar, SiteInputs } from '../../src/charging/energy/inputs/site-inputs.ts';
import { loadHighs } from '../../src/charging/energy/planner/load-highs.ts';
import { planSite } from '../../src/charging/energy/planner/plan-site.ts';
import { solvePlan } from '../../src/charging/energy/planner/solve-plan.ts';
import { compileProfiles } from '../../src/charging/energy/profiles/compile-profiles.ts';
import { siteEnergy } from '../../src/contract/energy/site-energy.ts';
import { siteTree } from '../../src/contract/energy/site-tree.ts';
import { SimulatedVehicle } from '../../src/simulator/vehicle.ts';
import { StationInWorld } from './world/station.ts';

const highs = await loadHighs();
const solver = {
  solve: (problem: Parameters<typeof solvePlan>[1]) => {
    const plan = solvePlan(highs, problem, 10);
    return Promise.resolve(plan === undefined ? { failure: 'no plan' } : { plan, solveMs: 0 });
  },
  close: () => Promise.resolve(),
};

const hourMs = 3_600_000;
const begin = Date.UTC(2026, 2, 2, 17);
const departure = begin + 14 * hourMs; // seven in the morning
const reserve = 0.5;
const replanSeconds = 900;
const spike = { from: begin + hourMs, until: begin + 3 * hourMs };
const isSpike = (moment: number) => moment >= spike.from && moment < spike.until;
const fallbackA = 6;

type Options = { exportLimitW?: number | null; loadW?: number; offline?: { from: number; until: number } };

/** Four cars of 60 kWh from five in the afternoon until seven; energy is dear from six to eight, and cheap at night. */
async function night({ exportLimitW = null, loadW = 4_000, offline }: Options = {}) {
  const ids = ['A', 'B', 'C', 'D'];
  const tree = siteTree.parse({
    nodes: [
      { id: 'grid', parentId: null, kind: 'grid-connection', limitA: 80, exportLimitW },
      ...ids.map((id) => ({ id, parentId: 'grid', kind: 'evse', evse: { stationId: id, evseId: 1, maxA: 16 } })),
    ],
  });
  const settings = siteEnergy.parse({ mode: 'control', tree, allowsDischarge: true });
  const stations = ids.map((id) => {
    const station = new StationInWorld(id, { version: '2.1', outlet: { kind: 'AC', maxW: 11_040, phases: 3 } });
    const model = { capacityWh: 60_000, acW: 11_040, dcW: 100_000, feedBackW: 11_040 };
    const vehicle = new SimulatedVehicle(model, 0.7);
    station.plugIn({
      sessionId: id,
      vehicle,
      startedAt: begin,
      leavesAt: departure,
      saidLeavesAt: departure,
      saidEnergyWh: 0,
      isKnown: true,
    });
    return { id, station, vehicle };
  });
  const evses = ids.map((id): EvseState => {
    const evse = tree.nodes.find((node) => node.id === id)?.evse;
    if (evse === null || evse === undefined) throw new Error(`${id} is no EVSE`);
    const place = { nodeId: id, stationId: id, evseId: 1, evse };
    return { ...place, isOnline: true, defaultA: fallbackA, holds: [], sessionId: id, strayA: null };
  });
  const prices = Array.from({ length: 15 }, (_, hour) => {
    const from = begin + hour * hourMs;
    return { from, value: isSpike(from) ? 1.5 : hour < 5 ? 0.3 : 0.1 };
  });
  const inputs = (): SiteInputs => ({
    settings: { ...settings, siteId: 'V2G', version: 1, changedAt: '', changedBy: '' },
    currency: 'EUR',
    timeZone: 'UTC',
    limits: [],
    given: [{ nodeId: 'grid', limitW: [{ from: 0, value: loadW }], costW: [{ from: 0, value: loadW }] }],
    battery: null,
    prices: {
      importPerKwh: prices,
      exportPerKwh: prices.map(({ from, value }) => ({ from, value: value * 0.9 })),
      carbonKgPerKwh: [{ from: 0, value: 0 }],
      carbonPrice: 0,
      demandCharge: null,
    },
    peakW: 0,
    cars: stations.map(({ id, vehicle }): ChargingCar => {
      const storedWh = vehicle.soc * 60_000;
      const departsAt = new Date(departure).toISOString();
      const allows = id !== 'D';
      return {
        sessionId: id,
        stationId: id,
        nodeId: id,
        evseId: 1,
        driverName: null,
        startedAt: begin,
        phases: 3 as const,
        maxA: 16,
        minA: 6,
        measuredA: 0,
        measuredW: 0,
        pauses: 0,
        discharge: allows ? { maxA: 16, storedWh, capacityWh: 60_000, reserveWh: reserve * 60_000 } : null,
        need: {
          sessionId: id,
          stated: null,
          source: 'driver' as const,
          statedAt: null,
          minEnergyWh: 0,
          energyWh: (60_000 - storedWh) / 0.87,
          departsAt,
          predictedDepartureAt: departsAt,
          earlyDepartureAt: departsAt,
          batteryPercent: null,
          capacityWh: 60_000,
          confidence: 1,
          assumptions: [],
        },
      };
    }),
    meters: [],
    warnings: [],
  });
  const seen: { at: number; powersW: Map<string, number>; socs: number[] }[] = [];
  let isOffline = false;
  for (let now = begin; now < departure; now += 60_000) {
    const away = offline !== undefined && now >= offline.from && now < offline.until;
    if (away !== isOffline)
      for (const { station } of stations)
        if (away) station.goOffline(now);
        else station.comeOnline(now);
    isOffline = away;
    if (!away && (now - begin) % (replanSeconds * 1000) === 0) {
      const read = inputs();
      const { problem } = assembleProblem(read, evses, now);
      const { plan } = await planSite(solver, problem);
      for (const [index, car] of read.cars.entries()) {
        const state = evses[index];
        const station = stations[index]?.station;
        if (state === undefined || station === undefined) continue;
        const steps = stepsOfPlan(plan, car, state);
        const order = {
          evseId: 1,
          sessionId: car.sessionId,
          voltageV: 230,
          phases: 3 as const,
          steps,
          until: departure,
          fallbackA,
          stationMaxA: null,
        };
        const abilities = { version: '2.1', unit: 'A', maxPeriods: 24, maxStackLevel: 3, maxProfiles: null } as const;
        for (const profile of compileProfiles(order, abilities, now).profiles) station.take(profile);
      }
    }
    seen.push({
      at: now,
      powersW: new Map(stations.map(({ id, station }) => [id, station.drawAt(now).powerW])),
      socs: stations.map(({ vehicle }) => vehicle.soc),
    });
    for (const { station } of stations) station.charge(now, 60);
  }
  const sumW = ({ powersW }: (typeof seen)[number]) => [...powersW.values()].reduce((sum, watts) => sum + watts, loadW);
  const kwhOf = (id: string, when: (at: number) => boolean) =>
    seen.reduce((sum, { at, powersW }) => sum + (when(at) ? (powersW.get(id) ?? 0) / 60_000 : 0), 0);
  return { seen, stations, sumW, kwhOf };
}

test('a dear evening discharges the cars that allow it, never below the reserve, and all leave full on time', async () => {
  const { seen, stations, kwhOf } = await night();
  for (const id of ['A', 'B', 'C']) expect(kwhOf(id, isSpike)).toBeLessThan(-8);
  expect(Math.min(...seen.map(({ powersW }) => powersW.get('D') ?? 0))).toBe(0);
  expect(Math.min(...seen.flatMap(({ socs }) => socs))).toBeGreaterThanOrEqual(reserve - 0.001);
  for (const { vehicle } of stations) expect(vehicle.soc).toBeGreaterThan(0.99);
});

test('where nothing may be exported, cars feed the building and no more', async () => {
  const { seen, sumW, kwhOf } = await night({ exportLimitW: 0, loadW: 6_000 });
  expect(kwhOf('A', isSpike) + kwhOf('B', isSpike) + kwhOf('C', isSpike)).toBeLessThan(-6);
  expect(Math.min(...seen.map(sumW))).toBeGreaterThanOrEqual(-1);
});

test('cars that lose us while they feed back stop within a quarter of an hour, and charge by their default', async () => {
  const offline = { from: spike.from + hourMs / 2, until: departure };
  const { seen, stations } = await night({ offline });
  const alone = seen.filter(({ at }) => at >= offline.from + 15 * 60_000);
  const powers = alone.flatMap(({ powersW }) => [...powersW.values()]);
  expect(seen.some(({ at, powersW }) => at >= spike.from && at < offline.from && (powersW.get('A') ?? 0) < 0)).toBe(
    true,
  );
  expect(Math.min(...powers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...powers)).toBeLessThanOrEqual(fallbackA * 690 + 1);
  for (const { vehicle } of stations) expect(vehicle.soc).toBeGreaterThan(0.9);
});
