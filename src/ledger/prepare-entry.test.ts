import { describe, expect, test } from 'vitest';
import { someNumber } from '../../test/support/some.ts';
import type { Entry } from './ledger-types.ts';
import { EntryRefused } from './ledger-types.ts';
import { prepareEntry } from './prepare-entry.ts';
import { Suspects } from './suspects.ts';
import { keptText, UnadoptedBudget } from './unadopted.ts';

const happenedAt = new Date('2026-03-01T08:00:00Z');
const prepared = (event: object) =>
  prepareEntry({
    events: [{ kind: 'tariff-changed', stationId: 'CP-1', happenedAt, body: {}, ...event }],
  } as unknown as Entry);

describe('an entry', () => {
  test('is written out as the database takes it', () => {
    expect(prepared({ key: 'k', principal: 'ana', flags: ['a', 'b'], body: { a: 1 } })).toMatchObject({
      rows: [
        {
          key: 'k',
          principal: 'ana',
          flags: 'a,b',
          body: '{"a":1}',
          happenedAt: '2026-03-01T08:00:00.000Z',
          shape: undefined,
        },
      ],
      characters: 7,
    });
    expect(prepared({}).rows).toMatchObject([{ key: null, principal: null, flags: '' }]);
    expect(prepareEntry({})).toMatchObject({ rows: [], characters: 0 });
  });

  test.each([
    ['a time that is none', { happenedAt: new Date(Number.NaN) }],
    ['a number without JSON', { body: { a: 1n } }],
    ['a NUL in its key', { key: 'a\0' }],
    ['half a character in its station', { stationId: 'a\ud800' }],
    ['a separator in its key', { key: 'a\x1e' }],
    ['a NUL in its body', { body: { a: '\0' } }],
    ['half a character in its body', { body: { a: '\udc00' } }],
  ])('with %s is refused', (_what, event) => {
    expect(() => prepared(event)).toThrow(EntryRefused);
  });

  test.each([
    [{ body: { a: '\\u0000' } }],
    [{ body: { a: '\\ud800' } }],
    [{ stationId: null }],
    [{ body: { a: '😀' } }],
  ])('with %o is taken', (event) => {
    expect(() => prepared(event)).not.toThrow();
  });
});

describe('a suspect', () => {
  test('is trusted again after twenty entries in a row', () => {
    const suspects = new Suspects();
    expect([suspects.isEmpty, suspects.has('CP-1'), suspects.has(null)]).toEqual([true, false, false]);
    suspects.noteRefused('CP-1');
    suspects.noteRefused(null);
    for (let entry = 0; entry < 19; entry += 1) suspects.noteStored('CP-1');
    suspects.noteStored(null);
    suspects.noteStored('CP-2');
    expect([suspects.isEmpty, suspects.has('CP-1'), suspects.has('CP-2')]).toEqual([false, true, false]);
    suspects.noteStored('CP-1');
    expect(suspects.isEmpty).toBe(true);
  });

  test('the oldest of ten thousand is forgotten', () => {
    const suspects = new Suspects();
    for (let station = 0; station < 10_000; station += 1) suspects.noteRefused(`CP-${station}`);
    expect(suspects.has('CP-0')).toBe(true);
    suspects.noteRefused('CP-10000');
    expect([suspects.has('CP-0'), suspects.has('CP-1')]).toEqual([false, true]);
  });
});

describe('content that nobody adopted', () => {
  test('is kept whole up to eight kibibytes', () => {
    expect(keptText('x'.repeat(8192))).toMatchObject({ text: 'x'.repeat(8192), bytes: 8192 });
    expect(keptText('x'.repeat(8193))).toMatchObject({ text: 'x'.repeat(8192), bytes: 8193 });
    expect(keptText(`${'x'.repeat(8191)}é`).text).toBe('x'.repeat(8191));
    expect(keptText('a').sha256).not.toBe(keptText('b').sha256);
  });

  test('has a budget per station, and its retry costs nothing', () => {
    const budget = new UnadoptedBudget();
    const text = keptText('x'.repeat(8000));
    const decided = Array.from({ length: 140 }, (_, number) => budget.decide('CP-1', `k${number}`, text));
    expect(decided.slice(0, 120).every((each) => each === 'keep')).toBe(true);
    expect(decided.at(-1)).toBe('omit');
    expect(decided).toContainEqual({ notice: { omitted: someNumber } });
    expect(budget.decide('CP-1', 'k0', text)).toBe('keep');
    expect(budget.decide('CP-2', 'k0', text)).toBe('keep');
  });
});
