import { expect, test } from 'vitest';
import type { DcNeeds, EvNeeds, V2xNeeds } from '#contract/energy/ev-needs.ts';
import { vehicleReport } from './vehicle-need.ts';

const told: EvNeeds = {
  evseId: 1,
  sessionRef: 'r',
  toldAt: '2026-03-01T08:00:00.000Z',
  transfer: 'ac-three-phase',
  availableTransfers: [],
  departureAt: '2026-03-01T17:00:00.000Z',
  maxPeriods: 24,
  controlMode: null,
  mobilityMode: null,
  ac: null,
  dc: null,
  v2x: null,
  der: null,
  energyOffer: null,
  decision: 'processing',
  reason: null,
  chargingProfileId: null,
};
const ac = { energyWh: 20_000, minCurrentA: 6, maxCurrentA: 32, maxVoltageV: 400 };
const report = (more: Partial<EvNeeds>) => vehicleReport({ ...told, ...more }, { energyWh: 700, voltageV: 230 });
const direct = (dc: Partial<DcNeeds>, v2x: V2xNeeds | null = null) =>
  report({ transfer: 'dc', dc: { maxCurrentA: 100, maxVoltageV: 400, ...dc }, v2x });
const givesBack = (v2x: V2xNeeds) => report({ v2x }).maxDischargeA;

test('a car on alternating current tells energy, currents and departure', () => {
  const { need, ...rest } = report({ ac });
  expect(need).toMatchObject({
    energyWh: 20_000,
    targetPercent: null,
    minEnergyWh: null,
    departsAt: '2026-03-01T17:00:00.000Z',
    capacityWh: null,
    allowsDischarge: false,
  });
  expect(rest).toEqual({
    reportedAt: new Date(told.toldAt),
    energyWh: 700,
    chargePercent: null,
    maxCurrentA: 32,
    minCurrentA: 6,
    maxDischargeA: null,
    window: null,
    isDirectCurrent: false,
    maxPeriods: 24,
  });
});

test('the words of OCPP 2.1 count before those that every car has', () => {
  const { need, maxCurrentA, minCurrentA } = report({
    ac,
    v2x: { targetEnergyWh: 15_000, minEnergyWh: 4_000, targetPercent: 80, maxChargeCurrentA: 20, minChargeCurrentA: 8 },
  });
  expect([need.energyWh, need.minEnergyWh, need.targetPercent]).toEqual([15_000, 4_000, 80]);
  expect([maxCurrentA, minCurrentA]).toEqual([20, 8]);
});

test('a car on direct current is full where it says so, unless it names an amount', () => {
  expect(direct({ fullPercent: 90 }).need).toMatchObject({ targetPercent: 90, energyWh: null });
  expect(direct({ fullPercent: 90, energyWh: 9_000 }).need).toMatchObject({ targetPercent: null, energyWh: 9_000 });
});

test('the power of a direct current car counts on three lines, its own current does not', () => {
  const { maxCurrentA, minCurrentA, isDirectCurrent, chargePercent } = direct({ maxPowerW: 69_000, chargePercent: 40 });
  expect([maxCurrentA, minCurrentA, isDirectCurrent, chargePercent]).toEqual([100, null, true, 40]);
  expect(direct({}).maxCurrentA).toBeNull();
  expect(direct({ maxPowerW: 69_000 }, { maxChargePowerW: 6_900 }).maxCurrentA).toBe(10);
});

test('a battery of less than a kilowatt-hour is none', () => {
  expect(direct({ capacityWh: 999 }).need.capacityWh).toBeNull();
  expect(direct({ capacityWh: 1_000 }).need.capacityWh).toBe(1_000);
});

test('values beyond what can be are cut, and no current is none', () => {
  const { need, maxCurrentA } = report({ ac: { ...ac, energyWh: 2e7, maxCurrentA: 0 } });
  expect([need.energyWh, maxCurrentA]).toEqual([1e7, null]);
  expect(report({ ac: { ...ac, energyWh: -5, maxCurrentA: -3 } })).toMatchObject({
    need: { energyWh: 0 },
    maxCurrentA: null,
  });
  expect(direct({ chargePercent: 101 }).chargePercent).toBe(100);
});

test('a power given back for all three phases is spread over the lines, whatever its sign', () => {
  expect(givesBack({ maxDischargePowerW: -6_900 })).toBe(10);
  expect(report({ v2x: { maxDischargePowerW: 6_900 } }).need.allowsDischarge).toBe(true);
});

test('of powers by phase the smallest that flows counts', () => {
  expect(givesBack({ maxDischargePowerW: 4_600, maxDischargePowerL2W: -2_300, maxDischargePowerL3W: 0 })).toBe(10);
  expect(givesBack({ maxDischargePowerL3W: 2_300 })).toBe(10);
  expect(givesBack({ maxDischargePowerL2W: 0, maxDischargePowerL3W: 0 })).toBeNull();
});

test('a current given back counts as it is on alternating current, by the voltage on direct current', () => {
  expect(givesBack({ maxDischargeCurrentA: -16 })).toBe(16);
  expect(givesBack({})).toBeNull();
  expect(direct({ maxVoltageV: 690 }, { maxDischargeCurrentA: 20 }).maxDischargeA).toBe(20);
  expect(direct({ maxVoltageV: 690 }, { maxDischargeCurrentA: 20, minVoltageV: 345 }).maxDischargeA).toBe(10);
  const { maxDischargeA } = report({ transfer: 'dc', v2x: { maxDischargeCurrentA: 20 } });
  expect(maxDischargeA).toBeNull();
});

test('a window needs both ends, in their order', () => {
  const window = (v2x: V2xNeeds) => report({ v2x }).window;
  expect(window({ maxEnergyWh: 30_000, maxV2xEnergyWh: 1, minV2xEnergyWh: -9_000 })).toEqual({
    highWh: 30_000,
    lowWh: -9_000,
  });
  expect(window({ maxV2xEnergyWh: 5_000, minV2xEnergyWh: 5_000 })).toEqual({ highWh: 5_000, lowWh: 5_000 });
  expect(window({ maxEnergyWh: 0, minV2xEnergyWh: -1 })).toEqual({ highWh: 0, lowWh: -1 });
  expect(window({ maxEnergyWh: 5_000, minV2xEnergyWh: 5_001 })).toBeNull();
  expect(window({ maxEnergyWh: -1, minV2xEnergyWh: -2 })).toBeNull();
  expect(window({ maxEnergyWh: 5_000 })).toBeNull();
  expect(window({ minV2xEnergyWh: -5_000 })).toBeNull();
});
