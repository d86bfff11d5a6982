import { expect } from 'vitest';
import type { CommandRecord } from '../../src/contract/commands/command.ts';
import type { DerView } from '../../src/contract/energy/der.ts';
import type { EvNeedsList } from '../../src/contract/energy/ev-needs.ts';
import { expectAccepted, noon, startSession } from '../support/charging-profile-steps.ts';
import { type UseCase, useCases } from '../support/use-case.ts';

const useCase = useCases();
const only = ['2.1'] as const;
const der = ({ view }: UseCase) => view<DerView>('der');

async function setControl({ station, command }: UseCase, input: object, answer: object = { status: 'Accepted' }) {
  const running = command('set-der-control', input);
  const asked = await station.answer('SetDERControl', answer);
  return { asked, record: await running };
}

const voltWatt = {
  controlId: 'VW-1',
  type: 'volt-watt',
  priority: 1,
  curve: {
    yUnit: 'percent-max-watt',
    responseSeconds: 5,
    points: [
      { x: 106, y: 100 },
      { x: 110, y: 0 },
    ],
    hysteresis: { high: 2, delaySeconds: 10 },
    reactive: { referenceVolt: 230, isAutonomous: false },
    voltage: { tenMinuteMean: 253, powerDuringCessation: 'active' },
  },
};
const derChargingParameters = {
  evSupportedDERControl: ['VoltWatt', 'FreqDroop'],
  maxChargeApparentPower_L2: 3700,
  evInverterManufacturer: 'Ipê',
  evIslandingDetectionMethod: ['RoCoF', 'OtherActive'],
  evMaximumLevel1DCInjection: 12,
};
const needs = (transfer: string) => ({
  evseId: 1,
  chargingNeeds: { requestedEnergyTransfer: transfer, derChargingParameters },
});

useCase('R01', 'A session with grid support in the EVSE', only, async (given) => {
  const { station, view } = given;
  const { asked, record } = await setControl(given, { ...voltWatt, isDefault: true });
  expectAccepted(record);
  expect(asked).toEqual({
    isDefault: true,
    controlId: 'VW-1',
    controlType: 'VoltWatt',
    curve: {
      priority: 1,
      yUnit: 'PctMaxW',
      responseTime: 5,
      curveData: voltWatt.curve.points,
      hysteresis: { hysteresisHigh: 2, hysteresisDelay: 10 },
      reactivePowerParams: { vRef: 230, autonomousVRefEnable: false },
      voltageParams: { hv10MinMeanValue: 253, powerDuringCessation: 'Active' },
    },
  });
  await startSession(given);
  await station.call('NotifyEVChargingNeeds', { evseId: 1, chargingNeeds: { requestedEnergyTransfer: 'DC_BPT' } });
  expect(await der(given)).toMatchObject({
    controls: [{ ...voltWatt, isDefault: true, state: 'active', isRunning: null }],
  });
  expect(await view<EvNeedsList>('ev-needs')).toMatchObject({ evNeeds: [{ transfer: 'dc-v2x', der: null }] });
  return { messages: ['SetDERControl', 'TransactionEvent', 'NotifyEVChargingNeeds'] };
});

useCase('R02', 'A session with grid support in the car', only, async (given) => {
  const { station, view } = given;
  await startSession(given);
  await station.call('NotifyEVChargingNeeds', needs('AC_BPT_DER'));
  expect(await view<EvNeedsList>('ev-needs')).toMatchObject({
    evNeeds: [
      {
        transfer: 'ac-v2x-der',
        der: {
          supportedControls: ['volt-watt', 'frequency-droop'],
          maxChargeApparentL2Va: 3700,
          inverterManufacturer: 'Ipê',
          islandingDetection: ['rate-of-frequency-change', 'other-active'],
          dcInjectionLevel1MilliA: 12,
        },
      },
    ],
  });
  const droop = { overHz: 50.2, underHz: 49.8, overDroop: 5, underDroop: 5, responseSeconds: 2 };
  const control = { controlId: 'FD-1', type: 'frequency-droop', priority: 0, frequencyDroop: droop };
  const { asked } = await setControl(given, { ...control, startsAt: noon, durationSeconds: 3600 });
  expect(asked).toMatchObject({
    controlType: 'FreqDroop',
    freqDroop: {
      overFreq: 50.2,
      underFreq: 49.8,
      overDroop: 5,
      underDroop: 5,
      responseTime: 2,
      startTime: noon,
      duration: 3600,
    },
  });
  expect(await der(given)).toMatchObject({ controls: [{ ...control, startsAt: noon, durationSeconds: 3600 }] });
  return { messages: ['NotifyEVChargingNeeds', 'SetDERControl'] };
});

