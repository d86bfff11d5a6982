import { expect } from 'vitest';
import type { CommandList } from '../../src/contract/commands/command.ts';
import type {
  ChargingProfileList,
  CompositeScheduleList,
  EvScheduleList,
  LimitList,
} from '../../src/contract/energy/charging-profile.ts';
import type { EvNeedsList } from '../../src/contract/energy/ev-needs.ts';
import type { SessionPage } from '../../src/contract/sessions/session.ts';
import {
  expectAccepted,
  noon,
  periodsOf,
  setChargingProfile,
  startMessage,
  startSession,
  txEvent,
} from '../support/charging-profile-steps.ts';
import { connectRaw } from '../support/raw-station.ts';
import { knowToken } from '../support/tokens.ts';
import { type UseCase, useCases } from '../support/use-case.ts';

const useCase = useCases();
const all = ['1.6', '2.0.1', '2.1'] as const;
const later = ['2.0.1', '2.1'] as const;

const periods = [
  { startSeconds: 0, limit: 16.1, phases: 3 },
  { startSeconds: 3600, limit: 6, phases: 1 },
];
const wirePeriods = [
  { startPeriod: 0, limit: 16.1, numberPhases: 3 },
  { startPeriod: 3600, limit: 6, numberPhases: 1 },
];
const evening = {
  purpose: 'tx-default-profile',
  evseId: 1,
  stackLevel: 2,
  startsAt: noon,
  unit: 'A',
  periods,
} as const;
const chargingProfiles = ({ view }: UseCase) => view<ChargingProfileList>('charging-profiles');

useCase('K01', 'Set a charging profile', all, async (given) => {
  const { version } = given;
  const { asked, profile, record } = await setChargingProfile(given, {
    ...evening,
    chargingProfileId: 7,
    validTo: '2026-04-01T00:00:00Z',
  });
  expectAccepted(record);
  expect(asked).toMatchObject(version === '1.6' ? { connectorId: 1 } : { evseId: 1 });
  expect(profile).toMatchObject({
    [version === '1.6' ? 'chargingProfileId' : 'id']: 7,
    stackLevel: 2,
    chargingProfilePurpose: 'TxDefaultProfile',
    chargingProfileKind: 'Absolute',
    validTo: '2026-04-01T00:00:00Z',
  });
  expect(periodsOf(profile)).toEqual(wirePeriods);
  expect(await chargingProfiles(given)).toMatchObject({
    chargingProfiles: [{ chargingProfileId: 7, ...evening, state: 'active', source: 'csms', periods }],
  });
  // The next one of the same place, purpose and level takes its number; a refusal changes nothing.
  const refused = await setChargingProfile(
    given,
    { ...evening, periods: [{ startSeconds: 0, limit: 1 }] },
    { status: 'Rejected' },
  );
  expect(refused.profile).toMatchObject({ [version === '1.6' ? 'chargingProfileId' : 'id']: 7 });
  expect(refused.record.outcome).toMatchObject({ status: 'rejected', code: 'Rejected' });
  expect(await chargingProfiles(given)).toMatchObject({ chargingProfiles: [{ chargingProfileId: 7, periods }] });
  return { messages: ['SetChargingProfile', 'SetChargingProfile'] };
});

useCase('K02', 'Central smart charging', all, async (given) => {
  const { station, version } = given;
  const { id, ref } = await startSession(given);
  const { profile, record } = await setChargingProfile(given, {
    purpose: 'tx-profile',
    evseId: 1,
    sessionId: id,
    kind: 'relative',
    unit: 'W',
    periods: [{ startSeconds: 0, limit: 11000 }],
  });
  expectAccepted(record);
  expect(profile).toMatchObject({
    chargingProfilePurpose: 'TxProfile',
    transactionId: version === '1.6' ? Number(ref) : ref,
  });
  if (version === '1.6') await station.call('Heartbeat', {});
  else await station.call('TransactionEvent', txEvent({ seqNo: 1, trigger: 'ChargingRateChanged' }));
  expect(await chargingProfiles(given)).toMatchObject({
    chargingProfiles: [{ purpose: 'tx-profile', sessionRef: ref, unit: 'W', kind: 'relative', state: 'active' }],
  });
  return { messages: [startMessage(version), 'SetChargingProfile'] };
});

