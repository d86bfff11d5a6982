import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChargingProfile, ChargingSchedule, SchedulePeriod } from '#contract/energy/charging-profile.ts';
import { v16 } from '../../v16/version.ts';
import { v21 } from '../../v21/version.ts';
import { v201 } from '../../v201/version.ts';
import { cannotSay, lacks16, lacks21, lacks201, leaveOut } from './losses.ts';
import { readProfile, readSchedule } from './read-profile.ts';
import { inverse, wireMode } from './wire-words.ts';
import { writeProfile } from './write-profile.ts';
import { writeProfile16 } from './write-profile16.ts';

// One digit behind the point, as a person writes it: 16.1, never 16.100000000000001.
const tenths = (min: number, max: number) => fc.integer({ min: min * 10, max: max * 10 }).map((n) => n / 10);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const time = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const seconds = fc.integer({ min: 1, max: 1_000_000 });
const charge = maybe(tenths(0, 1_000_000));
const feed = maybe(tenths(-1_000_000, 0));
const either = maybe(tenths(-1_000_000, 1_000_000));

/** Without the fields that are not told: on the wire nothing is undefined. */
const told = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;

const period = fc
  .record({
    limit: tenths(0, 1_000_000),
    limitL2: charge,
    limitL3: charge,
    dischargeLimit: feed,
    dischargeLimitL2: feed,
    dischargeLimitL3: feed,
    setpoint: either,
    setpointL2: either,
    setpointL3: either,
    setpointReactive: either,
    setpointReactiveL2: either,
    setpointReactiveL3: either,
    phases: maybe(fc.integer({ min: 1, max: 3 })),
    phaseToUse: maybe(fc.integer({ min: 1, max: 3 })),
    operationMode: maybe(fc.constantFrom(...Object.values(inverse(wireMode)))),
    baselineW: either,
    frequencyCurve: maybe(
      fc.array(fc.record({ frequencyHz: tenths(47, 53), powerW: tenths(-100, 100) }), { minLength: 1, maxLength: 20 }),
    ),
    signalCurve: maybe(
      fc.array(fc.record({ signal: fc.integer(), powerW: tenths(-100, 100) }), { minLength: 1, maxLength: 20 }),
    ),
    shouldPrecondition: maybe(fc.boolean()),
    shouldSleep: maybe(fc.boolean()),
  })
  .map(told);

const periods = fc.array(fc.tuple(seconds, period), { minLength: 1, maxLength: 30 }).map((list): SchedulePeriod[] => {
  let startSeconds = 0;
  return list.map(([length, content]) => {
    const made = { ...content, startSeconds };
    startSeconds += length;
    return made;
  });
});

const priceLevel = fc.record({
  startSeconds: seconds,
  durationSeconds: seconds,
  level: fc.integer({ min: 0, max: 9 }),
});
const schedule: fc.Arbitrary<ChargingSchedule> = fc
  .record({
    unit: fc.constantFrom('W' as const, 'A' as const),
    startsAt: maybe(time),
    durationSeconds: maybe(seconds),
    minRate: charge,
    usesLocalTime: maybe(fc.boolean()),
    randomDelaySeconds: maybe(seconds),
    limitAtSoc: maybe(fc.record({ percent: fc.integer({ min: 0, max: 100 }), limit: tenths(0, 1000) })),
    powerToleranceW: charge,
    priceLevels: maybe(fc.array(priceLevel, { minLength: 1, maxLength: 5 })),
    periods,
  })
  .map(told);

const profile: fc.Arbitrary<ChargingProfile> = fc
  .tuple(
    schedule,
    fc.record({
      chargingProfileId: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
      evseId: fc.integer({ min: 0, max: 50 }),
      purpose: fc.constantFrom(
        'charging-station-max-profile' as const,
        'tx-default-profile' as const,
        'tx-profile' as const,
      ),
      kind: fc.constantFrom('absolute' as const, 'recurring' as const, 'relative' as const),
      stackLevel: fc.integer({ min: 0, max: 100 }),
      recurrency: maybe(fc.constantFrom('daily' as const, 'weekly' as const)),
      validFrom: maybe(time),
      validTo: maybe(time),
      sessionRef: maybe(fc.integer({ min: 1, max: 2 ** 31 - 1 }).map(String)),
      maxOfflineSeconds: maybe(seconds),
      isInvalidAfterOffline: maybe(fc.boolean()),
      updateEverySeconds: maybe(seconds),
      alternatives: maybe(fc.array(schedule, { minLength: 1, maxLength: 2 })),
    }),
  )
  .map(([first, rest]) => told({ ...first, ...rest }));

const overTheWire = <T>(payload: T): T => JSON.parse(JSON.stringify(payload)) as T;

