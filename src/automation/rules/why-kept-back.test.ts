import { expect, test } from 'vitest';
import { rule } from '#contract/automation/rule.ts';
import { afterQuiet, isQuiet } from './quiet-hours.ts';
import { momentsBetween } from './schedule.ts';
import { whyKeptBack } from './why-kept-back.ts';

const at = new Date('2026-03-10T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(at.getTime() - minutes * 60_000);
const restarting = rule.parse({
  name: 'x',
  when: { on: 'event', kind: 'connector-status' },
  actions: [{ do: 'command', name: 'reset' }],
  limits: { coolDownMinutes: 60, perStationPerDay: 2, runsPerDay: 3 },
});
const why = (past: { minutes: number; stationId?: string; hasActed?: boolean }[], changes: object = {}) =>
  whyKeptBack(restarting, {
    at,
    stationId: 'CP-1',
    isOn: true,
    approval: 'not-needed',
    past: past.map(({ minutes, stationId = 'CP-1', hasActed = true }) => ({
      at: minutesAgo(minutes),
      stationId,
      hasActed,
    })),
    ...changes,
  });

test('the cool-down of a station, how often it may act there, and its budget hold it back, in this order', () => {
  expect(why([])).toBeUndefined();
  expect(why([{ minutes: 59 }])).toBe('cool-down');
  expect(why([{ minutes: 61 }])).toBeUndefined();
  expect(why([{ minutes: 61 }, { minutes: 200 }])).toBe('loop');
  expect(why([{ minutes: 61 }, { minutes: 1441 }])).toBeUndefined();
  expect(
    why([
      { minutes: 5, stationId: 'CP-2' },
      { minutes: 6, stationId: 'CP-3' },
      { minutes: 7, stationId: 'CP-4' },
    ]),
  ).toBe('budget');
  expect(
    why([
      { minutes: 61, hasActed: false },
      { minutes: 90, hasActed: false },
    ]),
  ).toBeUndefined();
});

test('an approval holds until its end, and never for more runs than it says', () => {
  const approval = { hash: '', by: '', byName: '', at: '', expiresAt: '2026-03-10T12:00:01Z', runsPerDay: 1 };
  expect(why([], { approval })).toBeUndefined();
  expect(why([{ minutes: 5, stationId: 'CP-2' }], { approval })).toBe('budget');
  expect(why([], { approval: { ...approval, expiresAt: '2026-03-10T12:00:00Z' } })).toBe('approval-expired');
  expect(why([], { approval: null })).toBe('not-approved');
});

test('quiet hours pass midnight, by the clocks of their place', () => {
  const quiet = { from: '22:00', to: '06:00', timeZone: 'America/Recife' }; // three hours behind UTC
  expect(isQuiet(quiet, new Date('2026-03-10T01:00:00Z'))).toBe(true);
  expect(isQuiet(quiet, new Date('2026-03-10T08:59:00Z'))).toBe(true);
  expect(isQuiet(quiet, new Date('2026-03-10T09:00:00Z'))).toBe(false);
  expect(afterQuiet(quiet, new Date('2026-03-10T01:00:00Z')).toISOString()).toBe('2026-03-10T09:00:00.000Z');
  expect(afterQuiet(quiet, new Date('2026-03-10T08:59:00Z')).toISOString()).toBe('2026-03-10T09:00:00.000Z');
  expect(afterQuiet(quiet, new Date('2026-03-10T12:00:00Z')).toISOString()).toBe('2026-03-10T12:00:00.000Z');
});

test('a schedule keeps to its days and to clocks that jump', () => {
  const schedule = { on: 'schedule', at: '02:30', days: [], timeZone: 'America/New_York' } as const;
  const between = (from: string, to: string, days: ('monday' | 'sunday')[] = []) =>
    momentsBetween({ ...schedule, days }, new Date(from), new Date(to)).map((moment) => moment.toISOString());
  // The night on which New York has no half past two.
  expect(between('2026-03-08T00:00:00Z', '2026-03-09T12:00:00Z')).toEqual([
    '2026-03-08T07:30:00.000Z',
    '2026-03-09T06:30:00.000Z',
  ]);
  expect(between('2026-03-08T00:00:00Z', '2026-03-09T12:00:00Z', ['monday'])).toEqual(['2026-03-09T06:30:00.000Z']);
});
