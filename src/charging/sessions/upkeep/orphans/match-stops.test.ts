import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scale } from '../../../../../test/support/scale.ts';
import { minute, reading } from '../../../../../test/support/told-facts.ts';
import { matchStops, type OrphanStop, type StartedSession } from './match-stops.ts';

const orphan = (atMinute: number, wh: number, more: Partial<OrphanStop> = {}): OrphanStop => ({
  ref: `unknown:${atMinute}`,
  at: minute(atMinute),
  register: reading(atMinute, wh, 'end'),
  tokenHash: null,
  evseId: null,
  ...more,
});
const started = (ref: string, atMinute: number, wh: number, more: Partial<StartedSession> = {}): StartedSession => ({
  ref,
  startedAt: minute(atMinute),
  evseId: 1,
  tokenHash: 'tok_a',
  firstRegister: reading(atMinute, wh, 'begin'),
  lastRegister: reading(atMinute, wh, 'begin'),
  lastAt: minute(atMinute),
  endedAt: null,
  ...more,
});
const into = (orphans: OrphanStop[], sessions: StartedSession[]) =>
  Object.fromEntries([...matchStops(orphans, sessions)].map(([ref, match]) => [ref, match.into]));

test.each<[string, OrphanStop, StartedSession]>([
  ['it ended before it started', orphan(5, 2000), started('A', 10, 1000)],
  ['the meter stood higher at the start', orphan(50, 500), started('A', 10, 1000)],
  [
    'the meter stood higher already',
    orphan(50, 2000),
    started('A', 10, 1000, { lastRegister: reading(30, 2500), lastAt: minute(30) }),
  ],
  ['it went on afterwards', orphan(50, 5000), started('A', 10, 1000, { lastAt: minute(60) })],
  ['another driver ended it', orphan(50, 2000, { tokenHash: 'tok_b' }), started('A', 10, 1000)],
  ['it ended elsewhere', orphan(50, 2000, { evseId: 2 }), started('A', 10, 1000)],
  ['it has an end of its own', orphan(50, 2000), started('A', 10, 1000, { endedAt: minute(40) })],
  ['no charger is that fast', orphan(11, 900_000), started('A', 10, 1000)],
  ['it is a month old', orphan(31 * 24 * 60, 2000), started('A', 0, 1000)],
])('%s: it is not matched', (_why, stop, session) => {
  expect(into([stop], [session])).toEqual({});
});

test('a session that was followed by another at its EVSE had ended before', () => {
  const followed = [started('A', 0, 1000), started('B', 30, 2000, { endedAt: minute(40) })];
  expect(into([orphan(50, 3000)], followed)).toEqual({});
  expect(into([orphan(20, 1500)], followed)).toEqual({ 'unknown:20': 'A' });
});

test('what is told alike counts more than what is near, and near more than far', () => {
  const sessions = [started('far', 0, 1000, { evseId: 1 }), started('near', 20, 1000, { evseId: 2, tokenHash: null })];
  expect(into([orphan(50, 2000)], sessions)).toEqual({ 'unknown:50': 'near' });
  expect(into([orphan(50, 2000, { tokenHash: 'tok_a' })], sessions)).toEqual({ 'unknown:50': 'far' });
  expect(into([orphan(50, 2000, { evseId: 1 })], sessions)).toEqual({ 'unknown:50': 'far' });
});

test('each session gets one end, and each end goes to one session', () => {
  const sessions = [started('A', 0, 1000, { evseId: 1 }), started('B', 5, 1000, { evseId: 2 })];
  expect(into([orphan(50, 2000), orphan(60, 3000), orphan(70, 4000)], sessions)).toEqual({
    'unknown:50': 'B',
    'unknown:60': 'A',
  });
});

test('the end of a session told once more without its name is that end', () => {
  const session = started('A', 0, 1000, { endedAt: minute(50), lastRegister: reading(50, 2000, 'end') });
  expect([...matchStops([orphan(50, 2000)], [session])]).toEqual([['unknown:50', { into: 'A', reasons: null }]]);
});

test('why it was matched is told', () => {
  const sessions = [started('A', 0, 1000), started('B', 10, 1500, { evseId: 2 })];
  expect(matchStops([orphan(50, 2000, { tokenHash: 'tok_a' })], sessions).get('unknown:50')).toEqual({
    into: 'B',
    reasons: { token: 'same', evse: 'not-told', seconds: 2400, energyWh: 500, others: 1 },
  });
});

test('the order in which ends and starts are known plays no part', () => {
  const token = fc.constantFrom('tok_a', 'tok_b', null);
  const evse = fc.constantFrom(1, 2, null);
  const orphans = fc.uniqueArray(
    fc
      .record({ at: fc.nat(600), wh: fc.nat(9000), tokenHash: token, evseId: evse })
      .map(({ at, wh, ...more }) => orphan(at, wh, more)),
    { selector: ({ ref }) => ref, maxLength: 6 },
  );
  const sessions = fc.uniqueArray(
    fc
      .record({ at: fc.nat(600), wh: fc.nat(9000), tokenHash: token, evseId: evse, hasEnded: fc.boolean() })
      .map(({ at, wh, hasEnded, ...more }) =>
        started(`S${at}`, at, wh, { ...more, endedAt: hasEnded ? minute(at + 30) : null }),
      ),
    { selector: ({ ref }) => ref, maxLength: 6 },
  );
  fc.assert(
    fc.property(orphans, sessions, (stops, starts) => {
      const matches = matchStops(stops, starts);
      expect(Object.fromEntries(matchStops(stops.toReversed(), starts.toReversed()))).toEqual(
        Object.fromEntries(matches),
      );
      const taken = [...matches.values()].filter(({ reasons }) => reasons !== null).map((match) => match.into);
      expect(new Set(taken).size).toBe(taken.length);
    }),
    { numRuns: scale({ test: 500, soak: 20_000 }) },
  );
});