describe('a profile that goes out and comes back is the same but for what was named as lost', () => {
  test('in OCPP 2.1, which loses nothing', () => {
    fc.assert(
      fc.property(profile, (given) => {
        const { said, losses } = leaveOut(given, lacks21);
        const profile = overTheWire(writeProfile(said));
        expect(
          v21.validator.check('SetChargingProfileRequest', { evseId: 0, chargingProfile: profile }),
        ).toBeUndefined();
        expect(losses).toEqual([]);
        expect(readProfile(profile, given.evseId)).toEqual(given);
      }),
    );
  });

  test('in OCPP 2.0.1', () => {
    fc.assert(
      fc.property(profile, (given) => {
        const { said, losses } = leaveOut(given, lacks201);
        const profile = overTheWire(writeProfile(said));
        expect(
          v201.validator.check('SetChargingProfileRequest', { evseId: 0, chargingProfile: profile }),
        ).toBeUndefined();
        expect(readProfile(profile, given.evseId)).toEqual(
          without(
            given,
            losses.map(({ field }) => field),
          ),
        );
      }),
    );
  });

  test('in OCPP 1.6', () => {
    fc.assert(
      fc.property(profile, (given) => {
        const { said, losses } = leaveOut(given, lacks16);
        const csChargingProfiles = overTheWire(writeProfile16(said));
        expect(
          v16.validator.check('SetChargingProfileRequest', { connectorId: 0, csChargingProfiles }),
        ).toBeUndefined();
        const kept = without(
          given,
          losses.map(({ field }) => field),
        );
        const { unit, startsAt, durationSeconds, minRate, periods: left } = kept;
        expect(readSchedule(csChargingProfiles.chargingSchedule)).toEqual(
          told({ unit, startsAt, durationSeconds, minRate, periods: left }),
        );
        expect(csChargingProfiles.transactionId).toBe(given.sessionRef && Number(given.sessionRef));
      }),
    );
  });
});

test('every loss is named once, with the version that lacks it', () => {
  const period = { startSeconds: 0, limit: 10, phaseToUse: 2, setpoint: -5 };
  const given = { ...base, periods: [period, { ...period, startSeconds: 60 }], alternatives: [base] };
  expect(leaveOut(given, lacks16).losses).toEqual([
    { field: 'periods.setpoint', why: 'OCPP 1.6 knows limits, no setpoints' },
    { field: 'periods.phaseToUse', why: 'OCPP 1.6 cannot choose the phase' },
    { field: 'alternatives', why: 'OCPP 1.6 has one schedule per charging profile' },
  ]);
  expect(leaveOut(given, lacks201).losses.map(({ field }) => field)).toEqual(['periods.setpoint']);
});

test.each([
  ['a purpose', { purpose: 'priority-charging' as const }, 'purpose'],
  ['a kind', { kind: 'dynamic' as const }, 'kind'],
  ['a period without a limit', { periods: [{ startSeconds: 0, setpoint: 5 }] }, 'periods.limit'],
])('%s that only 2.1 knows is not said at all before', (_what, part, field) => {
  expect(cannotSay({ ...base, ...part }, lacks16)).toMatchObject({ field });
  expect(cannotSay({ ...base, ...part }, lacks201)).toMatchObject({ field });
  expect(cannotSay({ ...base, ...part }, lacks21)).toBeUndefined();
});

test('a sales tariff and a profile of price levels are read alike', () => {
  const plain = { chargingRateUnit: 'W' as const, chargingSchedulePeriod: [{ startPeriod: 0, limit: 1 }] };
  const priceLevels = [
    { startSeconds: 0, durationSeconds: 60, level: 2 },
    { startSeconds: 60, durationSeconds: 120, level: 1 },
  ];
  const entries = [
    { duration: 60, priceLevel: 2 },
    { duration: 120, priceLevel: 1 },
  ];
  const schedule20 = {
    priceScheduleId: 1,
    timeAnchor: '2026-01-01T00:00:00Z',
    numberOfPriceLevels: 2,
    priceLevelScheduleEntries: entries,
  };
  expect(readSchedule({ ...plain, priceLevelSchedule: schedule20 }).priceLevels).toEqual(priceLevels);
  const [sales] = writeProfile({ ...base, priceLevels }).chargingSchedule;
  expect(sales && readSchedule(sales).priceLevels).toEqual(priceLevels);
});

const base: ChargingProfile = {
  chargingProfileId: 1,
  evseId: 1,
  purpose: 'tx-default-profile',
  kind: 'relative',
  stackLevel: 0,
  unit: 'A',
  periods: [{ startSeconds: 0, limit: 10 }],
};

/** Written apart from the code it judges: drops the named fields, wherever they stand. */
function without(profile: ChargingProfile, fields: readonly string[]): ChargingProfile {
  const ofPeriod = fields
    .filter((field) => field.startsWith('periods.'))
    .map((field) => field.slice('periods.'.length));
  const drop = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(drop);
    if (value === null || typeof value !== 'object') return value;
    const isPeriod = 'startSeconds' in value && 'limit' in value;
    const gone = isPeriod ? ofPeriod : fields;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, field]) => (gone.includes(name) ? [] : [[name, drop(field)]])),
    );
  };
  return drop(profile) as ChargingProfile;
}
