import { afterEach, beforeEach, expect, test } from 'vitest';
import { chargingNeed } from '#contract/energy/charging-need.ts';
import { write } from '#ledger/ledger-types.ts';
import { system } from '#principals/actor.ts';
import { depotSettings, type EnergySite, openEnergySite } from '../../../../test/support/energy-site.ts';
import { evNeeds, type NeedsRow } from '../../charging-profiles/ev-projections.ts';

let site: EnergySite;
beforeEach(async () => {
  site = await openEnergySite();
  await site.inputs.set('depot', depotSettings({ allowsDischarge: true }), system);
});
afterEach(() => site[Symbol.asyncDispose]());

const register = (value: number) => ({ measurand: 'Energy.Active.Import.Register', value });
const current = (phase: string | null, value: number) => ({ measurand: 'Current.Import', phase, value, unit: 'A' });
const offered = (value: number) => ({ measurand: 'Current.Offered', value, unit: 'A' });
const car = async () => (await site.inputs.read('depot')).cars[0];
const later = (hours: number) => new Date(site.clock.at.getTime() + hours * 3_600_000);

async function told(changes: Partial<NeedsRow>): Promise<void> {
  const nothing = { maxPeriods: null, controlMode: null, mobilityMode: null, ac: null, dc: null, v2x: null, der: null };
  await site.ledger.commit({
    writes: [
      write(evNeeds, {
        ...nothing,
        stationId: 'CP-1',
        evseId: 1,
        at: site.clock.at,
        transfer: 'ac-three-phase',
        availableTransfers: [],
        departureAt: null,
        energyOffer: null,
        decision: 'processing',
        reason: null,
        sessionRef: 'T1',
        chargingProfileId: null,
        ...changes,
      }),
    ],
  });
}

test('phases and the highest current of a car are learned from its meter values', async () => {
  await site.session({ kind: 'started' });
  expect(await car()).toMatchObject({ phases: 3, maxA: 32 });
  for (const minute of [1, 2, 3])
    await site.session({
      kind: 'updated',
      minute,
      readings: [current('L1', 15.6), current('L2', 0.1), current('L3', 0), offered(32)],
    });
  const learned = await car();
  expect(learned).toMatchObject({ phases: 1, maxA: 16, measuredA: 15.6 });
  expect(learned?.need.assumptions).not.toContain('phases');
  expect(learned?.need.assumptions).not.toContain('max-current');
});

test('a car whose station tells one line of three is known by its power', async () => {
  await site.session({ kind: 'started' });
  const readings = [current('L1', 31.7), { measurand: 'Power.Active.Import', value: 7_300 }];
  await site.session({ kind: 'updated', minute: 1, readings });
  expect(await car()).toMatchObject({ phases: 1, measuredA: 31.7 });
});

test('what a DC charger tells of its battery side says nothing of its lines, and the drawing should say what it is', async () => {
  await site.session({ kind: 'started' });
  const volts = { measurand: 'Voltage', value: 380 };
  const readings = [current(null, 52.6), volts, { measurand: 'Power.Active.Import', value: 20_000 }];
  await site.session({ kind: 'updated', minute: 1, readings });
  const asDrawn = await site.inputs.read('depot');
  expect(asDrawn.cars[0]?.measuredA).toBeCloseTo(20_000 / 690, 1);
  expect(asDrawn.warnings).toMatchObject([{ code: 'energy-looks-direct-current', values: { stationId: 'CP-1' } }]);
  const { tree } = depotSettings();
  const nodes = tree.nodes.map((node) => ({
    ...node,
    evse: node.evse && { ...node.evse, connection: 'direct-current' as const },
  }));
  await site.inputs.set('depot', depotSettings({ tree: { nodes } }), system);
  const asSaid = await site.inputs.read('depot');
  expect(asSaid.cars[0]).toMatchObject({ phases: 3 });
  expect(asSaid.cars[0]?.measuredA).toBeGreaterThan(20_000 / 690); // with what is lost on the way
  expect(asSaid.warnings).toEqual([]);
});

test('a station of the tree that stands elsewhere by now is named', async () => {
  await site.sites.takeStation({ siteId: 'depot', stationId: 'CP-2', actor: system });
  const { elsewhere, warnings } = await site.inputs.read('depot');
  expect([...(elsewhere ?? [])]).toEqual(['CP-2']);
  expect(warnings).toMatchObject([{ code: 'energy-station-elsewhere', values: { stationId: 'CP-2' } }]);
});

test('a car that is offered little may be able to draw more', async () => {
  await site.session({ kind: 'started' });
  for (const minute of [1, 2, 3])
    await site.session({
      kind: 'updated',
      minute,
      readings: [current('L1', 9.7), current('L2', 9.7), current('L3', 9.7), offered(10)],
    });
  expect(await car()).toMatchObject({ phases: 3, maxA: 32, measuredA: 9.7 });
});