useCase('R03', 'Grid support in both: a better priority puts another aside', only, async (given) => {
  const { station } = given;
  await startSession(given);
  await station.call('NotifyEVChargingNeeds', needs('AC_DER'));
  await setControl(given, voltWatt);
  const { record } = await setControl(
    given,
    { ...voltWatt, controlId: 'VW-2', priority: 0 },
    { status: 'Accepted', supersededIds: ['VW-1'] },
  );
  expect(record.outcome?.answer).toEqual({ controlId: 'VW-2', supersededIds: ['VW-1'] });
  expect(await der(given)).toMatchObject({
    controls: [
      { controlId: 'VW-2', isSuperseded: false },
      { controlId: 'VW-1', isSuperseded: true },
    ],
  });
  return { messages: ['NotifyEVChargingNeeds', 'SetDERControl', 'SetDERControl'] };
});

/** One of each list that a report may hold, with what an operator sees of it. */
const reported = {
  curve: [
    {
      id: 'VV-1',
      curveType: 'VoltVar',
      isDefault: true,
      isSuperseded: false,
      curve: { priority: 3, yUnit: 'PctMaxVar', curveData: [{ x: 92, y: 44 }] },
    },
  ],
  enterService: [
    {
      id: 'ES-1',
      enterService: { priority: 1, highVoltage: 253, lowVoltage: 210, highFreq: 50.1, lowFreq: 49.9, rampRate: 60 },
    },
  ],
  fixedPFAbsorb: [
    {
      id: 'PA-1',
      isDefault: false,
      isSuperseded: true,
      fixedPF: { priority: 2, displacement: 0.95, excitation: true },
    },
  ],
  fixedPFInject: [
    {
      id: 'PI-1',
      isDefault: false,
      isSuperseded: false,
      fixedPF: { priority: 2, displacement: 0.9, excitation: false },
    },
  ],
  fixedVar: [
    { id: 'FV-1', isDefault: false, isSuperseded: false, fixedVar: { priority: 1, setpoint: 10, unit: 'PctVarAvail' } },
  ],
  freqDroop: [
    {
      id: 'FD-1',
      isDefault: true,
      isSuperseded: false,
      freqDroop: { priority: 1, overFreq: 50.2, underFreq: 49.8, overDroop: 5, underDroop: 4, responseTime: 2 },
    },
  ],
  gradient: [{ id: 'GR-1', gradient: { priority: 1, gradient: 10, softGradient: 5 } }],
  limitMaxDischarge: [
    {
      id: 'MD-1',
      isDefault: false,
      isSuperseded: false,
      limitMaxDischarge: {
        priority: 1,
        pctMaxDischargePower: 60,
        startTime: noon,
        powerMonitoringMustTrip: { priority: 1, yUnit: 'Not_Applicable', curveData: [{ x: 110, y: 3 }] },
      },
    },
  ],
};

