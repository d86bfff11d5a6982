import { expect } from 'vitest';
import type {
  ChargingProfileList,
  CompositeScheduleList,
  EvScheduleList,
  LimitList,
  PriorityChargingList,
} from '../../src/contract/energy/charging-profile.ts';
import type { EvNeedsList } from '../../src/contract/energy/ev-needs.ts';
import { expectAccepted, noon, setChargingProfile, startSession } from '../support/charging-profile-steps.ts';
import { type UseCase, useCases } from '../support/use-case.ts';

const useCase = useCases();
const only = ['2.1'] as const;

const plan = (limit: number) => ({ unit: 'W', startsAt: noon, periods: [{ startSeconds: 0, limit }] });
const forSession = (sessionId: string, more: object = {}) => ({
  purpose: 'tx-profile',
  evseId: 1,
  chargingProfileId: 7,
  sessionId,
  ...plan(11000),
  ...more,
});
const needs = {
  requestedEnergyTransfer: 'AC_three_phase',
  departureTime: '2100-03-01T17:00:00Z',
  acChargingParameters: { energyAmount: 30000, evMinCurrent: 6, evMaxCurrent: 32, evMaxVoltage: 400 },
};
const chargingProfiles = ({ view }: UseCase) => view<ChargingProfileList>('charging-profiles');
const limits = ({ view }: UseCase) => view<LimitList>('limits');

useCase('K18', 'ISO 15118-20 scheduled control: the car chooses among plans', only, async (given) => {
  const { station, view, sigec, stationId } = given;
  const priceLevels = [{ startSeconds: 0, durationSeconds: 3600, level: 1 }];
  const body = {
    purpose: 'tx-profile',
    evseId: 1,
    chargingProfileId: 7,
    ...plan(11000),
    priceLevels,
    alternatives: [plan(7400), plan(3700)],
  };
  await sigec.api.post(`/api/stations/${stationId}/charging-profiles`, body);
  await startSession(given);
  const chargingNeeds = { ...needs, controlMode: 'ScheduledControl', mobilityNeedsMode: 'EVCC' };
  expect(await station.call('NotifyEVChargingNeeds', { evseId: 1, chargingNeeds })).toEqual({ status: 'Accepted' });
  const { chargingProfile } = await station.answer('SetChargingProfile', { status: 'Accepted' });
  expect((chargingProfile as { chargingSchedule: object[] }).chargingSchedule).toMatchObject([
    { id: 1, salesTariff: { salesTariffEntry: [{ ePriceLevel: 1 }] } },
    { id: 2 },
    { id: 3 },
  ]);
  await station.call('NotifyEVChargingSchedule', {
    evseId: 1,
    timeBase: noon,
    selectedChargingScheduleId: 2,
    powerToleranceAcceptance: true,
    chargingSchedule: { id: 2, chargingRateUnit: 'W', chargingSchedulePeriod: [{ startPeriod: 0, limit: 7400 }] },
  });
  expect(await view<EvNeedsList>('ev-needs')).toMatchObject({
    evNeeds: [{ controlMode: 'scheduled', mobilityMode: 'car', ac: { energyWh: 30000, minCurrentA: 6 } }],
  });
  await expect
    .poll(() => view<EvScheduleList>('ev-schedules'))
    .toMatchObject({
      evSchedules: [{ chosenSchedule: 2, acceptsPowerTolerance: true, isWithinChargingProfile: true }],
    });
  expect(await chargingProfiles(given)).toMatchObject({
    chargingProfiles: [{ priceLevels, alternatives: [{ periods: [{ limit: 7400 }] }, { periods: [{ limit: 3700 }] }] }],
  });
  return { messages: ['NotifyEVChargingNeeds', 'SetChargingProfile', 'NotifyEVChargingSchedule'] };
});

const offer = {
  evPowerSchedule: { timeAnchor: noon, evPowerScheduleEntries: [{ duration: 3600, power: -5000 }] },
  evAbsolutePriceSchedule: {
    timeAnchor: noon,
    currency: 'BRL',
    priceAlgorithm: 'urn:iso:std:iso:15118:-20:PriceAlgorithm:1-Power',
    evAbsolutePriceScheduleEntries: [{ duration: 3600, evPriceRule: [{ energyFee: 0.9, powerRangeStart: 0 }] }],
  },
};

