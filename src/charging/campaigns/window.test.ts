import { expect, test } from 'vitest';
import { isWithinWindow } from './window.ts';

const night = { from: '22:00', until: '05:00' };
const day = { from: '09:00', until: '17:30' };
const at = (window: typeof night | null, now: string, timeZone = 'America/Sao_Paulo') =>
  isWithinWindow(window, { now: new Date(now), timeZone });

test('a window is by the clock of the place, and may pass midnight', () => {
  expect(at(night, '2026-03-02T00:59:00Z')).toBe(false); // 21:59
  expect(at(night, '2026-03-02T01:00:00Z')).toBe(true); // 22:00
  expect(at(night, '2026-03-02T07:59:00Z')).toBe(true); // 04:59
  expect(at(night, '2026-03-02T08:00:00Z')).toBe(false); // 05:00
  expect(at(day, '2026-03-02T08:59:00Z', 'UTC')).toBe(false);
  expect(at(day, '2026-03-02T17:29:00Z', 'UTC')).toBe(true);
  expect(at(null, '2026-03-02T12:00:00Z')).toBe(true);
});
