import { expect, test } from 'vitest';
import { accepting, type SmallServer, startSmallServer } from '../../test/support/small-station-server.ts';
import { startAccepted } from '../../test/support/test-station.ts';
import { ChargingProfiles } from './charging-profiles.ts';
import { tellNeeds } from './v2-charging-profiles.ts';

const ask = async (server: SmallServer, action: string, payload: object) =>
  ((await server.ask('CP-1', action, payload)) as { answer: Record<string, unknown> }).answer;
const periods = (...steps: [startPeriod: number, limit: number][]) =>
  steps.map(([startPeriod, limit]) => ({ startPeriod, limit }));

const profile = (id: number, more: object = {}) => ({
  id,
  stackLevel: 0,
  chargingProfilePurpose: 'TxDefaultProfile',
  chargingProfileKind: 'Relative',
  chargingSchedule: [{ id: 1, chargingRateUnit: 'A', chargingSchedulePeriod: periods([0, 10]) }],
  ...more,
});

test('a 1.6 station keeps a profile, replaces one of the same level, computes by it, and clears it', async () => {
  await using server = await startSmallServer({ answer: accepting() });
  await using station = await startAccepted(server, { version: '1.6' });
  const set = (chargingProfileId: number, limit: number) =>
    ask(server, 'SetChargingProfile', {
      connectorId: 1,
      csChargingProfiles: {
        chargingProfileId,
        stackLevel: 0,
        chargingProfilePurpose: 'TxDefaultProfile',
        chargingProfileKind: 'Relative',
        chargingSchedule: { chargingRateUnit: 'A', chargingSchedulePeriod: periods([0, limit]) },
      },
    });
  expect(await set(1, 10)).toEqual({ status: 'Accepted' });
  expect(await set(2, 12.5)).toEqual({ status: 'Accepted' });
  expect(station.profiles.all.map(({ profile: held }) => held.id)).toEqual([2]);
  const composite = () => ask(server, 'GetCompositeSchedule', { connectorId: 1, duration: 60, chargingRateUnit: 'A' });
  expect(await composite()).toMatchObject({ chargingSchedule: { chargingSchedulePeriod: periods([0, 12.5]) } });
  expect(await ask(server, 'ClearChargingProfile', { id: 9 })).toEqual({ status: 'Unknown' });
  expect(await ask(server, 'ClearChargingProfile', { connectorId: 1 })).toEqual({ status: 'Accepted' });
  expect(await composite()).toMatchObject({ chargingSchedule: { chargingSchedulePeriod: periods([0, 32]) } });
});

test.each(['2.0.1', '2.1'] as const)(
  'OCPP %s: a station takes profiles, refuses what it must, and reports them',
  async (version) => {
    await using server = await startSmallServer({ answer: accepting() });
    await using _station = await startAccepted(server, { version });
    const set = (chargingProfile: object, evseId = 1) => ask(server, 'SetChargingProfile', { evseId, chargingProfile });
    const refused = (reasonCode: string) => ({ status: 'Rejected', statusInfo: { reasonCode } });
    expect(await set(profile(1))).toEqual({ status: 'Accepted' });
    expect(await set(profile(1))).toEqual({ status: 'Accepted' });
    expect(await set(profile(2))).toEqual(refused('DuplicateProfile'));
    expect(await set(profile(3), 9)).toEqual(refused('UnknownEvse'));
    expect(await set(profile(3, { chargingProfilePurpose: 'TxProfile', transactionId: 'T-9' }))).toEqual(
      refused('TxNotFound'),
    );
    expect(await set(profile(3, { chargingProfilePurpose: 'ChargingStationMaxProfile' }), 0)).toEqual({
      status: 'Accepted',
    });
    expect(await ask(server, 'GetChargingProfiles', { requestId: 5, chargingProfile: {} })).toEqual({
      status: 'Accepted',
    });
    const reports = () => server.calls.filter(({ action }) => action === 'ReportChargingProfiles');
    await server.until(() => reports().length === 2);
    expect(reports().map(({ payload }) => payload)).toMatchObject([
      { requestId: 5, evseId: 1, tbc: true, chargingProfile: [{ id: 1 }] },
      { requestId: 5, evseId: 0, tbc: false, chargingProfile: [{ id: 3 }] },
    ]);
    const choice = { chargingProfileCriteria: { chargingProfilePurpose: 'TxDefaultProfile' } };
    expect(await ask(server, 'ClearChargingProfile', choice)).toEqual({ status: 'Accepted' });
    expect(await ask(server, 'ClearChargingProfile', choice)).toEqual({ status: 'Unknown' });
  },
);