useCase('K19', 'ISO 15118-20 dynamic control: we steer', only, async (given) => {
  const { station, view, command } = given;
  const { id } = await startSession(given);
  const v2xChargingParameters = { minChargePower: 100, maxChargePower: 11000, maxChargePower_L2: 3700, targetSoC: 80 };
  const chargingNeeds = {
    ...needs,
    controlMode: 'DynamicControl',
    mobilityNeedsMode: 'EVCC_SECC',
    v2xChargingParameters,
    evEnergyOffer: offer,
  };
  expect(await station.call('NotifyEVChargingNeeds', { evseId: 1, chargingNeeds })).toMatchObject({
    status: 'Processing',
  });
  expect(await view<EvNeedsList>('ev-needs')).toMatchObject({
    evNeeds: [
      {
        controlMode: 'dynamic',
        mobilityMode: 'car-and-station',
        v2x: { minChargePowerW: 100, maxChargePowerW: 11000, maxChargePowerL2W: 3700, targetPercent: 80 },
        energyOffer: {
          startsAt: noon,
          currency: 'BRL',
          powers: [{ durationSeconds: 3600, powerW: -5000 }],
          prices: [{ durationSeconds: 3600, energyFee: 0.9, fromPowerW: 0 }],
        },
        decision: 'processing',
        reason: 'no-charging-profile',
      },
    ],
  });
  await setChargingProfile(
    given,
    forSession(id, { kind: 'dynamic', startsAt: undefined, periods: [{ startSeconds: 0, setpoint: 5000 }] }),
  );
  const running = command('update-dynamic-schedule', { chargingProfileId: 7, setpoint: 7000.5 });
  const asked = await station.answer('UpdateDynamicSchedule', { status: 'Accepted' });
  expect(asked).toEqual({ chargingProfileId: 7, scheduleUpdate: { setpoint: 7000.5 } });
  expectAccepted(await running);
  expect(await chargingProfiles(given)).toMatchObject({
    chargingProfiles: [{ kind: 'dynamic', periods: [{ setpoint: 7000.5 }] }],
  });
  return { messages: ['NotifyEVChargingNeeds', 'SetChargingProfile', 'UpdateDynamicSchedule'] };
});

useCase('K20', 'The needs of a car change', only, async (given) => {
  const { station, view } = given;
  const { id } = await startSession(given);
  await setChargingProfile(given, forSession(id));
  for (const hour of ['15', '16']) {
    const chargingNeeds = { ...needs, departureTime: `2100-03-01T${hour}:00:00Z` };
    const told = { evseId: 1, chargingNeeds, timestamp: `2026-03-01T${hour}:00:00Z` };
    expect(await station.call('NotifyEVChargingNeeds', told)).toEqual({ status: 'Accepted' });
    await station.answer('SetChargingProfile', { status: 'Accepted' });
  }
  expect((await view<EvNeedsList>('ev-needs')).evNeeds).toMatchObject([
    { toldAt: '2026-03-01T16:00:00.000Z', departureAt: '2100-03-01T16:00:00.000Z', decision: 'accepted', v2x: null },
  ]);
  return { messages: ['NotifyEVChargingNeeds', 'SetChargingProfile', 'NotifyEVChargingNeeds', 'SetChargingProfile'] };
});

const priority = ({ view }: UseCase) => view<PriorityChargingList>('priority-charging');

useCase('K21', 'Priority charging asked for by us', only, async (given) => {
  const { station, command } = given;
  const { id, ref } = await startSession(given);
  const refused = command('use-priority-charging', { sessionId: id });
  await station.answer('UsePriorityCharging', { status: 'NoProfile' });
  expect((await refused).outcome).toMatchObject({ status: 'rejected', code: 'NoProfile' });
  expect(await priority(given)).toEqual({ priorityCharging: [] });
  const { profile } = await setChargingProfile(given, {
    purpose: 'priority-charging',
    evseId: 1,
    chargingProfileId: 9,
    ...plan(22000),
  });
  expect(profile['chargingProfilePurpose']).toBe('PriorityCharging');
  const running = command('use-priority-charging', { sessionId: id });
  expect(await station.answer('UsePriorityCharging', { status: 'Accepted' })).toEqual({
    transactionId: ref,
    activate: true,
  });
  expectAccepted(await running);
  expect(await priority(given)).toMatchObject({
    priorityCharging: [{ sessionRef: ref, isActive: true, changedBy: 'csms' }],
  });
  return { messages: ['UsePriorityCharging', 'SetChargingProfile', 'UsePriorityCharging'] };
});

useCase('K22', 'Priority charging asked for at the station', only, async (given) => {
  const { station } = given;
  const { ref } = await startSession(given);
  await station.call('NotifyPriorityCharging', { transactionId: ref, activated: true });
  expect(await priority(given)).toMatchObject({
    priorityCharging: [{ sessionRef: ref, isActive: true, changedBy: 'station' }],
  });
  await station.call('NotifyPriorityCharging', { transactionId: ref, activated: false });
  expect(await priority(given)).toMatchObject({ priorityCharging: [{ sessionRef: ref, isActive: false }] });
  return { messages: ['NotifyPriorityCharging', 'NotifyPriorityCharging'] };
});

