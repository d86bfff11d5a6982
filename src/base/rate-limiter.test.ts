import { expect, test } from 'vitest';
import { RateLimiter } from './rate-limiter.ts';

const look = { name: 'look', rateLimit: { calls: 3, perSeconds: 60 } };

function limiterAt(): { limiter: RateLimiter; move(seconds: number): void } {
  let at = Date.parse('2026-03-01T08:00:00Z');
  return {
    limiter: new RateLimiter({ now: () => new Date(at) }),
    move(seconds) {
      at += seconds * 1000;
    },
  };
}

test('one call too many hears when to come back, and then may', () => {
  const { limiter, move } = limiterAt();
  for (let call = 0; call < 3; call += 1) limiter.count('key-1', look);
  move(20.5);
  expect(() => limiter.count('key-1', look)).toThrow(
    expect.objectContaining({
      code: 'TOO_MANY_REQUESTS',
      message: 'look may be called 3 times in 60 seconds. Try again in 40 seconds.',
      details: { retryAfterSeconds: 40 },
    }),
  );
  move(40);
  expect(() => limiter.count('key-1', look)).not.toThrow();
});

test('principals and tools are counted apart', () => {
  const { limiter } = limiterAt();
  for (let call = 0; call < 3; call += 1) limiter.count('key-1', look);
  expect(() => limiter.count('key-2', look)).not.toThrow();
  expect(() => limiter.count('key-1', { ...look, name: 'see' })).not.toThrow();
});

test('a clock that is set back locks nobody out for longer than a window', () => {
  const { limiter, move } = limiterAt();
  for (let call = 0; call < 3; call += 1) limiter.count('key-1', look);
  move(-3600);
  expect(() => limiter.count('key-1', look)).not.toThrow();
});

test('however many call, the memory they take is bounded', () => {
  const { limiter } = limiterAt();
  for (let caller = 0; caller < 25_000; caller += 1) limiter.count(`key-${caller}`, look);
  expect(limiter.size).toBe(10_000);
  for (let call = 0; call < 2; call += 1) limiter.count('key-24999', look);
  expect(() => limiter.count('key-24999', look), 'the newest are remembered').toThrow('may be called 3 times');
});
