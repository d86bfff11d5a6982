import { expect, test } from 'vitest';
import { judgeDelivery, type Observation } from './judge-delivery.ts';

const seen = (changes: Partial<Observation> = {}): Observation => ({
  commandedA: 16,
  isSettled: true,
  readAt: 0,
  measuredA: 15.8,
  offeredA: 16,
  compositeA: null,
  wasPaused: false,
  secondsSinceChange: 60,
  wantsMore: true,
  minA: 6,
  ...changes,
});

test.each<[what: string, changes: Partial<Observation>, state: string, finding: string | null]>([
  ['a car at its limit follows', {}, 'followed', null],
  ['a car that takes less follows as well', { measuredA: 3 }, 'followed', null],
  ['a reading before the change says nothing', { isSettled: false, measuredA: 32 }, 'sending', null],
  ['a station that goes on as before ignores it', { measuredA: 32, offeredA: null }, 'ignored', 'ignores-profiles'],
  ['so does one that offers more', { measuredA: 0, offeredA: 32 }, 'ignored', 'ignores-profiles'],
  [
    'a station with coarse steps rounds down',
    { commandedA: 15, measuredA: 13, offeredA: 13 },
    'rounded',
    'rounds-down',
  ],
  ['one that stays far below caps', { commandedA: 32, measuredA: 9, offeredA: 9 }, 'capped', 'caps-current'],
  ['what it computes itself shows an older profile', { compositeA: 8, measuredA: 8 }, 'capped', 'stale-profile'],
  ['nothing measured is nobody to blame', { measuredA: null, offeredA: null }, 'unknown', null],
  [
    'a car that was paused and stays at nothing is asleep',
    { wasPaused: true, measuredA: 0, secondsSinceChange: 200 },
    'followed',
    'does-not-wake',
  ],
  ['zero is followed by nothing', { commandedA: 0, measuredA: 0, offeredA: 0 }, 'followed', null],
  ['zero that still flows is ignored', { commandedA: 0, measuredA: 6, offeredA: null }, 'ignored', 'ignores-profiles'],
])('%s', (_what, changes, state, finding) => {
  expect(judgeDelivery(seen(changes))).toEqual({ state, finding });
});
