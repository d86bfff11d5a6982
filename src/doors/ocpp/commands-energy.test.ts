import { describe, expect, test } from 'vitest';
import type { InputOf } from '#contract/commands/commands.ts';
import { translated } from '../../../test/support/translated.ts';

const accepted = { status: 'Accepted' };
const rejected = { status: 'Rejected' };
const versions = ['1.6', '2.0.1', '2.1'] as const;
const sessionId = '0198e1a0-0000-7000-8000-000000000001';
const session = { 'sessions.get': { stationId: 'CP-1', ref: '42' } };

describe('set-charging-profile', () => {
  const profile: InputOf<'set-charging-profile'> = {
    evseId: 1,
    purpose: 'tx-default-profile',
    kind: 'absolute',
    stackLevel: 0,
    unit: 'A',
    startsAt: '2026-03-01T08:00:00.000Z',
    periods: [{ startSeconds: 0, limit: 16 }],
  };
  const business = { ...session, 'chargingProfiles.numberFor': 7 };

  test.each(versions)('OCPP %s records what the station took, under the number of its place', async (version) => {
    const asked = (status: string) =>
      translated(version, 'set-charging-profile', profile, { answers: { SetChargingProfile: { status } }, business });
    const taken = await asked('Accepted');
    expect(JSON.stringify(taken.sent)).toContain('"startPeriod":0,"limit":16');
    expect(taken.answer).toEqual({ chargingProfileId: 7 });
    expect(taken.recorded.at(-1)).toMatchObject([
      'chargingProfiles.recordSet',
      { stationId: 'CP-1', replacesSameLevel: version === '1.6', profile: { chargingProfileId: 7 } },
    ]);
    expect((await asked('Rejected')).recorded).toHaveLength(1);
  });

  test('it has the number of its place, or that which is wanted', async () => {
    const asked = (input: object, other: object) =>
      translated(
        '2.1',
        'set-charging-profile',
        { ...profile, ...input },
        { answers: { SetChargingProfile: accepted }, business: { ...business, ...other } },
      );
    expect((await asked({}, { 'chargingProfiles.numberFor': 5 })).answer).toEqual({ chargingProfileId: 5 });
    expect((await asked({ chargingProfileId: 3 }, { 'chargingProfiles.numberFor': 5 })).answer).toEqual({
      chargingProfileId: 3,
    });
  });

  test('of a session it names the session', async () => {
    const { sent } = await translated(
      '1.6',
      'set-charging-profile',
      { ...profile, purpose: 'tx-profile', sessionId },
      { answers: { SetChargingProfile: accepted }, business },
    );
    expect(sent).toMatchObject([['SetChargingProfile', { connectorId: 1, csChargingProfiles: { transactionId: 42 } }]]);
  });

  test('a purpose that the version has no word for is not sent', async () => {
    const outcome = await translated(
      '2.0.1',
      'set-charging-profile',
      { ...profile, purpose: 'priority-charging' },
      { business },
    );
    expect(outcome).toMatchObject({ sent: [], status: 'not-sent', code: null, losses: [{ field: 'purpose' }] });
  });
});

describe('clear-charging-profiles', () => {
  const asked = (version: (typeof versions)[number], choice: InputOf<'clear-charging-profiles'>) =>
    translated(version, 'clear-charging-profiles', choice, { answers: { ClearChargingProfile: accepted } });

  test.each([
    ['1.6', {}, {}],
    ['1.6', { chargingProfileId: 3 }, { id: 3 }],
    [
      '1.6',
      { evseId: 0, purpose: 'charging-station-max-profile', stackLevel: 1 },
      { connectorId: 0, chargingProfilePurpose: 'ChargePointMaxProfile', stackLevel: 1 },
    ],
    ['2.0.1', {}, { chargingProfileCriteria: {} }],
    ['2.0.1', { chargingProfileId: 3 }, { chargingProfileId: 3 }],
    [
      '2.1',
      { purpose: 'priority-charging', evseId: 1 },
      { chargingProfileCriteria: { evseId: 1, chargingProfilePurpose: 'PriorityCharging' } },
    ],
  ] as const)('OCPP %s chooses %o by %o', async (version, choice, payload) => {
    const { sent, recorded } = await asked(version, choice);
    expect(sent).toEqual([['ClearChargingProfile', payload]]);
    expect(recorded).toEqual([['chargingProfiles.recordCleared', { stationId: 'CP-1', choice }]]);
  });

  test.each(['1.6', '2.0.1'] as const)('OCPP %s knows no priority charging', async (version) => {
    expect(await asked(version, { purpose: 'priority-charging' })).toMatchObject({
      sent: [],
      recorded: [],
      status: 'not-sent',
    });
  });
});

