import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { askedPowerKw } from './asked-power.ts';

/** `unit`: of the dynamic profile that is asked about, where it is known. */
function kw(name: string, input: Record<string, unknown>, unit?: 'A' | 'W'): Promise<number> {
  const pool = { query: async () => ({ rows: unit === undefined ? [] : [{ unit }] }) } as unknown as Pool;
  return askedPowerKw(pool, { stationId: 'CP-1', name, input });
}

const amps = (...periods: object[]) => ({ unit: 'A', periods });
const watts = (...periods: object[]) => ({ unit: 'W', periods });

test.each<[string, string, Record<string, unknown>, number]>([
  ['three phases unless it says fewer', 'set-charging-profile', amps({ limit: 10 }), 6.9],
  ['two phases', 'set-charging-profile', amps({ limit: 10, phases: 2 }), 4.6],
  ['one phase', 'set-charging-profile', amps({ limit: 10, phases: 1 }), 2.3],
  ['a number of phases that limits nothing', 'set-charging-profile', amps({ limit: 10, phases: 0 }), 6.9],
  ['limits per phase', 'set-charging-profile', amps({ limit: 1, limitL2: 10, limitL3: 20, phases: 1 }), 7.13],
  [
    'limits per phase for those that know none',
    'set-charging-profile',
    amps({ limit: 20, limitL2: 1, limitL3: 1 }),
    13.8,
  ],
  ['watts', 'set-charging-profile', watts({ limit: 11_000 }), 11],
  ['watts per phase', 'set-charging-profile', watts({ limit: 1_000, limitL2: 2_000, limitL3: 3_000 }), 6],
  ['the highest period', 'set-charging-profile', watts({ limit: 1_000 }, { limit: 7_000 }, { limit: 2_000 }), 7],
  ['what is fed back', 'set-charging-profile', watts({ limit: 1_000, dischargeLimit: -5_000 }), 5],
  ['a setpoint', 'set-charging-profile', watts({ setpoint: 4_000, setpointL2: -4_000 }), 8],
  ['a baseline', 'set-charging-profile', watts({ limit: 0, baselineW: -9_000 }), 9],
  [
    'a curve',
    'set-charging-profile',
    watts({ frequencyCurve: [{ powerW: 1 }, { powerW: -6_000 }], signalCurve: [{ powerW: 2 }] }),
    6,
  ],
  [
    'the highest alternative',
    'set-charging-profile',
    { ...watts({ limit: 1 }), alternatives: [watts({ limit: 3_000 })] },
    3,
  ],
  ['no period', 'set-charging-profile', watts(), 0],
  ['a start with a profile', 'start-session', { chargingProfile: watts({ limit: 3_000 }) }, 3],
  ['a start', 'start-session', {}, 0],
  ['priority', 'use-priority-charging', { isActive: true }, 22],
  ['the end of priority', 'use-priority-charging', { isActive: false }, 0],
  ['profiles that are cleared', 'clear-charging-profiles', {}, 22],
  ['a reset', 'reset', {}, 0],
  ['ClearChargingProfile of our own writing', 'raw', { action: 'ClearChargingProfile' }, 22],
  ['UsePriorityCharging of our own writing', 'raw', { action: 'UsePriorityCharging' }, 22],
  ['another message of our own writing', 'raw', { action: 'Reset', payload: { type: 'Hard' } }, 0],
])('%s', async (_what, name, input, power) => {
  expect(await kw(name, input)).toBeCloseTo(power, 9);
});

test('a dynamic profile keeps its unit; one that is not known is taken as ampere', async () => {
  const rates = { chargingProfileId: 7, limit: 10 };
  expect(await kw('update-dynamic-schedule', rates, 'W')).toBeCloseTo(0.01, 9);
  expect(await kw('update-dynamic-schedule', rates, 'A')).toBeCloseTo(6.9, 9);
  expect(await kw('update-dynamic-schedule', rates)).toBeCloseTo(6.9, 9);
});

test('a schedule of our own writing is found wherever it stands in a message, in the words of all versions', async () => {
  const raw = (payload: object) => kw('raw', { action: 'SetChargingProfile', payload });
  const schedule = (unit: string, ...chargingSchedulePeriod: object[]) => ({
    chargingRateUnit: unit,
    chargingSchedulePeriod,
  });
  expect(
    await raw({ csChargingProfiles: { chargingSchedule: schedule('A', { limit: 10, numberPhases: 1 }) } }),
  ).toBeCloseTo(2.3, 9);
  expect(
    await raw({
      chargingProfile: { chargingSchedule: [schedule('W', { limit: 1 }), schedule('W', { limit: 1, limit_L2: 9 })] },
    }),
  ).toBeCloseTo(0.01, 9);
  expect(await raw({ scheduleUpdate: { limit: 10, limit_L3: 20 } })).toBeCloseTo(6.9, 9);
  expect(await raw({ chargingSchedulePeriod: ['no period', null], scheduleUpdate: null })).toBe(0);
  const nested = (depth: number): object =>
    depth === 0 ? schedule('W', { limit: 9_000 }) : { deeper: nested(depth - 1) };
  expect(await raw(nested(8))).toBe(9);
  expect(await raw(nested(9))).toBe(0);
});