test('a car that has told its needs answers its profile with what it will draw', async () => {
  await using server = await startSmallServer({
    answer: (call) => (call.action === 'NotifyEVChargingNeeds' ? { status: 'Accepted' } : accepting()(call)),
  });
  await using station = await startAccepted(server, { version: '2.0.1' });
  const { ref } = station.sessions.start({ evseId: 1, token: 'DRIVER-1' });
  await tellNeeds(station, { evseId: 1, chargingNeeds: { requestedEnergyTransfer: 'DC' } });
  const chargingProfile = profile(7, { chargingProfilePurpose: 'TxProfile', transactionId: ref });
  expect(await ask(server, 'SetChargingProfile', { evseId: 1, chargingProfile })).toEqual({ status: 'Accepted' });
  const { payload } = await server.received('NotifyEVChargingSchedule');
  expect(payload).toMatchObject({ evseId: 1, chargingSchedule: { chargingSchedulePeriod: periods([0, 10]) } });
});

test('a 2.1 station follows dynamic values, priority, transfers and signals as far as it can', async () => {
  await using server = await startSmallServer({ answer: accepting() });
  await using station = await startAccepted(server, { version: '2.1' });
  const { ref: transactionId } = station.sessions.start({ evseId: 1, token: 'DRIVER-1' });
  const update = { chargingProfileId: 4, scheduleUpdate: { limit: 7.5 } };
  expect(await ask(server, 'UpdateDynamicSchedule', update)).toEqual({ status: 'Rejected' });
  const dynamic = profile(4, { chargingProfileKind: 'Dynamic' });
  await ask(server, 'SetChargingProfile', { evseId: 1, chargingProfile: dynamic });
  expect(await ask(server, 'UpdateDynamicSchedule', update)).toEqual({ status: 'Accepted' });
  const composite = await ask(server, 'GetCompositeSchedule', { evseId: 1, duration: 60, chargingRateUnit: 'A' });
  expect(composite).toMatchObject({ schedule: { chargingSchedulePeriod: periods([0, 7.5]) } });

  expect(await ask(server, 'UsePriorityCharging', { transactionId, activate: true })).toEqual({ status: 'NoProfile' });
  const priority = profile(5, { chargingProfilePurpose: 'PriorityCharging' });
  await ask(server, 'SetChargingProfile', { evseId: 1, chargingProfile: priority });
  expect(await ask(server, 'UsePriorityCharging', { transactionId, activate: true })).toEqual({ status: 'Accepted' });

  const allow = (ref: string) =>
    ask(server, 'NotifyAllowedEnergyTransfer', { transactionId: ref, allowedEnergyTransfer: ['AC_BPT'] });
  expect([await allow(transactionId), await allow('T-9')]).toEqual([{ status: 'Accepted' }, { status: 'Rejected' }]);
  expect(await ask(server, 'AFRRSignal', { timestamp: '2026-03-01T12:00:00Z', signal: 5 })).toEqual({
    status: 'Rejected',
  });
});

