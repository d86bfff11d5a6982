import { expect, test } from 'vitest';
import { Latencies } from './latencies.ts';

test('percentiles are right to a tenth', () => {
  const latencies = new Latencies();
  expect(latencies.percentile(0.99)).toBe(0);
  for (let ms = 1; ms <= 1000; ms += 1) latencies.add(ms);
  expect(latencies.percentile(0.5)).toBeGreaterThanOrEqual(500);
  expect(latencies.percentile(0.5)).toBeLessThan(560);
  expect(latencies.percentile(0.99)).toBeGreaterThanOrEqual(990);
  expect(latencies.percentile(0.99)).toBeLessThan(1100);
});
