import { expect } from 'vitest';
import type { ChargingProfileList, LimitList } from '../../src/contract/energy/charging-profile.ts';
import type { EvNeedsList } from '../../src/contract/energy/ev-needs.ts';
import type { SessionPage } from '../../src/contract/sessions/session.ts';
import {
  expectAccepted,
  noon,
  periodsOf,
  setChargingProfile,
  startSession,
  txEvent,
} from '../support/charging-profile-steps.ts';
import { connectRaw } from '../support/raw-station.ts';
import { type UseCase, useCases } from '../support/use-case.ts';

const useCase = useCases();
const only = ['2.1'] as const;

const v2x = (sessionId: string, period: object, more: object = {}) => ({
  purpose: 'tx-profile',
  evseId: 1,
  chargingProfileId: 7,
  sessionId,
  unit: 'W',
  startsAt: noon,
  periods: [{ startSeconds: 0, ...period }],
  ...more,
});
const needs = (requestedEnergyTransfer: string) => ({
  evseId: 1,
  chargingNeeds: {
    requestedEnergyTransfer,
    availableEnergyTransfer: ['AC_three_phase', 'AC_BPT'],
    departureTime: '2100-03-01T17:00:00Z',
    v2xChargingParameters: { maxDischargePower: 11000, evMinV2XEnergyRequest: -2000, evMaxV2XEnergyRequest: 20000 },
  },
});
const chargingProfiles = ({ view }: UseCase) => view<ChargingProfileList>('charging-profiles');

async function allow({ station, command }: UseCase, sessionId: string, transfers: string[], status = 'Accepted') {
  const running = command('allow-energy-transfer', { sessionId, transfers });
  const asked = await station.answer('NotifyAllowedEnergyTransfer', { status });
  return { asked, record: await running };
}

/** Sets one period and shows what went over the wire and what an operator then sees. */
async function expectMode(given: UseCase, period: object, wire: object): Promise<void> {
  const { id } = await startSession(given);
  const { profile, record } = await setChargingProfile(given, v2x(id, period));
  expectAccepted(record);
  expect(periodsOf(profile)).toEqual([{ startPeriod: 0, ...wire }]);
  expect(await chargingProfiles(given)).toMatchObject({ chargingProfiles: [{ state: 'active', periods: [period] }] });
}

useCase('Q01', 'A car may feed back only as far as it was allowed', only, async (given) => {
  const { station, view } = given;
  const { id, ref } = await startSession(given);
  const { asked, record } = await allow(given, id, ['ac-three-phase', 'ac-v2x']);
  expect(asked).toEqual({ transactionId: ref, allowedEnergyTransfer: ['AC_three_phase', 'AC_BPT'] });
  expectAccepted(record);
  expect(await station.call('NotifyEVChargingNeeds', needs('AC_BPT'))).toMatchObject({ status: 'Processing' });
  expect(await view<EvNeedsList>('ev-needs')).toMatchObject({
    evNeeds: [
      {
        transfer: 'ac-v2x',
        availableTransfers: ['ac-three-phase', 'ac-v2x'],
        v2x: { maxDischargePowerW: 11000, minV2xEnergyWh: -2000, maxV2xEnergyWh: 20000 },
      },
    ],
    allowedTransfers: [{ sessionRef: ref, transfers: ['ac-three-phase', 'ac-v2x'] }],
  });
  expect(await station.call('NotifyEVChargingNeeds', needs('DC_BPT'))).toMatchObject({
    status: 'Rejected',
    statusInfo: { reasonCode: 'transfer-not-allowed' },
  });
  return { messages: ['NotifyAllowedEnergyTransfer', 'NotifyEVChargingNeeds', 'NotifyEVChargingNeeds'] };
});