useCase('K03', 'Local smart charging by a default for every session', all, async (given) => {
  const { profile, record } = await setChargingProfile(given, {
    ...evening,
    evseId: 0,
    kind: 'recurring',
    recurrency: 'daily',
  });
  expectAccepted(record);
  expect(profile).toMatchObject({ chargingProfileKind: 'Recurring', recurrencyKind: 'Daily' });
  expect(await chargingProfiles(given)).toMatchObject({
    chargingProfiles: [{ evseId: 0, kind: 'recurring', recurrency: 'daily' }],
  });
  return { messages: ['SetChargingProfile'] };
});

useCase('K04', 'Internal load balancing under one maximum', all, async (given) => {
  const { version, command } = given;
  const { profile, record } = await setChargingProfile(given, {
    ...evening,
    purpose: 'charging-station-max-profile',
    evseId: 0,
  });
  expectAccepted(record);
  expect(profile).toMatchObject({
    chargingProfilePurpose: version === '1.6' ? 'ChargePointMaxProfile' : 'ChargingStationMaxProfile',
  });
  expect(await chargingProfiles(given)).toMatchObject({
    chargingProfiles: [{ purpose: 'charging-station-max-profile', evseId: 0, state: 'active' }],
  });
  await expect(
    command('set-charging-profile', { ...evening, purpose: 'charging-station-max-profile', evseId: 1 }),
  ).rejects.toThrow('evseId');
  return { messages: ['SetChargingProfile'] };
});

useCase('K05', 'Remote start with a charging profile', all, async (given) => {
  const { sigec, version, station, command } = given;
  await knowToken(sigec, 'DRIVER-1');
  const schedule = { unit: 'A', periods };
  const running = command('start-session', { token: 'DRIVER-1', evseId: 1, chargingProfile: schedule });
  const action = version === '1.6' ? 'RemoteStartTransaction' : 'RequestStartTransaction';
  const asked = await station.answer(action, { status: 'Accepted' });
  const profile = asked['chargingProfile'] as Record<string, unknown>;
  expect(profile).toMatchObject({ chargingProfilePurpose: 'TxProfile', chargingProfileKind: 'Relative' });
  expect(profile).not.toHaveProperty('transactionId');
  expect(periodsOf(profile)).toEqual(wirePeriods);
  expectAccepted(await running);
  await startSession(given);
  expect(await chargingProfiles(given)).toMatchObject({
    chargingProfiles: [{ evseId: 1, purpose: 'tx-profile', state: 'active', periods }],
  });
  return { messages: [action, startMessage(version)] };
});

/** The station loses its connection and comes back without a boot. */
async function reconnected({ sigec, station, stationId, version }: UseCase) {
  station.socket.close();
  await station.closed;
  return connectRaw(sigec.addresses.ocpp, stationId, { protocols: [`ocpp${version}`] });
}

useCase('K06', 'Offline during a transaction: the schedule goes on', all, async (given) => {
  const { version, view } = given;
  const { id } = await startSession(given);
  await setChargingProfile(given, { ...evening, purpose: 'tx-profile', sessionId: id });
  await using back = await reconnected(given);
  const told: [string, object] =
    version === '1.6'
      ? ['MeterValues', { connectorId: 1, meterValue: [{ timestamp: noon, sampledValue: [{ value: '1' }] }] }]
      : ['TransactionEvent', { ...txEvent({ seqNo: 1, trigger: 'MeterValuePeriodic' }), offline: true }];
  expect(await back.ask([2, 'late', ...told])).toMatchObject([3, 'late', {}]);
  expect(await chargingProfiles(given)).toMatchObject({
    chargingProfiles: [{ purpose: 'tx-profile', state: 'active' }],
  });
  expect((await view<SessionPage>('sessions')).sessions[0]).toMatchObject({ state: 'running' });
  return { messages: [startMessage(version), 'SetChargingProfile', told[0]] };
});