const wirePlan = (limit: number) => ({
  id: 1,
  chargingRateUnit: 'W',
  chargingSchedulePeriod: [{ startPeriod: 0, limit }],
});
const wireProfile = (id: number, purpose: string, more: object = {}) => ({
  id,
  stackLevel: 0,
  chargingProfilePurpose: purpose,
  chargingProfileKind: 'Absolute',
  chargingSchedule: [wirePlan(5000)],
  ...more,
});

async function report({ station, command }: UseCase, source: string, chargingProfile: object): Promise<void> {
  const running = command('get-charging-profiles', { sources: ['EMS'] }, { waitForEffectSeconds: 20 });
  const { requestId } = await station.answer('GetChargingProfiles', { status: 'Accepted' });
  await station.call('ReportChargingProfiles', {
    requestId,
    evseId: 0,
    chargingLimitSource: source,
    chargingProfile: [chargingProfile],
  });
  expect((await running).effect).toMatchObject({ kind: 'charging-profiles-reported' });
}

useCase('K23', 'An energy manager beside the station', only, async (given) => {
  await given.station.call('NotifyChargingLimit', {
    chargingLimit: { chargingLimitSource: 'EMS' },
    chargingSchedule: [wirePlan(9000)],
  });
  await report(given, 'EMS', wireProfile(-5, 'ChargingStationExternalConstraints'));
  expect(await limits(given)).toMatchObject({
    limits: [{ source: 'EMS', schedules: [{ periods: [{ limit: 9000 }] }] }],
  });
  expect(await chargingProfiles(given)).toMatchObject({
    chargingProfiles: [{ chargingProfileId: -5, source: 'EMS', purpose: 'charging-station-external-constraints' }],
  });
  return { messages: ['NotifyChargingLimit', 'GetChargingProfiles', 'ReportChargingProfiles'] };
});

useCase('K24', 'An energy manager as local controller: its limit and ours come to one', only, async (given) => {
  const { station, command, view } = given;
  await setChargingProfile(given, { purpose: 'charging-station-max-profile', ...plan(44000) });
  await station.call('NotifyChargingLimit', {
    chargingLimit: { chargingLimitSource: 'EMS' },
    chargingSchedule: [wirePlan(20000)],
  });
  const running = command('get-composite-schedule', { evseId: 0, durationSeconds: 600 });
  const { id: _id, ...composite } = wirePlan(20000);
  await station.answer('GetCompositeSchedule', {
    status: 'Accepted',
    schedule: { evseId: 0, duration: 600, scheduleStart: noon, ...composite },
  });
  expectAccepted(await running);
  expect(await view<CompositeScheduleList>('composite-schedule')).toMatchObject({
    compositeSchedules: [{ evseId: 0, periods: [{ limit: 20000 }] }],
  });
  return { messages: ['SetChargingProfile', 'NotifyChargingLimit', 'GetCompositeSchedule'] };
});

useCase('K25', 'Energy made on site adds to the limit', only, async (given) => {
  const { station } = given;
  const { profile, record } = await setChargingProfile(given, {
    purpose: 'local-generation',
    chargingProfileId: 3,
    ...plan(6000),
  });
  expectAccepted(record);
  expect(profile['chargingProfilePurpose']).toBe('LocalGeneration');
  const chargingLimit = { chargingLimitSource: 'EMS', isLocalGeneration: true };
  await station.call('NotifyChargingLimit', { chargingLimit, chargingSchedule: [wirePlan(6000)] });
  expect(await limits(given)).toMatchObject({ limits: [{ source: 'EMS', isLocalGeneration: true }] });
  expect(await chargingProfiles(given)).toMatchObject({
    chargingProfiles: [{ purpose: 'local-generation', state: 'active' }],
  });
  return { messages: ['SetChargingProfile', 'NotifyChargingLimit'] };
});

useCase('K26', 'An energy manager that tells the station what is made on site', only, async (given) => {
  await report(given, 'EMS', wireProfile(-6, 'LocalGeneration'));
  expect(await chargingProfiles(given)).toMatchObject({
    chargingProfiles: [{ chargingProfileId: -6, purpose: 'local-generation', source: 'EMS', state: 'active' }],
  });
  const { station, command } = given;
  const running = command('clear-charging-profiles', { purpose: 'local-generation' });
  expect(await station.answer('ClearChargingProfile', { status: 'Accepted' })).toEqual({
    chargingProfileCriteria: { chargingProfilePurpose: 'LocalGeneration' },
  });
  expectAccepted(await running);
  expect(await chargingProfiles(given)).toMatchObject({
    chargingProfiles: [{ chargingProfileId: -6, state: 'cleared' }],
  });
  return { messages: ['GetChargingProfiles', 'ReportChargingProfiles', 'ClearChargingProfile'] };
});

