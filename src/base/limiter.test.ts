import { expect, test } from 'vitest';
import { LogLimiter } from './every.ts';
import { Limiter } from './limiter.ts';
import { TokenBucket } from './token-bucket.ts';

function handOfClock() {
  let ms = 0;
  return { elapsedMs: () => ms, pass: (more: number) => void (ms += more) };
}

test('a burst is within the budget, and then as much as refills', () => {
  const { elapsedMs, pass } = handOfClock();
  const bucket = new TokenBucket({ perSecond: 10, burst: 3 }, elapsedMs);
  expect([bucket.take(), bucket.take(), bucket.take(), bucket.take()]).toEqual([true, true, true, false]);
  expect(bucket.waitMs()).toBe(100);
  pass(100);
  expect([bucket.take(), bucket.take()]).toEqual([true, false]);
  pass(60_000);
  expect(bucket.isFull).toBe(true);
  expect([bucket.take(3), bucket.take()]).toEqual([true, false]);
});

test('what is refused costs nothing', () => {
  const { elapsedMs, pass } = handOfClock();
  const bucket = new TokenBucket({ perSecond: 1, burst: 1 }, elapsedMs);
  bucket.take();
  for (let i = 0; i < 100; i += 1) bucket.take();
  pass(1_000);
  expect(bucket.take()).toBe(true);
});

test('what has happened already can be a debt, and the time to repay it is known', () => {
  const { elapsedMs, pass } = handOfClock();
  const bucket = new TokenBucket({ perSecond: 100, burst: 50 }, elapsedMs);
  expect(bucket.spend(50)).toBe(0);
  expect(bucket.spend(200)).toBe(2_000);
  pass(1_500);
  expect(bucket.spend(0)).toBe(500);
  bucket.refund(1_000);
  expect(bucket.isFull).toBe(true);
});

test('a clock that is set back gives and takes nothing', () => {
  const { elapsedMs, pass } = handOfClock();
  const bucket = new TokenBucket({ perSecond: 1, burst: 2 }, elapsedMs);
  bucket.take(2);
  pass(-3_600_000);
  expect(bucket.take()).toBe(false);
  pass(1_000);
  expect(bucket.take()).toBe(true);
});

test('one sender does not spend what is another one’s', () => {
  const { elapsedMs } = handOfClock();
  const limiter = new Limiter({ perSecond: 1, burst: 1 }, { elapsedMs });
  expect([limiter.take('a'), limiter.take('a'), limiter.take('b')]).toEqual([true, false, true]);
  expect([limiter.waitMs('a'), limiter.waitMs('c')]).toEqual([1_000, 0]);
  limiter.refund('a');
  expect(limiter.take('a')).toBe(true);
});

test('names do not fill the memory: whoever was silent longest is forgotten', () => {
  const { elapsedMs } = handOfClock();
  const limiter = new Limiter({ perSecond: 1, burst: 1 }, { maxNames: 2, elapsedMs });
  for (const name of ['a', 'b', 'a', 'c']) limiter.take(name);
  expect(limiter.size).toBe(2);
  expect([limiter.take('a'), limiter.take('b')]).toEqual([false, true]);
});

test('of many lines of one kind one is written per interval, with the number of those left out', () => {
  const { elapsedMs, pass } = handOfClock();
  const limiter = new LogLimiter({ everyMs: 1_000, elapsedMs });
  expect([limiter.next('a'), limiter.next('a'), limiter.next('a'), limiter.next('b')]).toEqual([
    { omitted: 0 },
    undefined,
    undefined,
    { omitted: 0 },
  ]);
  pass(1_000);
  expect(limiter.next('a')).toEqual({ omitted: 2 });
});