useCase(
  'K07',
  'Offline at the start: the default counts, and what we ask meanwhile is not sent',
  all,
  async (given) => {
    const { version, view, command, station } = given;
    await setChargingProfile(given, evening);
    station.socket.close();
    await station.closed;
    const lost = await command('set-charging-profile', { ...evening, periods: [{ startSeconds: 0, limit: 1 }] });
    expect(lost.outcome).toMatchObject({ status: 'not-sent' });
    await using back = await reconnected(given);
    const start: [string, object] =
      version === '1.6'
        ? ['StartTransaction', { connectorId: 1, idTag: 'DRIVER-1', meterStart: 0, timestamp: noon }]
        : ['TransactionEvent', { ...txEvent({ seqNo: 0, type: 'Started', trigger: 'CablePluggedIn' }), offline: true }];
    expect(await back.ask([2, 'late', ...start])).toMatchObject([3, 'late', {}]);
    expect((await view<SessionPage>('sessions')).sessions).toMatchObject([{ evseId: 1, state: 'running' }]);
    expect(await chargingProfiles(given)).toMatchObject({
      chargingProfiles: [{ purpose: 'tx-default-profile', state: 'active', periods }],
    });
    return { messages: ['SetChargingProfile', start[0]] };
  },
);

useCase('K08', 'Get the composite schedule', all, async ({ version, station, command, view }) => {
  const running = command('get-composite-schedule', { evseId: 1, durationSeconds: 7200, unit: 'A' });
  const schedule = { chargingRateUnit: 'A', chargingSchedulePeriod: wirePeriods, duration: 7200 };
  const asked = await station.answer(
    'GetCompositeSchedule',
    version === '1.6'
      ? { status: 'Accepted', connectorId: 1, scheduleStart: noon, chargingSchedule: schedule }
      : { status: 'Accepted', schedule: { evseId: 1, scheduleStart: noon, ...schedule } },
  );
  const place = version === '1.6' ? { connectorId: 1 } : { evseId: 1 };
  expect(asked).toEqual({ ...place, duration: 7200, chargingRateUnit: 'A' });
  const plan = { evseId: 1, unit: 'A', startsAt: noon, durationSeconds: 7200, periods };
  expect(await running).toMatchObject({ outcome: { status: 'accepted', answer: plan } });
  const { compositeSchedules } = await view<CompositeScheduleList>('composite-schedule');
  expect(compositeSchedules).toMatchObject([plan]);
  expect(compositeSchedules[0]?.ageSeconds).toBeGreaterThanOrEqual(0);
  const refused = command('get-composite-schedule', { evseId: 9 });
  await station.answer('GetCompositeSchedule', { status: 'Rejected' });
  expect(await refused).toMatchObject({ outcome: { status: 'rejected' } });
  return { messages: ['GetCompositeSchedule', 'GetCompositeSchedule'] };
});

const wireProfile = (id: number, more: object = {}) => ({
  id,
  stackLevel: 0,
  chargingProfilePurpose: 'TxDefaultProfile',
  chargingProfileKind: 'Relative',
  chargingSchedule: [{ id: 1, chargingRateUnit: 'A', chargingSchedulePeriod: wirePeriods }],
  ...more,
});

