import { expect, test } from 'vitest';
import { SenderMeter } from './sender-meter.ts';
import { TokenBucket } from './token-bucket.ts';

function metered({ perSecond = 100, burst = 10, maxDebtMs = 5_000 } = {}) {
  let now = 0;
  let wakeAt: { at: number; wake(): void } | undefined;
  const said: string[] = [];
  const time = {
    elapsedMs: () => now,
    after(delayMs: number, wake: () => void) {
      const due = { at: now + delayMs, wake };
      wakeAt = due;
      return () => void (wakeAt === due && (wakeAt = undefined));
    },
  };
  const budgets = { messages: new TokenBucket({ perSecond, burst }, time.elapsedMs) };
  const meter = new SenderMeter({
    budgets,
    maxDebtMs,
    time,
    source: { pause: () => void said.push('pause'), resume: () => void said.push('resume') },
    slowed: (kind) => void said.push(`slowed: ${kind}`),
    exceeded: (kind) => void said.push(`exceeded: ${kind}`),
  });
  const pass = (ms: number) => {
    now += ms;
    if (wakeAt !== undefined && wakeAt.at <= now) wakeAt.wake();
  };
  return { meter, said, pass };
}

test('a sender within its budget is not held up', () => {
  const { meter, said } = metered();
  meter.spend('messages', 10);
  expect(said).toEqual([]);
});

test('reading stops until the debt is repaid, and the debt is announced once', () => {
  const { meter, said, pass } = metered();
  meter.spend('messages', 20);
  meter.spend('messages', 10); // it was on its way already
  expect(said).toEqual(['slowed: messages', 'pause']);
  pass(199);
  expect(said).toHaveLength(2);
  pass(1);
  expect(said.splice(0)).toEqual(['slowed: messages', 'pause', 'resume']);
  meter.spend('messages', 5);
  expect(said).toEqual(['pause']);
});

test('a debt that no honest sender makes ends it, once', () => {
  const { meter, said, pass } = metered();
  meter.spend('messages', 1_000);
  meter.spend('messages', 1_000);
  pass(60_000);
  expect(said).toEqual(['slowed: messages', 'pause', 'exceeded: messages']);
});

test('after the end of the connection nothing is resumed', () => {
  const { meter, said, pass } = metered();
  meter.spend('messages', 20);
  meter.close();
  pass(60_000);
  expect(said).toEqual(['slowed: messages', 'pause']);
});