useCase('Q02', 'Charging only at first, then feeding back is allowed', only, async (given) => {
  const { station, view } = given;
  const { id } = await startSession(given);
  await setChargingProfile(given, v2x(id, { limit: 11000, operationMode: 'charging-only' }));
  const refused = await allow(given, id, ['ac-v2x'], 'Rejected');
  expect(refused.record.outcome).toMatchObject({ status: 'rejected' });
  expect((await view<EvNeedsList>('ev-needs')).allowedTransfers).toEqual([]);
  await allow(given, id, ['ac-v2x']);
  // The car renegotiates, and is given what its session has until we say otherwise.
  expect(await station.call('NotifyEVChargingNeeds', needs('AC_BPT'))).toEqual({ status: 'Accepted' });
  await station.answer('SetChargingProfile', { status: 'Accepted' });
  const { profile } = await setChargingProfile(
    given,
    v2x(id, { dischargeLimit: -9000.5, limit: 9000, operationMode: 'external-limits' }),
  );
  expect(periodsOf(profile)).toEqual([
    { startPeriod: 0, limit: 9000, dischargeLimit: -9000.5, operationMode: 'ExternalLimits' },
  ]);
  expect(await chargingProfiles(given)).toMatchObject({
    chargingProfiles: [{ periods: [{ dischargeLimit: -9000.5 }] }],
  });
  return {
    messages: ['SetChargingProfile', 'NotifyAllowedEnergyTransfer', 'NotifyEVChargingNeeds', 'SetChargingProfile'],
  };
});

useCase('Q03', 'Central control by a schedule with setpoints', only, async (given) => {
  await expectMode(
    given,
    { setpoint: -5000.5, setpointL2: -100, setpointReactive: 20, operationMode: 'central-setpoint' },
    { setpoint: -5000.5, setpoint_L2: -100, setpointReactive: 20, operationMode: 'CentralSetpoint' },
  );
  return { messages: ['TransactionEvent', 'SetChargingProfile'] };
});

useCase('Q04', 'Central control by a setpoint that changes', only, async (given) => {
  const { station, command } = given;
  const { id } = await startSession(given);
  const period = { setpoint: -5000, limit: 11000, operationMode: 'central-setpoint' };
  await setChargingProfile(given, v2x(id, period, { kind: 'dynamic', startsAt: undefined, updateEverySeconds: 30 }));
  const running = command('update-dynamic-schedule', { chargingProfileId: 7, setpoint: 3000.1, dischargeLimit: -1 });
  expect(await station.answer('UpdateDynamicSchedule', { status: 'Accepted' })).toEqual({
    chargingProfileId: 7,
    scheduleUpdate: { setpoint: 3000.1, dischargeLimit: -1 },
  });
  expectAccepted(await running);
  expect(await chargingProfiles(given)).toMatchObject({
    chargingProfiles: [{ kind: 'dynamic', periods: [{ setpoint: 3000.1, limit: 11000, dischargeLimit: -1 }] }],
  });
  return { messages: ['SetChargingProfile', 'UpdateDynamicSchedule'] };
});

useCase('Q05', 'External control within a profile of ours', only, async (given) => {
  await expectMode(
    given,
    { limit: 11000, dischargeLimit: -11000, operationMode: 'external-setpoint' },
    { limit: 11000, dischargeLimit: -11000, operationMode: 'ExternalSetpoint' },
  );
  return { messages: ['TransactionEvent', 'SetChargingProfile'] };
});

useCase('Q06', 'External control by a setpoint of someone else', only, async (given) => {
  const { station, view } = given;
  await startSession(given);
  const chargingSchedulePeriod = [{ startPeriod: 0, setpoint: -4000, operationMode: 'ExternalSetpoint' }];
  await station.call('NotifyChargingLimit', {
    evseId: 1,
    chargingLimit: { chargingLimitSource: 'SO' },
    chargingSchedule: [{ id: 1, chargingRateUnit: 'W', chargingSchedulePeriod }],
  });
  await station.call('TransactionEvent', txEvent({ seqNo: 1, trigger: 'ChargingRateChanged' }));
  expect(await view<LimitList>('limits')).toMatchObject({
    limits: [{ source: 'SO', schedules: [{ periods: [{ setpoint: -4000, operationMode: 'external-setpoint' }] }] }],
  });
  return { messages: ['NotifyChargingLimit', 'TransactionEvent'] };
});

useCase('Q07', 'Central frequency support', only, async (given) => {
  const { station, command, view } = given;
  await expectMode(
    given,
    {
      baselineW: 1000,
      signalCurve: [
        { signal: -100, powerW: -5000 },
        { signal: 100, powerW: 5000 },
      ],
      operationMode: 'central-frequency',
    },
    {
      v2xBaseline: 1000,
      v2xSignalWattCurve: [
        { signal: -100, power: -5000 },
        { signal: 100, power: 5000 },
      ],
      operationMode: 'CentralFrequency',
    },
  );
  const running = command('send-afrr-signal', { signal: -50, at: noon });
  expect(await station.answer('AFRRSignal', { status: 'Accepted' })).toEqual({ signal: -50, timestamp: noon });
  expectAccepted(await running);
  const refused = command('send-afrr-signal', { signal: 70, at: noon });
  await station.answer('AFRRSignal', { status: 'Rejected' });
  expect((await refused).outcome).toMatchObject({ status: 'rejected' });
  expect((await view<LimitList>('limits')).afrrSignal).toMatchObject({ signal: -50, at: noon });
  return { messages: ['SetChargingProfile', 'AFRRSignal', 'AFRRSignal'] };
});

