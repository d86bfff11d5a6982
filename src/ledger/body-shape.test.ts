import { describe, expect, test } from 'vitest';
import { shapeBody } from './body-shape.ts';
import type { NewEvent } from './ledger-types.ts';

const at = '2026-03-01T08:00:00.000Z';
const shaped = (body: object, { kind = 'session-event', key = 'tx:42:7', happenedAt = at } = {}) =>
  shapeBody({ kind, key, body } as unknown as NewEvent, happenedAt);
const words = (body: object, other = {}) => shaped(body, other)?.words;

/** What PostgreSQL's format() makes of it. */
function filled({ words: text, values }: { words: string; values: string }, key = 'tx:42:7'): unknown {
  const parts = values === '' ? [] : values.split('\x1f');
  const [, middle, end] = /^[^:]*:(.*):([^:]*)$/.exec(key) ?? [];
  const places = [JSON.stringify(at), JSON.stringify(middle), end, ...parts];
  return JSON.parse(
    text.replaceAll(/%(?:(\d+)\$s|%)/g, (whole, number: string | undefined) =>
      number === undefined ? '%' : (places[Number(number) - 1] ?? whole),
    ),
  );
}

describe('a body in two parts', () => {
  test('comes back whole', () => {
    const body = {
      type: 'ended',
      at,
      sessionRef: '42',
      seqNo: 7,
      evseId: 100,
      registerWh: 1234.5,
      note: '50%',
      isOffline: true,
      none: null,
      list: [1, 'a'],
      'odd%': { deep: 'x' },
    };
    const shape = shaped(body);
    expect(shape && filled(shape)).toEqual(body);
    expect(shape?.words).toContain('"type":"ended"');
    expect(shape?.words).toContain('"evseId":100');
    expect(shape?.words).toContain('"at":%1$s');
    expect(shape?.words).toContain('"sessionRef":%2$s');
    expect(shape?.words).toContain('"seqNo":%3$s');
    expect(shape?.words).toContain('"odd%%"');
  });

  test.each([
    [{ type: 'x'.repeat(50) }, `{"type":"${'x'.repeat(50)}"}`],
    [{ type: 'x'.repeat(51) }, '{"type":%4$s}'],
    [{ other: 'ended' }, '{"other":%4$s}'],
    [{ evseId: 0 }, '{"evseId":0}'],
    [{ evseId: 100 }, '{"evseId":100}'],
    [{ evseId: 101 }, '{"evseId":%4$s}'],
    [{ evseId: -1 }, '{"evseId":%4$s}'],
    [{ evseId: 1.5 }, '{"evseId":%4$s}'],
    [{ registerWh: 5, gone: undefined, more: 6 }, '{"registerWh":%4$s,"more":%5$s}'],
    [{ type: '100%' }, '{"type":"100%%"}'],
    [{ a: [1, 2] }, '{"a":[%4$s,%5$s]}'],
    [{ type: ['a', 'b'] }, '{"type":["a","b"]}'],
    [{}, '{}'],
  ])('%o is %s', (body, expected) => {
    expect(words(body)).toBe(expected);
  });

  test.each([
    ['tx:42', { a: '42', b: 42 }, '{"a":%4$s,"b":%3$s}'],
    ['42', { a: '42', b: 42 }, '{"a":%4$s,"b":%5$s}'],
    ['tx:a:b:7', { a: 'a:b', b: 7 }, '{"a":%2$s,"b":%3$s}'],
  ])('with the key %s, %o is %s', (key, body, expected) => {
    expect(words(body, { key })).toBe(expected);
  });

  test('without a key nothing is taken from one', () => {
    expect(shapeBody({ kind: 'session-event', body: { a: '42' } } as unknown as NewEvent, at)?.words).toBe(
      '{"a":%4$s}',
    );
  });

  test('a time with a long year is no place', () => {
    expect(words({ at: '+010000-01-01T00:00:00.000Z' }, { happenedAt: '+010000-01-01T00:00:00.000Z' })).toBe(
      '{"at":%4$s}',
    );
  });

  const nest = (depth: number): object => (depth === 0 ? {} : { in: nest(depth - 1) });
  test.each([
    ['a rare kind', {}, 'tariff-changed', false],
    ['four levels', nest(4), 'session-event', true],
    ['five levels', nest(5), 'session-event', false],
    ['eight items', { a: [1, 2, 3, 4, 5, 6, 7, 8] }, 'session-event', true],
    ['nine items', { a: [1, 2, 3, 4, 5, 6, 7, 8, 9] }, 'session-event', false],
    ['a date', { a: new Date() }, 'session-event', false],
    ['a list with a date', { a: [new Date()] }, 'session-event', false],
    [
      'a long text of words',
      Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${'n'.repeat(60)}${index}`, 1])),
      'session-event',
      false,
    ],
  ])('%s has a shape', (_what, body, kind, has) => {
    expect(shaped(body, { kind }) !== undefined).toBe(has);
  });
});
