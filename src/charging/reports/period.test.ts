import { describe, expect, test } from 'vitest';
import type { SigecError } from '#base/errors.ts';
import { bucketsIn, periodIn, readPeriod } from './period.ts';

const clock = { timeZone: 'America/Sao_Paulo', now: new Date('2026-03-01T02:00:00Z') };
const at = (time: string) => Date.parse(time);
function fieldOf(query: Parameters<typeof readPeriod>[0]): unknown {
  try {
    return readPeriod(query, clock);
  } catch (error) {
    return (error as SigecError).details;
  }
}

describe('the time of a report', () => {
  test('is the month that it is there, unless another is named', () => {
    expect(readPeriod({}, clock)).toEqual({
      from: at('2026-02-01T03:00:00Z'),
      to: at('2026-03-01T03:00:00Z'),
      days: { first: '2026-02-01', end: '2026-03-01' },
    });
    expect(readPeriod({ month: '2025-12' }, clock).days).toEqual({ first: '2025-12-01', end: '2026-01-01' });
  });

  test('is between two times, or until now', () => {
    const from = '2026-01-01T00:00:00Z';
    expect(readPeriod({ from, to: '2026-01-02T00:00:00Z' }, clock)).toEqual({
      from: at(from),
      to: at('2026-01-02T00:00:00Z'),
      days: null,
    });
    expect(readPeriod({ from }, clock).to).toBe(clock.now.getTime());
  });

  test('is of whole days, the last one counted', () => {
    expect(readPeriod({ firstDay: '2026-01-05', lastDay: '2026-01-11' }, clock)).toEqual({
      from: at('2026-01-05T03:00:00Z'),
      to: at('2026-01-12T03:00:00Z'),
      days: { first: '2026-01-05', end: '2026-01-12' },
    });
  });

  test.each([
    [{ month: '2026-01', firstDay: '2026-01-01' }, 'month', 'but not both'],
    [{ firstDay: '2026-01-01', from: '2026-01-01T00:00:00Z' }, 'firstDay', 'but not both'],
    [{ lastDay: '2026-01-01' }, 'firstDay', 'give both'],
    [{ firstDay: '2026-01-02', lastDay: '2026-01-01' }, 'lastDay', 'exchange them'],
    [{ firstDay: '2010-01-01', lastDay: '2026-01-01' }, 'firstDay', 'ten years at most'],
    [{ month: '2026-01', from: '2026-01-01T00:00:00Z' }, 'month', 'but not both'],
    [{ month: '2026-01', to: '2026-01-01T00:00:00Z' }, 'month', 'but not both'],
    [{ to: '2026-01-01T00:00:00Z' }, 'from', 'give from too'],
    [{ from: '2026-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }, 'to', 'not before to'],
    [{ from: '2010-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }, 'from', 'ten years at most'],
    [{ from: '1999-12-31T23:59:59Z', to: '2000-01-02T00:00:00Z' }, 'from', 'from 2000 to 2199'],
    [{ from: '2199-12-31T00:00:00Z', to: '2200-01-01T00:00:01Z' }, 'from', 'from 2000 to 2199'],
    [{ month: '1999-12' }, 'month', 'from 2000 to 2199'],
  ])('cannot be %o', (query, field, sentence) => {
    expect(() => readPeriod(query, clock)).toThrow(sentence);
    expect(fieldOf(query)).toEqual({ field });
  });

  test.each([
    [{ from: '2000-01-01T00:00:00Z', to: '2000-01-02T00:00:00Z' }],
    [{ from: '2199-12-31T00:00:00Z', to: '2200-01-01T00:00:00Z' }],
    [{ from: '2016-01-01T00:00:00Z', to: '2026-01-08T00:00:00Z' }],
  ])('may be %o', (query) => {
    expect(readPeriod(query, clock).from).toBe(at(query.from));
  });
});

test('days begin elsewhere at other times, moments do not', () => {
  const month = readPeriod({ month: '2026-02' }, clock);
  expect(periodIn(month, 'UTC')).toEqual({ from: at('2026-02-01T00:00:00Z'), to: at('2026-03-01T00:00:00Z') });
  const two = readPeriod({ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }, clock);
  expect(periodIn(two, 'Asia/Tokyo')).toEqual({ from: two.from, to: two.to });
});

describe('the parts of a period', () => {
  const span = { from: at('2026-01-30T12:00:00Z'), to: at('2026-02-01T06:00:00Z') };

  test('are days by the clock, of which the first and the last are cut', () => {
    expect(bucketsIn(span, 'day', 'UTC')).toEqual([
      { key: '2026-01-30', from: span.from, to: at('2026-01-31T00:00:00Z') },
      { key: '2026-01-31', from: at('2026-01-31T00:00:00Z'), to: at('2026-02-01T00:00:00Z') },
      { key: '2026-02-01', from: at('2026-02-01T00:00:00Z'), to: span.to },
    ]);
  });

  test('or months', () => {
    expect(bucketsIn(span, 'month', 'UTC').map(({ key, from, to }) => [key, from, to])).toEqual([
      ['2026-01', span.from, at('2026-02-01T00:00:00Z')],
      ['2026-02', at('2026-02-01T00:00:00Z'), span.to],
    ]);
  });

  test('end with the period', () => {
    expect(bucketsIn({ ...span, to: at('2026-02-01T00:00:00Z') }, 'day', 'UTC')).toHaveLength(2);
  });
});
