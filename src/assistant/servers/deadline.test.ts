import { expect, test } from 'vitest';
import { systemClock, type Time } from '#base/clock.ts';
import { Deadlines } from './deadline.ts';

/** Time that passes when it is told to. */
function handTime(): Time & { pass(ms: number): void } {
  let now = 0;
  const waiting = new Set<{ at: number; wake: () => void }>();
  return {
    ...systemClock,
    elapsedMs: () => now,
    after(delayMs, wake) {
      const entry = { at: now + delayMs, wake };
      waiting.add(entry);
      return () => void waiting.delete(entry);
    },
    pass(ms) {
      now += ms;
      for (const entry of waiting) {
        if (entry.at > now) continue;
        waiting.delete(entry);
        entry.wake();
      }
    },
  };
}

test('a wait ends, unless something was heard meanwhile', () => {
  const time = handTime();
  using deadline = new Deadlines(time).begin(100);
  time.pass(90);
  deadline.renew();
  time.pass(90);
  expect(deadline.signal.aborted).toBe(false);
  time.pass(10);
  expect(deadline.signal.aborted).toBe(true);
});

test('time stands still while a person is asked, however many ask', () => {
  const time = handTime();
  const deadlines = new Deadlines(time);
  using deadline = deadlines.begin(100);
  const [answered, signedIn] = [deadline.pause(), deadlines.pauseAll()];
  time.pass(1_000);
  answered();
  answered();
  deadline.renew();
  time.pass(1_000);
  expect(deadline.signal.aborted).toBe(false);
  signedIn();
  time.pass(100);
  expect(deadline.signal.aborted).toBe(true);
});

test('what is over wakes nobody', () => {
  const time = handTime();
  const deadline = new Deadlines(time).begin(100);
  deadline[Symbol.dispose]();
  deadline.renew();
  time.pass(1_000);
  expect(deadline.signal.aborted).toBe(false);
});
