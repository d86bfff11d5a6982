import { expect, test } from 'vitest';
import { someSession } from '../../../test/support/some-session.ts';
import { askedOf, fits, isFiltering, sessionFilter } from './session-filter.ts';

test('an old or mistyped link shows what it can', () => {
  const read = sessionFilter.parse({ state: 'sleeping', station: 'CP-7', from: 'yesterday', flagged: 'maybe', x: '1' });
  expect(read).toEqual({ station: 'CP-7' });
  expect(isFiltering(read)).toBe(true);
  expect(isFiltering(sessionFilter.parse({}))).toBe(false);
});

test('both days of a period count whole, in local time', () => {
  const asked = askedOf({ from: '2026-03-01', to: '2026-03-31' });
  expect(asked.get('from')).toBe(new Date(2026, 2, 1).toISOString());
  expect(asked.get('to')).toBe(new Date(2026, 3, 1).toISOString());
  const at = (date: Date) => someSession({ id: 'a', startedAt: date.toISOString() });
  const march = { from: '2026-03-01', to: '2026-03-31' };
  expect(fits(at(new Date(2026, 2, 31, 23, 59, 59)), march)).toBe(true);
  expect(fits(at(new Date(2026, 3, 1)), march)).toBe(false);
  expect(fits(at(new Date(2026, 1, 28, 23, 59, 59)), march)).toBe(false);
});

test('a month is its days, and a session beside the list does not narrow it', () => {
  const march = askedOf({ month: '2026-03' });
  expect([march.get('from'), march.get('to')]).toEqual([
    new Date(2026, 2, 1).toISOString(),
    new Date(2026, 3, 1).toISOString(),
  ]);
  const { open, ...narrow } = sessionFilter.parse({ open: '01a1e0cc-862e-7002-84de-e0508dd67d0d' });
  expect([open, isFiltering(narrow)]).toEqual(['01a1e0cc-862e-7002-84de-e0508dd67d0d', false]);
});

test('at a site are the sessions of its stations', () => {
  const session = someSession({ id: 'a', stationId: 'CP-7' });
  expect(fits(session, { site: 'centre' }, new Set(['CP-7']))).toBe(true);
  expect(fits(session, { site: 'centre' }, new Set(['CP-8']))).toBe(false);
});

test('a session fits when all that is asked for is true of it', () => {
  const session = someSession({ id: 'a', stationId: 'CP-7', tokenHash: 'tok_1', flags: ['has-gap'] });
  expect(fits(session, {})).toBe(true);
  expect(fits(session, { state: 'running', station: 'CP-7', token: 'tok_1', flagged: 'yes' })).toBe(true);
  expect(fits(session, { state: 'ended' })).toBe(false);
  expect(fits(session, { station: 'CP-8' })).toBe(false);
  expect(fits(session, { token: 'tok_2' })).toBe(false);
  expect(fits({ ...session, flags: [] }, { flagged: 'yes' })).toBe(false);
  expect(fits({ ...session, startedAt: null }, { from: '2020-01-01' })).toBe(false);
});

test('the server is asked in its own words', () => {
  expect(askedOf({ state: 'ended', station: 'CP 7', token: 'tok_1', flagged: 'yes' }).toString()).toBe(
    'state=ended&stationId=CP+7&tokenHash=tok_1&isFlagged=true',
  );
});