useCase('K09', 'Get charging profiles', later, async (given) => {
  const { station, command } = given;
  await setChargingProfile(given, { ...evening, chargingProfileId: 7 });
  await setChargingProfile(given, { ...evening, chargingProfileId: 8, stackLevel: 3 });
  const running = command('get-charging-profiles', {}, { waitForEffectSeconds: 20 });
  const { requestId, chargingProfile } = await station.answer('GetChargingProfiles', { status: 'Accepted' });
  expect(chargingProfile).toEqual({});
  const external = wireProfile(100, { chargingProfilePurpose: 'ChargingStationExternalConstraints' });
  const part = { requestId, evseId: 1, tbc: true };
  await station.call('ReportChargingProfiles', { ...part, chargingLimitSource: 'EMS', chargingProfile: [external] });
  const last = {
    ...part,
    chargingLimitSource: 'CSO',
    chargingProfile: [wireProfile(7, { stackLevel: 2 })],
    tbc: false,
  };
  await station.call('ReportChargingProfiles', last);
  expect(await running).toMatchObject({
    outcome: { status: 'accepted', answer: { hasChargingProfiles: true } },
    effect: { kind: 'charging-profiles-reported' },
  });
  // What it holds is there, from whom it came is told, and what it no longer holds is gone.
  expect(await chargingProfiles(given)).toMatchObject({
    chargingProfiles: [
      {
        chargingProfileId: 100,
        purpose: 'charging-station-external-constraints',
        source: 'EMS',
        state: 'active',
        periods,
      },
      { chargingProfileId: 7, source: 'csms', state: 'active', reportedAt: expect.any(String) as string },
      { chargingProfileId: 8, state: 'cleared' },
    ],
  });
  const none = command('get-charging-profiles', { purpose: 'tx-default-profile' });
  await station.answer('GetChargingProfiles', { status: 'NoProfiles' });
  expect(await none).toMatchObject({ outcome: { status: 'accepted', answer: { hasChargingProfiles: false } } });
  expect(await chargingProfiles(given)).toMatchObject({
    chargingProfiles: [{ chargingProfileId: 100, state: 'active' }, { state: 'cleared' }, { state: 'cleared' }],
  });
  return {
    messages: ['GetChargingProfiles', 'ReportChargingProfiles', 'ReportChargingProfiles', 'GetChargingProfiles'],
  };
});

useCase('K10', 'Clear a charging profile', all, async (given) => {
  const { version, station, command } = given;
  await setChargingProfile(given, { ...evening, chargingProfileId: 7 });
  await setChargingProfile(given, { ...evening, chargingProfileId: 8, evseId: 2 });
  const running = command('clear-charging-profiles', { chargingProfileId: 7 });
  const asked = await station.answer('ClearChargingProfile', { status: 'Accepted' });
  expect(asked).toEqual(version === '1.6' ? { id: 7 } : { chargingProfileId: 7 });
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  expect(await chargingProfiles(given)).toMatchObject({
    chargingProfiles: [
      { chargingProfileId: 8, state: 'active' },
      { chargingProfileId: 7, state: 'cleared' },
    ],
  });
  const unknown = command('clear-charging-profiles', { purpose: 'tx-default-profile', evseId: 2 });
  const criteria = await station.answer('ClearChargingProfile', { status: 'Unknown' });
  const choice = { chargingProfilePurpose: 'TxDefaultProfile' };
  expect(criteria).toEqual(
    version === '1.6' ? { connectorId: 2, ...choice } : { chargingProfileCriteria: { evseId: 2, ...choice } },
  );
  expect(await unknown).toMatchObject({ outcome: { status: 'rejected', code: 'Unknown' } });
  // What the station does not know is not there, whatever we thought.
  expect(await chargingProfiles(given)).toMatchObject({
    chargingProfiles: [{ state: 'cleared' }, { state: 'cleared' }],
  });
  if (version === '1.6') {
    expect((await command('get-charging-profiles')).outcome).toMatchObject({
      status: 'not-sent',
      losses: [{ field: 'get-charging-profiles', why: expect.stringContaining('GetChargingProfiles') as string }],
    });
  }
  return { messages: ['ClearChargingProfile', 'ClearChargingProfile'] };
});

const limitPlan = { id: 1, chargingRateUnit: 'A', chargingSchedulePeriod: wirePeriods };
const limits = ({ view }: UseCase) => view<LimitList>('limits');

useCase('K11', 'An external limit during a transaction', later, async (given) => {
  const { station } = given;
  await startSession(given);
  const chargingLimit = { chargingLimitSource: 'EMS', isGridCritical: false };
  await station.call('NotifyChargingLimit', { chargingLimit, evseId: 1, chargingSchedule: [limitPlan] });
  await station.call('TransactionEvent', txEvent({ seqNo: 1, trigger: 'ChargingRateChanged' }));
  expect(await limits(given)).toMatchObject({
    limits: [{ evseId: 1, source: 'EMS', isGridCritical: false, clearedAt: null, schedules: [{ unit: 'A', periods }] }],
  });
  return { messages: ['TransactionEvent', 'NotifyChargingLimit', 'TransactionEvent'] };
});

