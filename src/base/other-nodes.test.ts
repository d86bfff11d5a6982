import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { joinedNodes } from '../../test/support/joined-nodes.ts';
import { RateLimiter } from './rate-limiter.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('what two nodes count is counted together, a second late', () => {
  let now = Date.parse('2026-03-01T08:00:00Z');
  const clock = { now: () => new Date(now) };
  const [first, second] = joinedNodes().map((others) => new RateLimiter(clock, { others, subject: 'calls' }));
  const tool = { name: 'reset', rateLimit: { calls: 3, perSeconds: 60 } };
  first?.count('ana', tool);
  first?.count('ana', tool);
  expect(() => second?.count('ana', tool)).not.toThrow(); // it has not heard yet
  vi.advanceTimersByTime(1_000);
  expect(() => second?.count('ana', tool)).toThrow(/3 times in 60 seconds/);
  expect(() => first?.count('ana', tool)).toThrow(/3 times in 60 seconds/);
  expect(() => second?.count('bruno', tool)).not.toThrow();
  now += 60_000;
  expect(() => second?.count('ana', tool)).not.toThrow();
});