describe('get-charging-profiles', () => {
  const asked = (input: InputOf<'get-charging-profiles'>, status = 'Accepted', version: '2.0.1' | '2.1' = '2.0.1') =>
    translated(version, 'get-charging-profiles', input, { answers: { GetChargingProfiles: { status } } });

  test('chooses by what was named', async () => {
    const { sent, recorded, answer } = await asked({
      chargingProfileIds: [3],
      evseId: 1,
      purpose: 'tx-profile',
      stackLevel: 2,
      sources: ['EMS'],
    });
    expect(sent).toEqual([
      [
        'GetChargingProfiles',
        {
          requestId: 7,
          evseId: 1,
          chargingProfile: {
            chargingProfileId: [3],
            chargingProfilePurpose: 'TxProfile',
            stackLevel: 2,
            chargingLimitSource: ['EMS'],
          },
        },
      ],
    ]);
    expect([recorded, answer]).toEqual([[], { hasChargingProfiles: true }]);
  });

  test('a station that has none of them holds none of ours', async () => {
    const { recorded, status, answer } = await asked({ evseId: 1 }, 'NoProfiles');
    expect(recorded).toEqual([
      [
        'chargingProfiles.recordNoneHeld',
        { stationId: 'CP-1', requestId: 7, choice: { evseId: 1, purpose: undefined, stackLevel: undefined } },
      ],
    ]);
    expect([status, answer]).toEqual(['accepted', { hasChargingProfiles: false }]);
    expect((await asked({ sources: ['EMS'] }, 'NoProfiles')).recorded).toEqual([]);
    expect((await asked({ chargingProfileIds: [3] }, 'NoProfiles')).recorded).toEqual([]);
  });

  test('2.0.1 knows no local generation, 2.1 does', async () => {
    expect(await asked({ purpose: 'local-generation' })).toMatchObject({ sent: [], status: 'not-sent' });
    expect((await asked({ purpose: 'local-generation' }, 'Accepted', '2.1')).sent).toHaveLength(1);
  });
});

describe('get-composite-schedule', () => {
  const periods = { chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: 16 }] };
  const schedule = { unit: 'A', startsAt: '2026-03-01T08:00:00.000Z', periods: [{ startSeconds: 0, limit: 16 }] };
  const asked = (version: '1.6' | '2.0.1', response: object) =>
    translated(
      version,
      'get-composite-schedule',
      { evseId: 1, durationSeconds: 600, unit: 'A' },
      { answers: { GetCompositeSchedule: response } },
    );

  test.each([
    ['1.6', { connectorId: 1 }, { ...accepted, scheduleStart: '2026-03-01T08:00:00Z', chargingSchedule: periods }],
    [
      '1.6',
      { connectorId: 1 },
      {
        ...accepted,
        scheduleStart: '2026-01-01T00:00:00Z',
        chargingSchedule: { ...periods, startSchedule: '2026-03-01T08:00:00Z' },
      },
    ],
    [
      '2.0.1',
      { evseId: 1 },
      { ...accepted, schedule: { ...periods, evseId: 1, duration: undefined, scheduleStart: '2026-03-01T08:00:00Z' } },
    ],
  ] as const)('OCPP %s asks with %o and is read', async (version, place, response) => {
    const { sent, recorded, answer } = await asked(version, response);
    expect(sent).toEqual([['GetCompositeSchedule', { ...place, duration: 600, chargingRateUnit: 'A' }]]);
    expect(recorded).toEqual([['chargingProfiles.recordComposite', { stationId: 'CP-1', evseId: 1, schedule }]]);
    expect(answer).toEqual({ evseId: 1, ...schedule });
  });

  test.each([
    ['1.6', accepted, 'accepted'],
    ['1.6', { ...rejected, chargingSchedule: periods }, 'rejected'],
    ['2.0.1', accepted, 'accepted'],
    ['2.0.1', { ...rejected, schedule: periods }, 'rejected'],
  ] as const)('OCPP %s that answers %o has told nothing', async (version, response, status) => {
    expect(await asked(version, response)).toMatchObject({ recorded: [], status, answer: {} });
  });
});

