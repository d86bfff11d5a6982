import { expect, test } from 'vitest';
import { compileProfiles, type EvseOrder } from './compile-profiles.ts';
import { compositeA } from './composite-schedule.ts';
import { isWorthSending } from './is-worth-sending.ts';
import type { ProfileAbilities } from './profile-abilities.ts';

const now = Date.UTC(2026, 0, 12, 22);
const minute = 60_000;
const abilities: ProfileAbilities = { version: '2.0.1', unit: 'A', maxPeriods: 3, maxStackLevel: 1, maxProfiles: null };
const order: EvseOrder = {
  evseId: 1,
  sessionId: '7d3c4fd2-6c5f-4d5d-9d8a-0a63f3fbc3f5',
  voltageV: 230,
  phases: 3,
  steps: [16, 10, 0, 8, 32, 6, 20].map((amperes, index) => ({ from: now + index * 15 * minute, amperes })),
  until: now + 105 * minute,
  fallbackA: 6,
  stationMaxA: null,
};
const at = (minutes: number) => ({ evseId: 1, moment: now + minutes * minute, voltageV: 230, phases: 3 as const });

test('a plan with too many periods goes on at the next stack level, and what is left has the fallback', () => {
  const { profiles, coveredUntil } = compileProfiles(order, abilities, now);
  expect(profiles.map(({ purpose, stackLevel, periods }) => [purpose, stackLevel, periods.length])).toEqual([
    ['tx-default-profile', 0, 1],
    ['tx-profile', 0, 3],
    ['tx-profile', 1, 3],
  ]);
  expect(coveredUntil).toBe(now + 90 * minute);
  expect([0, 14, 15, 44, 45, 89, 90, 500].map((minutes) => compositeA(profiles, at(minutes)))).toEqual([
    16, 16, 10, 0, 8, 6, 6, 6,
  ]);
});

test('a plan with fewer levels than the one before leaves nothing of that one', () => {
  const short = { ...order, steps: [{ from: now, amperes: 10 }], usedLevels: 2 };
  const before = compileProfiles(order, abilities, now).profiles;
  const { profiles, levels } = compileProfiles(short, abilities, now);
  const placeOf = ({ purpose, stackLevel }: (typeof profiles)[number]) => `${purpose} ${stackLevel}`;
  const places = new Set(profiles.map(placeOf));
  const held = [...before.filter((profile) => !places.has(placeOf(profile))), ...profiles];
  expect(levels).toBe(2);
  expect([0, 60, 104, 105, 106].map((minutes) => compositeA(held, at(minutes)))).toEqual([10, 10, 10, 6, 6]);
});

test('an EVSE without a session has its default only', () => {
  const { profiles } = compileProfiles({ ...order, sessionId: null, stationMaxA: 25 }, abilities, now);
  expect(profiles.map(({ purpose, evseId }) => [purpose, evseId])).toEqual([
    ['charging-station-max-profile', 0],
    ['tx-default-profile', 1],
  ]);
});

test('watts of one phase are those of one phase', () => {
  const { profiles } = compileProfiles({ ...order, phases: 1 }, { ...abilities, unit: 'W' }, now);
  expect(profiles.at(1)?.periods[0]).toEqual({ startSeconds: 0, phases: 1, limit: 16 * 230 });
  expect(compositeA(profiles, { ...at(0), phases: 1 })).toBe(16);
});

test('only OCPP 2.1 asks a car to feed back; before it the car is held at zero', () => {
  const back = { ...order, steps: [{ from: now, amperes: -10.04 }] };
  const of = (version: '2.0.1' | '2.1') => compileProfiles(back, { ...abilities, version }, now).profiles.at(-1);
  expect(of('2.1')?.periods).toEqual([{ startSeconds: 0, operationMode: 'central-setpoint', setpoint: -10 }]);
  expect(of('2.0.1')?.periods).toEqual([{ startSeconds: 0, limit: 0 }]);
});

test('changes within one second leave the lowest current, in periods that follow each other', () => {
  const ofSteps = (...steps: [afterMs: number, amperes: number][]) =>
    compileProfiles(
      { ...order, steps: steps.map(([afterMs, amperes]) => ({ from: now + afterMs, amperes })) },
      { ...abilities, maxPeriods: 10 },
      now,
    )
      .profiles.at(-1)
      ?.periods.map(({ startSeconds, limit }) => [startSeconds, limit]);
  expect(ofSteps([0, 18], [4, 6], [30_000, 3])).toEqual([
    [0, 6],
    [90, 3],
  ]);
  expect(ofSteps([0, 10], [30_252, 16], [30_345, 0])).toEqual([
    [0, 10],
    [90, 0],
  ]);
  expect(ofSteps([0, 10], [30_200, 3], [30_300, 16], [30_900, 5])).toEqual([
    [0, 10],
    [90, 3],
    [91, 5],
  ]);
});

test('a current is rounded down to what a profile can carry', () => {
  const { profiles } = compileProfiles({ ...order, steps: [{ from: now, amperes: 15.999 }] }, abilities, now);
  expect(compositeA(profiles, at(0))).toBe(15.9);
});

test.each([
  ['nothing was sent yet', null, 10, true],
  ['a lower current', { steps: [{ from: now, amperes: 10 }], coveredUntil: now + 60 * minute, sentAt: now }, 9.9, true],
  [
    'a small rise',
    { steps: [{ from: now, amperes: 10 }], coveredUntil: now + 60 * minute, sentAt: now - 5 * minute },
    10.5,
    false,
  ],
  [
    'a rise',
    { steps: [{ from: now, amperes: 10 }], coveredUntil: now + 60 * minute, sentAt: now - 5 * minute },
    12,
    true,
  ],
  [
    'a rise right after a message',
    { steps: [{ from: now, amperes: 10 }], coveredUntil: now + 60 * minute, sentAt: now },
    12,
    false,
  ],
  [
    'a plan about to end',
    { steps: [{ from: now, amperes: 10 }], coveredUntil: now + minute, sentAt: now - 60 * minute },
    10,
    true,
  ],
])('%s', (_, sent, amperes, isSent) => {
  expect(isWorthSending(sent, [{ from: now, amperes }], now)).toBe(isSent);
});
