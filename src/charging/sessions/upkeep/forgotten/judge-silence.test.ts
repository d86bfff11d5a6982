import { expect, test } from 'vitest';
import { judgeSilence, type SilentSession } from './judge-silence.ts';

const now = new Date('2026-03-02T12:00:00Z');
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const patience = { withSignsHours: 2, withoutSignsHours: 24 };
const silent = (hours: number, more: Partial<SilentSession> = {}): SilentSession => ({
  lastHeardAt: ago(hours),
  lastAt: ago(hours),
  isOnline: true,
  linkChangedAt: ago(100),
  bootedAt: null,
  freeSince: null,
  otherSessionAt: null,
  ...more,
});

test.each<[string, SilentSession, object]>([
  ['silent for a while', silent(5), { verdict: 'wait' }],
  ['silent for a day, its connector in use', silent(25), { verdict: 'ask' }],
  ['its connector is free', silent(3, { freeSince: ago(2) }), { reason: 'connector-free', since: ago(2) }],
  ['its connector is free, only just silent', silent(1, { freeSince: ago(1) }), { verdict: 'wait' }],
  ['its connector was free before it began', silent(3, { freeSince: ago(9) }), { verdict: 'wait' }],
  ['another session is there', silent(3, { otherSessionAt: ago(1) }), { reason: 'other-session', since: ago(1) }],
  ['the station booted and did not resume it', silent(3, { bootedAt: ago(2) }), { reason: 'booted', since: ago(2) }],
  ['the station booted and resumed it', silent(3, { bootedAt: ago(4) }), { verdict: 'wait' }],
  ['away for an hour', silent(30, { isOnline: false, linkChangedAt: ago(1) }), { verdict: 'wait' }],
  [
    'away for a day, heard of before that',
    silent(30, { isOnline: false, linkChangedAt: ago(26) }),
    { reason: 'offline' },
  ],
  ['away and its connector free', silent(3, { isOnline: false, freeSince: ago(2) }), { verdict: 'wait' }],
])('%s', (_name, session, expected) => {
  expect(judgeSilence(session, now, patience)).toMatchObject(expected);
});

test('0 hours are for ever', () => {
  const never = { withSignsHours: 0, withoutSignsHours: 0 };
  expect(judgeSilence(silent(9999, { freeSince: ago(1) }), now, never)).toEqual({ verdict: 'wait' });
  expect(judgeSilence(silent(9999, { isOnline: false }), now, never)).toEqual({ verdict: 'wait' });
});