describe('dynamic control of 2.1', () => {
  const update = (delivery: 'push' | 'pull', business: object, status = 'Accepted') =>
    translated(
      '2.1',
      'update-dynamic-schedule',
      { chargingProfileId: 3, delivery, limit: 10 },
      {
        answers: { UpdateDynamicSchedule: { status } },
        business: business as never,
      },
    );
  const dynamic = { 'chargingProfiles.findDynamic': {} };
  const kept = ['chargingProfiles.recordUpdate', { stationId: 'CP-1', chargingProfileId: 3, rates: { limit: 10 } }];

  test('an update goes to a dynamic profile that the station holds', async () => {
    const pushed = await update('push', dynamic);
    expect(pushed.sent).toEqual([['UpdateDynamicSchedule', { chargingProfileId: 3, scheduleUpdate: { limit: 10 } }]]);
    expect(pushed.recorded.at(-1)).toEqual(kept);
    expect((await update('push', dynamic, 'Rejected')).recorded).toHaveLength(1);
    expect(await update('push', {})).toMatchObject({
      sent: [],
      status: 'not-sent',
      code: null,
      recorded: [['chargingProfiles.findDynamic', 'CP-1', 3]],
    });
  });

  test('an update that the station pulls waits', async () => {
    const { sent, recorded, status } = await update('pull', dynamic);
    expect([sent, status]).toEqual([[], 'accepted']);
    expect(recorded.at(-1)).toEqual(kept);
  });

  test.each([
    [
      'use-priority-charging',
      { sessionId, isActive: true },
      ['UsePriorityCharging', { transactionId: '42', activate: true }],
      'recordPriority',
      { isActive: true, changedBy: 'csms' },
    ],
    [
      'allow-energy-transfer',
      { sessionId, transfers: ['dc', 'ac-three-phase-bidirectional'] },
      ['NotifyAllowedEnergyTransfer', { transactionId: '42' }],
      'recordAllowed',
      { sessionRef: '42', transfers: ['dc', 'ac-three-phase-bidirectional'] },
    ],
    [
      'send-afrr-signal',
      { signal: 5, at: '2026-03-01T08:00:00.000Z' },
      ['AFRRSignal', { timestamp: '2026-03-01T08:00:00.000Z', signal: 5 }],
      'recordAfrrSignal',
      { signal: 5 },
    ],
  ] as const)('%s is recorded once it was taken', async (name, input, frame, path, fact) => {
    const asked = (status: string) =>
      translated('2.1', name, input as never, { answers: { [frame[0]]: { status } }, business: session });
    const { sent, recorded } = await asked('Accepted');
    expect(sent).toMatchObject([frame]);
    expect(recorded.at(-1)).toMatchObject([`chargingProfiles.${path}`, { stationId: 'CP-1', ...fact }]);
    expect((await asked('Rejected')).recorded.map(([said]) => said)).not.toContain(`chargingProfiles.${path}`);
  });
});