test('what a car told of itself counts: energy, departure and its highest current', async () => {
  await site.session({ kind: 'started', readings: [register(1000)] });
  await told({
    departureAt: later(6),
    ac: { energyWh: 30_000, minCurrentA: 6, maxCurrentA: 16, maxVoltageV: 400 },
  });
  expect(await car()).toMatchObject({
    maxA: 16,
    need: { source: 'vehicle', energyWh: 30_000, departsAt: later(6).toISOString() },
  });
});

test('a driver who says 80 % by seven is helped by what the car tells of its battery', async () => {
  const sessionId = await site.session({ kind: 'started', readings: [register(1000)] });
  await told({
    transfer: 'dc',
    dc: { maxCurrentA: 200, maxVoltageV: 500, maxPowerW: 50_000, capacityWh: 80_000, chargePercent: 30 },
  });
  const need = chargingNeed.parse({ targetPercent: 80, departsAt: later(7).toISOString() });
  const effective = await site.inputs.setNeed(sessionId, need, { actor: system, source: 'driver' });
  expect(effective).toMatchObject({ source: 'driver', energyWh: 40_000, capacityWh: 80_000, batteryPercent: 30 });
  expect(effective.assumptions).toEqual([]);
});

test('a car that can feed back does so where site and driver allow it and its battery is known', async () => {
  const sessionId = await site.session({ kind: 'started', readings: [register(1000)] });
  await told({
    transfer: 'dc-v2x',
    dc: { maxCurrentA: 200, maxVoltageV: 500, capacityWh: 60_000, chargePercent: 90 },
    v2x: { maxDischargePowerW: -11_040 },
  });
  expect((await car())?.discharge).toMatchObject({ maxA: 16, storedWh: 54_000, reserveWh: 30_000 });
  const need = chargingNeed.parse({ energyWh: 5_000 });
  await site.inputs.setNeed(sessionId, need, { actor: system, source: 'driver' });
  expect((await car())?.discharge).toBeNull();
});

test('a car on alternating current that tells a window of energy feeds back within it, while its station says what it gave', async () => {
  const given = (value: number) => ({ measurand: 'Energy.Active.Export.Register', value, unit: 'Wh' });
  await site.session({ kind: 'started', readings: [register(1000), given(500)] });
  await told({
    transfer: 'ac-three-phase',
    v2x: { maxDischargePowerW: -11_040, maxEnergyWh: 20_000, minV2xEnergyWh: -30_000 },
  });
  // Its level counts from the lowest that it may be emptied to.
  expect((await car())?.discharge).toEqual({ maxA: 16, storedWh: 30_000, capacityWh: 50_000, reserveWh: 0 });
  site.clock.at = new Date(site.clock.at.getTime() + 120_000);
  await site.session({ kind: 'updated', minute: 2, readings: [register(1000), given(9_500)] });
  expect((await car())?.discharge).toMatchObject({ storedWh: 20_000 });
});

test('without a register of what it gave nobody empties a battery that nobody knows', async () => {
  await site.session({ kind: 'started', readings: [register(1000)] });
  await told({
    transfer: 'ac-three-phase',
    v2x: { maxDischargePowerW: -11_040, maxEnergyWh: 20_000, minV2xEnergyWh: -30_000 },
  });
  expect((await car())?.discharge).toBeNull();
});

test('a driver who always leaves after two hours is not believed when eight are said', async () => {
  const token = { hash: 'tok_early', type: null };
  const first = site.clock.at.getTime();
  for (let day = 5; day >= 1; day -= 1) {
    const ref = `before-${day}`;
    const minute = -day * 1440;
    await site.session({ kind: 'started', ref, minute, seqNo: 0, token, readings: [register(0)] });
    await site.session({
      kind: 'ended',
      ref,
      minute: minute + 120,
      seqNo: 1,
      token,
      stopReason: 'Local',
      readings: [register(9000)],
    });
  }
  const sessionId = await site.session({ kind: 'started', ref: 'today', token, readings: [register(0)] });
  const need = chargingNeed.parse({ energyWh: 20_000, departsAt: later(8).toISOString() });
  await site.inputs.setNeed(sessionId, need, { actor: system, source: 'driver' });
  site.clock.at = new Date(first + 120_000); // what ended is looked for once a minute
  const effective = await site.inputs.need(sessionId);
  expect(Date.parse(effective.departsAt)).toBe(first + 120 * 60_000);
  expect(effective.confidence).toBeGreaterThan(0.9);
  expect(effective.stated?.departsAt).toBe(new Date(first + 8 * 3_600_000).toISOString());
});

test('a session at a station outside the tree is told of', async () => {
  const { tree } = depotSettings();
  await site.inputs.set('depot', depotSettings({ tree: { nodes: tree.nodes.slice(0, 2) } }), system);
  await site.session({ kind: 'started', stationId: 'CP-2' });
  const { cars, warnings } = await site.inputs.read('depot');
  expect(cars).toEqual([]);
  expect(warnings).toMatchObject([{ code: 'energy-unmanaged-session', values: { stationId: 'CP-2' } }]);
});