useCase('Q08', 'Local frequency support', only, async (given) => {
  await expectMode(
    given,
    { frequencyCurve: [{ frequencyHz: 49.9, powerW: -5000 }], operationMode: 'local-frequency' },
    { v2xFreqWattCurve: [{ frequency: 49.9, power: -5000 }], operationMode: 'LocalFrequency' },
  );
  return { messages: ['TransactionEvent', 'SetChargingProfile'] };
});

useCase('Q09', 'Local load balancing', only, async (given) => {
  await expectMode(
    given,
    { limit: 7000, dischargeLimit: -7000, operationMode: 'local-load-balancing' },
    { limit: 7000, dischargeLimit: -7000, operationMode: 'LocalLoadBalancing' },
  );
  return { messages: ['TransactionEvent', 'SetChargingProfile'] };
});

useCase('Q10', 'Idle with as little energy as can be', only, async (given) => {
  await expectMode(
    given,
    { operationMode: 'idle', shouldSleep: true, shouldPrecondition: false },
    { operationMode: 'Idle', evseSleep: true, preconditioningRequest: false },
  );
  return { messages: ['TransactionEvent', 'SetChargingProfile'] };
});

/** A schedule that ends when the station is offline for long, and the station loses its connection. */
async function goOffline(given: UseCase) {
  const { station, sigec, stationId, version } = given;
  const { id } = await startSession(given);
  const offline = { maxOfflineSeconds: 600, isInvalidAfterOffline: true };
  const period = { setpoint: -5000, operationMode: 'central-setpoint' };
  await setChargingProfile(given, v2x(id, period, { ...offline, kind: 'dynamic', startsAt: undefined }));
  station.socket.close();
  await station.closed;
  expect((await given.command('update-dynamic-schedule', { chargingProfileId: 7, setpoint: 1 })).outcome).toMatchObject(
    {
      status: 'not-sent',
    },
  );
  const back = await connectRaw(sigec.addresses.ocpp, stationId, { protocols: [`ocpp${version}`] });
  const late = { ...txEvent({ seqNo: 1, trigger: 'OperationModeChanged' }), offline: true };
  expect(await back.ask([2, 'late', 'TransactionEvent', late])).toMatchObject([3, 'late', {}]);
  return back;
}

useCase('Q11', 'Going offline while feeding back', only, async (given) => {
  await using _back = await goOffline(given);
  expect((await given.view<SessionPage>('sessions')).sessions[0]?.flags).toContain('was-offline');
  expect(await chargingProfiles(given)).toMatchObject({
    chargingProfiles: [{ maxOfflineSeconds: 600, isInvalidAfterOffline: true, periods: [{ setpoint: -5000 }] }],
  });
  return { messages: ['SetChargingProfile', 'TransactionEvent'] };
});

useCase('Q12', 'Feeding back goes on after a time offline', only, async (given) => {
  await using back = await goOffline(given);
  expect(await back.ask([2, 'pull', 'PullDynamicScheduleUpdate', { chargingProfileId: 7 }])).toEqual([
    3,
    'pull',
    { status: 'Accepted', scheduleUpdate: { setpoint: -5000 } },
  ]);
  const running = given.command('update-dynamic-schedule', { chargingProfileId: 7, setpoint: -2500 });
  const [, id, action] = (await back.next()) as [number, string, string];
  expect(action).toBe('UpdateDynamicSchedule');
  back.send(JSON.stringify([3, id, { status: 'Accepted' }]));
  expectAccepted(await running);
  expect(await chargingProfiles(given)).toMatchObject({
    chargingProfiles: [{ state: 'active', periods: [{ setpoint: -2500 }] }],
  });
  return { messages: ['TransactionEvent', 'PullDynamicScheduleUpdate', 'UpdateDynamicSchedule'] };
});