useCase('R04', 'Grid support is set, reported, started, stopped and cleared', only, async (given) => {
  const { station, command } = given;
  await setControl(given, voltWatt);
  const { record: refused } = await setControl(given, { ...voltWatt, controlId: 'NO' }, { status: 'NotSupported' });
  expect(refused.outcome).toMatchObject({ status: 'rejected', code: 'NotSupported' });
  await expect(command('set-der-control', { type: 'fixed-var', curve: voltWatt.curve })).rejects.toThrow('fixedVar');

  await station.call('NotifyDERStartStop', { controlId: 'VW-1', started: true, timestamp: noon });
  expect(await der(given)).toMatchObject({ controls: [{ controlId: 'VW-1', isRunning: true }] });

  const running: Promise<CommandRecord> = command('get-der-control', {}, { waitForEffectSeconds: 20 });
  const { requestId } = await station.answer('GetDERControl', { status: 'Accepted' });
  const { curve, ...rest } = reported;
  await station.call('ReportDERControl', { requestId, tbc: true, curve });
  await station.call('ReportDERControl', { requestId, ...rest });
  expect((await running).effect).toMatchObject({ kind: 'der-controls-reported' });
  const { controls, startStops } = await der(given);
  expect(Object.fromEntries(controls.map(({ controlId, ...control }) => [controlId, control]))).toMatchObject({
    'VV-1': {
      type: 'volt-var',
      isDefault: true,
      priority: 3,
      curve: { yUnit: 'percent-max-var', points: [{ x: 92, y: 44 }] },
    },
    'ES-1': {
      type: 'enter-service',
      enterService: { highVolt: 253, lowVolt: 210, highHz: 50.1, lowHz: 49.9, rampSeconds: 60 },
    },
    'PA-1': {
      type: 'fixed-power-factor-absorb',
      isSuperseded: true,
      powerFactor: { displacement: 0.95, isExcited: true },
    },
    'PI-1': { type: 'fixed-power-factor-inject', powerFactor: { displacement: 0.9, isExcited: false } },
    'FV-1': { type: 'fixed-var', fixedVar: { setpoint: 10, unit: 'percent-var-available' } },
    'FD-1': { frequencyDroop: { overHz: 50.2, underHz: 49.8, overDroop: 5, underDroop: 4, responseSeconds: 2 } },
    'GR-1': { type: 'gradients', gradient: { percentPerSecond: 10, softPercentPerSecond: 5 } },
    'MD-1': { startsAt: noon, maxDischarge: { percent: 60, mustTrip: { yUnit: 'none', points: [{ x: 110, y: 3 }] } } },
    'VW-1': { state: 'cleared', isRunning: false }, // the station did not name it any more
  });
  expect(startStops).toEqual([{ controlId: 'VW-1', hasStarted: true, at: noon, supersededIds: [] }]);

  const clearing = command('clear-der-control', { controlId: 'FV-1' });
  expect(await station.answer('ClearDERControl', { status: 'Accepted' })).toEqual({
    isDefault: false,
    controlId: 'FV-1',
  });
  expectAccepted(await clearing);
  await station.call('NotifyDERStartStop', {
    controlId: 'FV-1',
    started: false,
    timestamp: noon,
    supersededIds: ['PI-1'],
  });
  const after = (await der(given)).controls;
  expect(after.find(({ controlId }) => controlId === 'FV-1')).toMatchObject({ state: 'cleared', isRunning: false });
  expect(after.find(({ controlId }) => controlId === 'PI-1')).toMatchObject({ isSuperseded: true });
  return {
    messages: [
      'SetDERControl',
      'NotifyDERStartStop',
      'GetDERControl',
      'ReportDERControl',
      'ReportDERControl',
      'ClearDERControl',
      'NotifyDERStartStop',
    ],
  };
});

useCase('R05', 'The grid misbehaves and the station tells', only, async (given) => {
  const { station } = given;
  const alarm = { controlType: 'HVMustTrip', gridEventFault: 'OverVoltage', timestamp: noon, extraInfo: 'L1 at 262 V' };
  await station.call('NotifyDERAlarm', alarm);
  const seen = { type: 'high-voltage-must-trip', fault: 'over-voltage', raisedAt: noon, info: 'L1 at 262 V' };
  expect(await der(given)).toMatchObject({ alarms: [{ ...seen, endedAt: null }] });
  const over = '2026-03-01T12:05:00.000Z';
  await station.call('NotifyDERAlarm', { controlType: 'HVMustTrip', timestamp: over, alarmEnded: true });
  await station.call('NotifyDERAlarm', { controlType: 'LFMustTrip', timestamp: over, alarmEnded: true });
  expect(await der(given)).toMatchObject({
    alarms: [
      { type: 'low-frequency-must-trip', raisedAt: over, endedAt: over }, // its beginning was not told
      { ...seen, endedAt: over },
    ],
  });
  return { messages: ['NotifyDERAlarm', 'NotifyDERAlarm', 'NotifyDERAlarm'] };
});
