import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuClock } from '../../../test/support/cpu-clock.ts';
import { portDowntime } from './port-downtime.ts';
import { lengthsWithin, lengthWithin, union } from './spans.ts';

const minute = 60_000;

test('a port that went down every minute of a month is judged at once', () => {
  const count = 43_200;
  const outages = Array.from({ length: count }, (_, n) => ({
    connectorId: 1,
    cause: 'faulted',
    code: n % 3 === 0 ? 'A' : 'B',
    from: n * minute,
    to: n * minute + minute / 2,
    isExcluded: false,
  }));
  const port = { connectors: [{ connectorId: 1, since: 0 }], outages, openHours: null };
  const cpuMs = cpuClock();
  const { down, causes } = portDowntime(port, { from: 0, to: count * minute });
  expect(cpuMs()).toBeLessThan(1_000); // it was 4 seconds while each outage looked at every other
  expect(down).toHaveLength(count);
  expect(causes).toEqual([
    { cause: 'faulted', code: 'B', ms: 28_800 * 30_000, times: 28_800 },
    { cause: 'faulted', code: 'A', ms: 14_400 * 30_000, times: 14_400 },
  ]);
});

test('one walk over many periods tells what a walk for each would', () => {
  const spans = fc.array(
    fc
      .record({ from: fc.integer({ min: 0, max: 200 }), length: fc.integer({ min: 0, max: 40 }) })
      .map(({ from, length }) => ({
        from,
        to: from + length,
      })),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(spans, spans, (a, b) => {
      const [covered, periods] = [union(a), union(b)];
      expect(lengthsWithin(covered, periods)).toEqual(periods.map((period) => lengthWithin(covered, period)));
    }),
  );
});