useCase('K27', 'An energy manager in the cloud: what counts while it cannot be reached', only, async (given) => {
  const offline = { maxOfflineSeconds: 900, isInvalidAfterOffline: true };
  const more = { limitAtSoc: { percent: 80, limit: 3000 }, randomDelaySeconds: 30, usesLocalTime: true };
  const { profile, record } = await setChargingProfile(given, {
    purpose: 'charging-station-max-profile',
    ...plan(44000),
    ...offline,
    ...more,
  });
  expectAccepted(record);
  expect(profile).toMatchObject({
    maxOfflineDuration: 900,
    invalidAfterOfflineDuration: true,
    chargingSchedule: [{ limitAtSoC: { soc: 80, limit: 3000 }, randomizedDelay: 30, useLocalTime: true }],
  });
  expect(await chargingProfiles(given)).toMatchObject({ chargingProfiles: [{ ...offline, ...more }] });
  return { messages: ['SetChargingProfile'] };
});

const dynamic = {
  purpose: 'charging-station-max-profile',
  kind: 'dynamic',
  chargingProfileId: 4,
  unit: 'W',
  updateEverySeconds: 60,
};

useCase('K28', 'A dynamic profile of ours, pushed and pulled', only, async (given) => {
  const { station, command } = given;
  const unknown = await command('update-dynamic-schedule', { chargingProfileId: 4, limit: 1 });
  expect(unknown.outcome).toMatchObject({ status: 'not-sent' });
  const { profile } = await setChargingProfile(given, {
    ...dynamic,
    periods: [{ startSeconds: 0, limit: 5000, setpoint: 10 }],
  });
  expect(profile).toMatchObject({ chargingProfileKind: 'Dynamic', dynUpdateInterval: 60 });
  const pushed = command('update-dynamic-schedule', { chargingProfileId: 4, limit: 6000 });
  await station.answer('UpdateDynamicSchedule', { status: 'Accepted' });
  expectAccepted(await pushed);
  // What is not told stays as it was.
  expect(await chargingProfiles(given)).toMatchObject({
    chargingProfiles: [{ periods: [{ limit: 6000, setpoint: 10 }] }],
  });
  const refused = command('update-dynamic-schedule', { chargingProfileId: 4, limit: 9000 });
  await station.answer('UpdateDynamicSchedule', { status: 'Rejected' });
  expect((await refused).outcome).toMatchObject({ status: 'rejected' });
  await command('update-dynamic-schedule', { chargingProfileId: 4, limit: 7000, delivery: 'pull' });
  expect(await station.call('PullDynamicScheduleUpdate', { chargingProfileId: 4 })).toEqual({
    status: 'Accepted',
    scheduleUpdate: { limit: 7000, setpoint: 10 },
  });
  expect(await station.call('PullDynamicScheduleUpdate', { chargingProfileId: 5 })).toMatchObject({
    status: 'Rejected',
  });
  expect(await chargingProfiles(given)).toMatchObject({ chargingProfiles: [{ periods: [{ limit: 7000 }] }] });
  return {
    messages: ['SetChargingProfile', 'UpdateDynamicSchedule', 'UpdateDynamicSchedule', 'PullDynamicScheduleUpdate'],
  };
});

useCase('K29', 'A dynamic profile of someone else', only, async (given) => {
  const { station } = given;
  for (const limit of [4000, 4500]) {
    const chargingLimit = { chargingLimitSource: 'SO' };
    await station.call('NotifyChargingLimit', { chargingLimit, chargingSchedule: [wirePlan(limit)] });
  }
  await report(given, 'EMS', wireProfile(-7, 'ChargingStationExternalConstraints', { chargingProfileKind: 'Dynamic' }));
  expect(await limits(given)).toMatchObject({
    limits: [{ source: 'SO', schedules: [{ periods: [{ limit: 4500 }] }] }],
  });
  expect(await chargingProfiles(given)).toMatchObject({
    chargingProfiles: [{ chargingProfileId: -7, kind: 'dynamic', source: 'EMS' }],
  });
  return { messages: ['NotifyChargingLimit', 'NotifyChargingLimit', 'GetChargingProfiles', 'ReportChargingProfiles'] };
});