useCase('K12', 'An external limit without a transaction', later, async (given) => {
  await given.station.call('NotifyChargingLimit', {
    chargingLimit: { chargingLimitSource: 'SO', isGridCritical: true },
  });
  expect(await limits(given)).toMatchObject({
    limits: [{ evseId: 0, source: 'SO', isGridCritical: true, schedules: [] }],
  });
  return { messages: ['NotifyChargingLimit'] };
});

useCase('K13', 'An external limit is released', later, async (given) => {
  const { station } = given;
  for (const evseId of [1, 2])
    await station.call('NotifyChargingLimit', { chargingLimit: { chargingLimitSource: 'EMS' }, evseId });
  await station.call('ClearedChargingLimit', { chargingLimitSource: 'EMS', evseId: 1 });
  expect(await limits(given)).toMatchObject({
    limits: [
      { evseId: 2, clearedAt: null },
      { evseId: 1, clearedAt: expect.any(String) as string },
    ],
  });
  await station.call('ClearedChargingLimit', { chargingLimitSource: 'EMS' });
  expect((await limits(given)).limits.filter(({ clearedAt }) => clearedAt === null)).toEqual([]);
  return { messages: ['NotifyChargingLimit', 'NotifyChargingLimit', 'ClearedChargingLimit', 'ClearedChargingLimit'] };
});

useCase('K14', 'An external limit passed on by a local controller', later, async (given) => {
  const { station, command } = given;
  await setChargingProfile(given, { ...evening, chargingProfileId: 7 });
  const chargingLimit = { chargingLimitSource: 'SO', isGridCritical: true };
  await station.call('NotifyChargingLimit', { chargingLimit, evseId: 1, chargingSchedule: [limitPlan] });
  const running = command('get-charging-profiles', { sources: ['SO'] }, { waitForEffectSeconds: 20 });
  const { requestId } = await station.answer('GetChargingProfiles', { status: 'Accepted' });
  const profile = wireProfile(-1, { chargingProfilePurpose: 'ChargingStationExternalConstraints' });
  await station.call('ReportChargingProfiles', {
    requestId,
    evseId: 1,
    chargingLimitSource: 'SO',
    chargingProfile: [profile],
  });
  expect((await running).effect).toMatchObject({ kind: 'charging-profiles-reported' });
  expect(await chargingProfiles(given)).toMatchObject({
    chargingProfiles: [
      { chargingProfileId: -1, source: 'SO', purpose: 'charging-station-external-constraints' },
      { chargingProfileId: 7, source: 'csms', state: 'active' },
    ],
  });
  return { messages: ['SetChargingProfile', 'NotifyChargingLimit', 'GetChargingProfiles', 'ReportChargingProfiles'] };
});

const dcNeeds = {
  requestedEnergyTransfer: 'DC',
  departureTime: '2100-03-01T17:00:00Z',
  dcChargingParameters: {
    evMaxCurrent: 200,
    evMaxVoltage: 800,
    evEnergyCapacity: 77000,
    stateOfCharge: 40,
    fullSoC: 100,
  },
};
const forTheCar = {
  purpose: 'tx-profile',
  evseId: 1,
  chargingProfileId: 7,
  startsAt: noon,
  unit: 'A',
  periods,
} as const;
const drawn = (limit: number) => ({
  evseId: 1,
  timeBase: noon,
  chargingSchedule: { id: 1, chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit }] },
});