test('a 2.1 station keeps controls for the grid, and tells what they do', async () => {
  await using server = await startSmallServer({ answer: accepting() });
  await using _station = await startAccepted(server, { version: '2.1' });
  const control = (controlId: string, priority: number) => ({
    controlId,
    isDefault: false,
    controlType: 'FixedVar',
    fixedVar: { priority, setpoint: 10, unit: 'PctMaxVar' },
  });
  expect(await ask(server, 'SetDERControl', control('A', 2))).toEqual({ status: 'Accepted' });
  expect(await ask(server, 'SetDERControl', control('B', 1))).toEqual({ status: 'Accepted', supersededIds: ['A'] });
  expect((await server.received('NotifyDERStartStop', 2)).payload).toMatchObject({ controlId: 'B', started: true });
  expect(await ask(server, 'GetDERControl', { requestId: 3, controlType: 'FixedVar' })).toEqual({ status: 'Accepted' });
  expect((await server.received('ReportDERControl', 1)).payload).toMatchObject({
    tbc: true,
    fixedVar: [{ id: 'A', isSuperseded: true }],
  });
  expect((await server.received('ReportDERControl', 2)).payload).toMatchObject({ tbc: false, fixedVar: [{ id: 'B' }] });
  expect(await ask(server, 'ClearDERControl', { isDefault: false, controlId: 'B' })).toEqual({ status: 'Accepted' });
  expect((await server.received('NotifyDERStartStop', 3)).payload).toMatchObject({ controlId: 'B', started: false });
  expect(await ask(server, 'ClearDERControl', { isDefault: true })).toEqual({ status: 'NotFound' });
});

test('a driver whose swap was asked for leaves a battery and takes another', async () => {
  await using server = await startSmallServer({ answer: accepting() });
  await using _station = await startAccepted(server, { version: '2.1' });
  const idToken = { idToken: 'RIDER-1', type: 'Central' };
  expect(await ask(server, 'RequestBatterySwap', { idToken, requestId: 8 })).toEqual({ status: 'Accepted' });
  expect((await server.received('BatterySwap', 2)).payload).toMatchObject({ requestId: 8, eventType: 'BatteryOut' });
});

const noon = new Date('2026-03-01T12:00:00Z');
const held = (id: number, more: object, plan: object, evseId = 1) => ({
  evseId,
  source: 'CSO',
  profile: { ...profile(id, more), chargingSchedule: [{ id: 1, chargingRateUnit: 'A', ...plan }] } as never,
});

test('a composite takes the highest level of each purpose and the least of all purposes', () => {
  const profiles = new ChargingProfiles();
  const absolute = (startSchedule: string, ...steps: [number, number][]) => ({
    startSchedule,
    chargingSchedulePeriod: periods(...steps),
  });
  profiles.put(held(1, { chargingProfileKind: 'Absolute' }, absolute('2026-03-01T11:00:00Z', [0, 30], [7200, 10])));
  profiles.put(
    held(
      2,
      { chargingProfileKind: 'Absolute', stackLevel: 1 },
      { ...absolute('2026-03-01T12:30:00Z', [0, 16]), duration: 600 },
    ),
  );
  profiles.put(
    held(
      3,
      {
        chargingProfileKind: 'Recurring',
        recurrencyKind: 'Daily',
        chargingProfilePurpose: 'ChargingStationMaxProfile',
      },
      absolute('2020-01-01T12:10:00Z', [0, 20]),
      0,
    ),
  );
  const asked = { evseId: 1, durationSeconds: 7200, unit: 'A' as const, now: noon };
  // Yesterday's recurrence of the maximum still holds at noon; the second default counts for its ten minutes.
  expect(profiles.composite(asked)).toEqual(periods([0, 20], [1800, 16], [2400, 20], [3600, 10]));
});

test('amperes are told as watts of as many phases as may be used', () => {
  const profiles = new ChargingProfiles();
  profiles.put(held(1, {}, { chargingSchedulePeriod: [{ startPeriod: 0, limit: 16.1, numberPhases: 1 }] }));
  const asked = { evseId: 1, durationSeconds: 60, unit: 'W' as const, now: noon };
  expect(profiles.composite(asked)).toEqual(periods([0, 3703]));
});
