import { expect, test } from 'vitest';
import { chargingNeed } from '#contract/energy/charging-need.ts';
import { effectiveNeed, type NeedFacts, saidDeparture } from './effective-need.ts';
import type { StatedNeed } from './need-store.ts';
import type { VehicleReport } from './vehicle-need.ts';

const now = Date.parse('2026-03-01T08:00:00Z');
const hour = 3_600_000;
const at = (hours: number) => new Date(now + hours * hour);
const iso = (hours: number) => at(hours).toISOString();

const plain: NeedFacts = {
  sessionId: 's',
  now,
  energyWh: 0,
  measuredPercent: null,
  isFull: false,
  isDrawing: false,
  stated: null,
  vehicle: null,
  prediction: {
    earlyDepartureAt: now + 4 * hour,
    departureAt: now + 6 * hour,
    energyWh: 10_000,
    highEnergyWh: 20_000,
    confidence: 0.5,
  },
  defaults: { defaultCapacityWh: 60_000, defaultArrivalPercent: 20 },
};

function stated(need: Partial<StatedNeed['need']>, energyWh = 0): StatedNeed {
  return { need: chargingNeed.parse(need), source: 'driver', statedAt: at(-1), energyWh };
}

function vehicle(need: Partial<VehicleReport['need']>, more: Partial<VehicleReport> = {}): VehicleReport {
  return {
    need: chargingNeed.parse(need),
    reportedAt: at(-2),
    energyWh: 0,
    chargePercent: null,
    maxCurrentA: null,
    minCurrentA: null,
    maxDischargeA: null,
    window: null,
    isDirectCurrent: false,
    maxPeriods: null,
    ...more,
  };
}

const needOf = (facts: Partial<NeedFacts>) => effectiveNeed({ ...plain, ...facts });

test('of whom nobody said anything, what is foreseen counts, and every guess is named', () => {
  expect(needOf({})).toEqual({
    sessionId: 's',
    stated: null,
    source: 'predicted',
    statedAt: null,
    energyWh: 20_000,
    minEnergyWh: 0,
    departsAt: iso(4),
    batteryPercent: null,
    capacityWh: null,
    predictedDepartureAt: iso(6),
    earlyDepartureAt: iso(4),
    confidence: 0.5,
    assumptions: ['energy', 'departure'],
  });
});

test('a word of the driver counts before that of the car, and says when it was given', () => {
  const both = needOf({ stated: stated({ energyWh: 9_000 }), vehicle: vehicle({ energyWh: 30_000 }) });
  expect([both.source, both.statedAt, both.energyWh, both.stated?.energyWh]).toEqual(['driver', iso(-1), 9_000, 9_000]);
  const told = needOf({ vehicle: vehicle({ energyWh: 30_000 }) });
  expect([told.source, told.statedAt, told.energyWh]).toEqual(['vehicle', iso(-2), 30_000]);
  expect(told.assumptions).toEqual(['departure']);
});

test('a word without an amount leaves the amount to the car', () => {
  const need = needOf({ stated: stated({ departsAt: iso(3) }), vehicle: vehicle({ energyWh: 7_000 }) });
  expect([need.energyWh, need.departsAt]).toEqual([7_000, iso(3)]);
});

test('energy counts from when it was asked for, never below zero', () => {
  expect(needOf({ stated: stated({ energyWh: 9_000 }, 2_000), energyWh: 5_000 }).energyWh).toBe(6_000);
  expect(needOf({ stated: stated({ energyWh: 2_000 }, 2_000), energyWh: 5_000 }).energyWh).toBe(0);
});

test('a target needs a battery: what nobody told is assumed and named', () => {
  const need = needOf({ stated: stated({ targetPercent: 80 }) });
  expect([need.batteryPercent, need.capacityWh]).toEqual([20, 60_000]);
  expect(need.energyWh).toBeCloseTo(40_000);
  expect(need.assumptions).toEqual(['battery-size', 'arrival-level', 'departure']);
});

test('what was drawn since has reached the battery but for the losses of the charger', () => {
  const need = needOf({
    stated: stated({ targetPercent: 80, arrivalPercent: 30, capacityWh: 50_000 }),
    energyWh: 10_000,
  });
  expect(need.batteryPercent).toBeCloseTo(48);
  expect(need.energyWh).toBeCloseTo(17_777.8, 0);
  expect(need.assumptions).toEqual(['departure']);
});

test('a battery is never more than full, and a target that is reached asks for nothing', () => {
  const full = needOf({
    stated: stated({ targetPercent: 80, arrivalPercent: 90, capacityWh: 50_000 }),
    energyWh: 90_000,
  });
  expect([full.batteryPercent, full.energyWh]).toEqual([100, 0]);
});