useCase('K15', 'Load levelling with a car that tells its needs', later, async (given) => {
  const { station, sigec, stationId, view } = given;
  await sigec.api.post(`/api/stations/${stationId}/charging-profiles`, forTheCar);
  expect(await chargingProfiles(given)).toMatchObject({
    chargingProfiles: [{ chargingProfileId: 7, state: 'planned' }],
  });
  const { ref } = await startSession(given);
  const told = { evseId: 1, maxScheduleTuples: 3, chargingNeeds: dcNeeds };
  expect(await station.call('NotifyEVChargingNeeds', told)).toEqual({ status: 'Accepted' });
  const { chargingProfile } = await station.answer('SetChargingProfile', { status: 'Accepted' });
  expect(chargingProfile).toMatchObject({ id: 7, chargingProfilePurpose: 'TxProfile', transactionId: ref });
  expect(await station.call('NotifyEVChargingSchedule', drawn(6))).toEqual({ status: 'Accepted' });
  expect(await view<EvNeedsList>('ev-needs')).toMatchObject({
    evNeeds: [
      {
        evseId: 1,
        sessionRef: ref,
        transfer: 'dc',
        departureAt: '2100-03-01T17:00:00.000Z',
        maxPeriods: 3,
        ac: null,
        dc: { maxCurrentA: 200, maxVoltageV: 800, capacityWh: 77000, chargePercent: 40, fullPercent: 100 },
        decision: 'accepted',
        chargingProfileId: 7,
      },
    ],
  });
  // The profile is written down while the car already answers it.
  const active = { chargingProfileId: 7, sessionRef: ref, state: 'active' };
  await expect.poll(() => chargingProfiles(given)).toMatchObject({ chargingProfiles: [active] });
  expect(await view<EvScheduleList>('ev-schedules')).toMatchObject({
    evSchedules: [{ evseId: 1, timeBase: noon, schedule: { unit: 'A' }, isWithinChargingProfile: true }],
  });
  await expect
    .poll(() => view<CommandList>('commands'))
    .toMatchObject({
      commands: [{ name: 'set-charging-profile', why: 'the car told its needs', outcome: { status: 'accepted' } }],
    });
  return { messages: ['TransactionEvent', 'NotifyEVChargingNeeds', 'SetChargingProfile', 'NotifyEVChargingSchedule'] };
});

useCase('K16', 'Renegotiation begun by us', later, async (given) => {
  const { station, view } = given;
  const { id } = await startSession(given);
  await setChargingProfile(given, { ...forTheCar, sessionId: id });
  const less = [{ startSeconds: 0, limit: 5 }];
  const { profile, record } = await setChargingProfile(given, {
    ...forTheCar,
    chargingProfileId: undefined,
    sessionId: id,
    periods: less,
  });
  expectAccepted(record);
  expect(profile['id']).toBe(7);
  expect(await station.call('NotifyEVChargingSchedule', drawn(5.1))).toEqual({ status: 'Rejected' });
  // K16.FR.08: what the car may draw is negotiated anew.
  expect(await station.answer('SetChargingProfile', { status: 'Accepted' })).toMatchObject({
    chargingProfile: { id: 7 },
  });
  expect(await view<EvScheduleList>('ev-schedules')).toMatchObject({
    evSchedules: [{ isWithinChargingProfile: false }],
  });
  expect(await station.call('NotifyEVChargingSchedule', drawn(5))).toEqual({ status: 'Accepted' });
  expect(await view<EvScheduleList>('ev-schedules')).toMatchObject({
    evSchedules: [{ isWithinChargingProfile: true }],
  });
  return { messages: ['SetChargingProfile', 'SetChargingProfile', 'NotifyEVChargingSchedule'] };
});

useCase('K17', 'Renegotiation begun by the car', later, async (given) => {
  const { station, view } = given;
  const { id } = await startSession(given);
  const needs = { evseId: 1, chargingNeeds: dcNeeds };
  // Nothing is ready: an operator sees what the car needs, and makes a profile.
  expect(await station.call('NotifyEVChargingNeeds', needs)).toMatchObject({ status: 'Processing' });
  await setChargingProfile(given, { ...forTheCar, sessionId: id });
  // The car asks again, and is given what its session has.
  expect(await station.call('NotifyEVChargingNeeds', needs)).toEqual({ status: 'Accepted' });
  expect(await station.answer('SetChargingProfile', { status: 'Accepted' })).toMatchObject({
    chargingProfile: { id: 7 },
  });
  const gone = { ...dcNeeds, departureTime: '2020-01-01T00:00:00Z' };
  expect(await station.call('NotifyEVChargingNeeds', { evseId: 1, chargingNeeds: gone })).toMatchObject({
    status: 'Rejected',
    statusInfo: { reasonCode: 'departure-passed' },
  });
  expect(await view<EvNeedsList>('ev-needs')).toMatchObject({
    evNeeds: [{ decision: 'rejected', reason: 'departure-passed', chargingProfileId: null }],
  });
  return { messages: ['NotifyEVChargingNeeds', 'SetChargingProfile', 'NotifyEVChargingNeeds', 'SetChargingProfile'] };
});
