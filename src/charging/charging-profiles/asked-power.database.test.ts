import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/support/postgres.ts';
import { acceptedStations } from '../stations/station-projections.ts';
import { askedPowerKw } from './asked-power.ts';
import { chargingSchedules } from './charging-schedules.ts';

const nowhere = undefined as never;
const kwOf = (name: string, input: Record<string, unknown>) =>
  askedPowerKw(nowhere, { stationId: 'CP-1', name, input });
const schedule = (unit: 'W' | 'A', ...periods: object[]) => ({ unit, periods });

test.each<[what: string, name: string, input: Record<string, unknown>, kw: number]>([
  [
    'the highest period counts',
    'set-charging-profile',
    schedule('W', { limit: 11_000 }, { limit: 22_000 }, { limit: 0 }),
    22,
  ],
  ['ampere are of three phases unless told', 'set-charging-profile', schedule('A', { limit: 32 }), 22.08],
  ['one phase', 'set-charging-profile', schedule('A', { limit: 32, phases: 1 }), 7.36],
  ['no number of phases makes it nothing', 'set-charging-profile', schedule('A', { limit: 32, phases: 0 }), 22.08],
  ['nor less than one', 'set-charging-profile', schedule('A', { limit: 32, phases: 0.1 }), 22.08],
  [
    'the first phase holds for all where a version has one',
    'set-charging-profile',
    schedule('A', { limit: 32, limitL2: 0 }),
    22.08,
  ],
  ['phases that differ are added', 'set-charging-profile', schedule('A', { limit: 10, limitL2: 20, limitL3: 0 }), 6.9],
  ['feeding back counts as much', 'set-charging-profile', schedule('W', { limit: 1_000, dischargeLimit: -50_000 }), 50],
  ['so does a setpoint', 'set-charging-profile', schedule('W', { setpoint: -7_000 }), 7],
  ['and a curve', 'set-charging-profile', schedule('W', { frequencyCurve: [{ frequencyHz: 50, powerW: -9_000 }] }), 9],
  [
    'a plan the car may choose',
    'set-charging-profile',
    { ...schedule('W', { limit: 1 }), alternatives: [schedule('W', { limit: 40_000 })] },
    40,
  ],
  ['the profile of a start', 'start-session', { chargingProfile: schedule('W', { limit: 3_000 }) }, 3],
  ['a start without one', 'start-session', {}, 0],
  ['what is freed', 'clear-charging-profiles', {}, 22],
  ['priority', 'use-priority-charging', { isActive: true }, 22],
  ['no priority', 'use-priority-charging', { isActive: false }, 0],
  ['no power at all', 'reset', { when: 'now' }, 0],
  [
    'a raw message',
    'raw',
    {
      action: 'SetChargingProfile',
      payload: {
        csChargingProfiles: {
          chargingSchedule: { chargingRateUnit: 'W', chargingSchedulePeriod: [{ startPeriod: 0, limit: 5_000 }] },
        },
      },
    },
    5,
  ],
  [
    'a raw message without a unit',
    'raw',
    { action: 'UpdateDynamicSchedule', payload: { scheduleUpdate: { limit: 10, limit_L2: 10, limit_L3: 10 } } },
    6.9,
  ],
  [
    'a raw message without phases',
    'raw',
    {
      action: 'SetChargingProfile',
      payload: { chargingSchedule: [{ chargingSchedulePeriod: [{ startPeriod: 0, limit: 32, numberPhases: 0 }] }] },
    },
    22.08,
  ],
  ['a raw message about something else', 'raw', { action: 'Reset', payload: { type: 'Immediate', evseId: null } }, 0],
])('%s', async (_what, name, input, kw) => {
  expect(await kwOf(name, input)).toBeCloseTo(kw, 6);
});

test('a dynamic profile keeps the unit it was made with', async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  const client = await database.connect();
  await acceptedStations.write(client, [{ id: 'CP-1', at: new Date(), by: 'test', password: null }]);
  await chargingSchedules.write(client, [
    { stationId: 'CP-1', owner: 'profile 7', schedules: [{ unit: 'W', periods: [{ startSeconds: 0, limit: 1 }] }] },
  ]);
  await client.end();
  const update = (chargingProfileId: number) =>
    askedPowerKw(pool, {
      stationId: 'CP-1',
      name: 'update-dynamic-schedule',
      input: { chargingProfileId, limit: 1_000 },
    });
  expect(await update(7)).toBe(1);
  expect(await update(8)).toBe(690); // not known: taken as ampere, the larger of the two
});