test('the level that the station measures counts before the one that the car told', () => {
  const car = vehicle({ targetPercent: 80, capacityWh: 40_000 }, { chargePercent: 50, energyWh: 1_000 });
  const measured = needOf({ vehicle: car, measuredPercent: 70, energyWh: 5_000 });
  expect(measured.batteryPercent).toBe(70);
  expect(measured.energyWh).toBeCloseTo(4_444.4, 0);
  expect(needOf({ vehicle: car, energyWh: 5_000 }).batteryPercent).toBeCloseTo(59);
});

test('a meter of direct current counts behind the losses', () => {
  const car = vehicle({ targetPercent: 80, capacityWh: 50_000 }, { chargePercent: 50, isDirectCurrent: true });
  const need = needOf({ vehicle: car, energyWh: 5_000 });
  expect([need.batteryPercent, need.energyWh]).toEqual([60, 10_000]);
});

test('the size that the car told counts before the one that somebody typed', () => {
  const said = stated({ targetPercent: 50, arrivalPercent: 0, capacityWh: 80_000 });
  expect(needOf({ stated: said, vehicle: vehicle({ capacityWh: 40_000 }) }).capacityWh).toBe(40_000);
  expect(needOf({ stated: said }).capacityWh).toBe(80_000);
});

test('the level of a car whose size nobody knows stays unknown', () => {
  const need = needOf({ vehicle: vehicle({}, { chargePercent: 50 }) });
  expect([need.batteryPercent, need.capacityWh]).toEqual([null, null]);
});

test('of energy and target the larger counts', () => {
  const said = (energyWh: number) => stated({ energyWh, targetPercent: 50, arrivalPercent: 40, capacityWh: 45_000 });
  expect(needOf({ stated: said(9_000) }).energyWh).toBe(9_000);
  expect(needOf({ stated: said(1_000) }).energyWh).toBeCloseTo(5_000);
});

test('what matters most is asked for at least, by whoever named it', () => {
  const said = needOf({ stated: stated({ energyWh: 1_000, minEnergyWh: 8_000 }, 1_000), energyWh: 3_000 });
  expect([said.minEnergyWh, said.energyWh]).toEqual([6_000, 6_000]);
  const told = needOf({ stated: stated({ energyWh: 1_000 }), vehicle: vehicle({ minEnergyWh: 500 }) });
  expect(told.minEnergyWh).toBe(500);
  expect(needOf({ stated: stated({ minEnergyWh: 500 }), energyWh: 900 }).minEnergyWh).toBe(0);
});

test('a car that stopped by itself wants nothing that nobody asked for', () => {
  expect(needOf({ isFull: true }).energyWh).toBe(0);
});

test('a car that draws beyond what was foreseen is given a little more', () => {
  expect(needOf({ energyWh: 19_000 }).energyWh).toBe(1_000);
  expect(needOf({ energyWh: 19_000, isDrawing: true }).energyWh).toBe(2_000);
  expect(needOf({ energyWh: 25_000 }).energyWh).toBe(0);
});

test('no more is foreseen than the battery takes', () => {
  const car = vehicle({ capacityWh: 45_000 }, { chargePercent: 90 });
  expect(needOf({ vehicle: car }).energyWh).toBeCloseTo(5_000);
});

test('a promise rests on the earlier of what was said and what such stays outlast', () => {
  expect(needOf({ stated: stated({ departsAt: iso(2) }) }).departsAt).toBe(iso(2));
  expect(needOf({ stated: stated({ departsAt: iso(5) }) }).departsAt).toBe(iso(4));
});

test('a departure that has passed says nothing', () => {
  const late = needOf({ stated: stated({ departsAt: iso(0), energyWh: 1 }) });
  expect([late.departsAt, late.assumptions]).toEqual([iso(4), ['departure']]);
});

test('a car that outlasts all like it may go at any moment', () => {
  const prediction = { ...plain.prediction, earlyDepartureAt: now, departureAt: now - hour };
  const need = needOf({ prediction });
  expect([need.departsAt, need.earlyDepartureAt, need.predictedDepartureAt]).toEqual([iso(0.25), iso(0), iso(0)]);
});

test('the first departure that is named counts', () => {
  expect(saidDeparture(undefined, chargingNeed.parse({}), chargingNeed.parse({ departsAt: iso(1) }))).toBe(now + hour);
  expect(saidDeparture(chargingNeed.parse({ departsAt: iso(2) }), chargingNeed.parse({ departsAt: iso(1) }))).toBe(
    now + 2 * hour,
  );
  expect(saidDeparture(undefined)).toBeNull();
});