describe('DER controls', () => {
  const about = { isDefault: false, priority: 1 };
  const when = { startsAt: '2026-03-01T08:00:00.000Z', durationSeconds: 60 };
  const wireWhen = { startTime: when.startsAt, duration: 60 };
  const curve = {
    points: [{ x: 1, y: 2 }],
    yUnit: 'percent-max-watt' as const,
    responseSeconds: 3,
    hysteresis: { high: 1, low: 2, delaySeconds: 3, gradient: 4 },
    reactive: { referenceVolt: 230, isAutonomous: true, timeConstantSeconds: 5 },
    voltage: { tenMinuteMean: 240, tripDelaySeconds: 6, powerDuringCessation: 'active' as const },
  };
  const wireCurve = {
    curveData: [{ x: 1, y: 2 }],
    priority: 1,
    yUnit: 'PctMaxW',
    responseTime: 3,
    hysteresis: { hysteresisHigh: 1, hysteresisLow: 2, hysteresisDelay: 3, hysteresisGradient: 4 },
    reactivePowerParams: { vRef: 230, autonomousVRefEnable: true, autonomousVRefTimeConstant: 5 },
    voltageParams: { hv10MinMeanValue: 240, hv10MinMeanTripDelay: 6, powerDuringCessation: 'Active' },
  };
  const bare = { points: [{ x: 1, y: 2 }], yUnit: 'none' as const };
  const powerFactor = { displacement: 0.9, isExcited: true };
  const wireFactor = { priority: 1, displacement: 0.9, excitation: true };

  test.each([
    [
      { type: 'volt-var', curve, ...when },
      { controlType: 'VoltVar', curve: { ...wireCurve, ...wireWhen } },
    ],
    [
      { type: 'volt-var', curve: bare },
      { controlType: 'VoltVar', curve: { curveData: bare.points, priority: 1, yUnit: 'Not_Applicable' } },
    ],
    [
      { type: 'volt-var', curve: { ...bare, voltage: { tenMinuteMean: 240 } } },
      {
        controlType: 'VoltVar',
        curve: {
          curveData: bare.points,
          priority: 1,
          yUnit: 'Not_Applicable',
          voltageParams: { hv10MinMeanValue: 240 },
        },
      },
    ],
    [
      {
        type: 'enter-service',
        enterService: {
          highVolt: 1,
          lowVolt: 2,
          highHz: 3,
          lowHz: 4,
          delaySeconds: 5,
          randomDelaySeconds: 6,
          rampSeconds: 7,
        },
      },
      {
        controlType: 'EnterService',
        enterService: {
          priority: 1,
          highVoltage: 1,
          lowVoltage: 2,
          highFreq: 3,
          lowFreq: 4,
          delay: 5,
          randomDelay: 6,
          rampRate: 7,
        },
      },
    ],
    [
      { type: 'fixed-power-factor-absorb', powerFactor },
      { controlType: 'FixedPFAbsorb', fixedPFAbsorb: wireFactor },
    ],
    [
      { type: 'fixed-power-factor-inject', powerFactor, ...when },
      { controlType: 'FixedPFInject', fixedPFInject: { ...wireFactor, ...wireWhen } },
    ],
    [
      { type: 'fixed-var', fixedVar: { setpoint: 5, unit: 'percent-max-var' }, ...when },
      { controlType: 'FixedVar', fixedVar: { priority: 1, setpoint: 5, unit: 'PctMaxVar', ...wireWhen } },
    ],
    [
      {
        type: 'frequency-droop',
        frequencyDroop: { overHz: 1, underHz: 2, overDroop: 3, underDroop: 4, responseSeconds: 5 },
      },
      {
        controlType: 'FreqDroop',
        freqDroop: { priority: 1, overFreq: 1, underFreq: 2, overDroop: 3, underDroop: 4, responseTime: 5 },
      },
    ],
    [
      { type: 'gradients', gradient: { percentPerSecond: 1, softPercentPerSecond: 2 } },
      { controlType: 'Gradients', gradient: { priority: 1, gradient: 1, softGradient: 2 } },
    ],
    [
      { type: 'limit-max-discharge', maxDischarge: { percent: 50, mustTrip: curve } },
      {
        controlType: 'LimitMaxDischarge',
        limitMaxDischarge: { priority: 1, pctMaxDischargePower: 50, powerMonitoringMustTrip: wireCurve },
      },
    ],
    [
      { type: 'limit-max-discharge', maxDischarge: { percent: 50 } },
      { controlType: 'LimitMaxDischarge', limitMaxDischarge: { priority: 1, pctMaxDischargePower: 50 } },
    ],
  ])('%o is said as %o', async (control, payload) => {
    const { sent } = await translated('2.1', 'set-der-control', { ...about, ...control } as never, {
      answers: { SetDERControl: accepted },
    });
    expect(sent).toEqual([['SetDERControl', { isDefault: false, controlId: '7', ...payload }]]);
  });

  test('a control is recorded once it was taken, with those that it replaces', async () => {
    const asked = (response: object) =>
      translated(
        '2.1',
        'set-der-control',
        { ...about, controlId: 'c', type: 'fixed-var', fixedVar: { setpoint: 5, unit: 'none' } },
        { answers: { SetDERControl: response } },
      );
    const { recorded, answer } = await asked({ ...accepted, supersededIds: ['b'] });
    expect(recorded).toMatchObject([
      ['der.recordSet', { stationId: 'CP-1', control: { controlId: 'c' }, supersededIds: ['b'] }],
    ]);
    expect(answer).toEqual({ controlId: 'c', supersededIds: ['b'] });
    expect(await asked(rejected)).toMatchObject({ recorded: [], status: 'rejected', answer: { supersededIds: [] } });
  });

  test('controls are asked for by what is known of them', async () => {
    const asked = (input: InputOf<'get-der-control'>) =>
      translated('2.1', 'get-der-control', input, { answers: { GetDERControl: accepted } });
    expect((await asked({ controlId: 'c', type: 'volt-var', isDefault: true })).sent).toEqual([
      ['GetDERControl', { requestId: 7, controlId: 'c', controlType: 'VoltVar', isDefault: true }],
    ]);
    expect((await asked({})).sent).toEqual([['GetDERControl', { requestId: 7 }]]);
  });

  test.each([
    ['Accepted', 1],
    ['NotFound', 1],
    ['Rejected', 0],
  ])('a station that answers a removal with %s', async (status, records) => {
    const { sent, recorded } = await translated(
      '2.1',
      'clear-der-control',
      { isDefault: false, type: 'volt-watt' },
      { answers: { ClearDERControl: { status } } },
    );
    expect(sent).toEqual([['ClearDERControl', { isDefault: false, controlType: 'VoltWatt' }]]);
    expect(recorded).toHaveLength(records);
  });
});
