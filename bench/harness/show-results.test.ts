import { expect, test } from 'vitest';
import type { Result } from './bench.ts';
import { reasonsNotToCount } from './show-results.ts';

const session = (figures: Result['figures']): Result => ({
  work: 'session',
  of: '2.0.1, 100 stations',
  server: 'limit-pg',
  figures,
});

test('a slow machine counts like a fast one, as long as nobody else works on it', () => {
  const disturbance = { steal: 0.01, others: 0.04 };
  expect(reasonsNotToCount([session({ cpuSecondsPer1000: 0.01, disturbance })])).toEqual([]);
  expect(reasonsNotToCount([session({ cpuSecondsPer1000: 1, disturbance })])).toEqual([]);
});

test('a run does not count while others use the machine, or its host takes it away', () => {
  expect(reasonsNotToCount([session({ disturbance: { steal: 0, others: 0.3 } })])).toEqual([
    'session, 2.0.1, 100 stations, limit-pg: 0 % of the machine was stolen, 30 % used by others',
  ]);
  expect(reasonsNotToCount([session({ disturbance: { steal: 0.2, others: 0 } })])).toHaveLength(1);
});

test('a run with refused messages measures something else', () => {
  expect(reasonsNotToCount([session({ troubles: { 'connection closed (1013)': 3 } })])).toEqual([
    'session, 2.0.1, 100 stations, limit-pg: 3 × connection closed (1013)',
  ]);
});
