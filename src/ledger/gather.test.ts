import { expect, test } from 'vitest';
import type { Time } from '#base/clock.ts';
import { AdaptiveGather } from './gather.ts';

/** A clock that stands still until it is told to go on. */
function heldTime() {
  let now = 0;
  let timers: { at: number; wake: () => void }[] = [];
  const time: Time = {
    now: () => new Date(now),
    elapsedMs: () => now,
    after(delayMs, wake) {
      const timer = { at: now + delayMs, wake };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
  };
  const pass = (ms: number) => {
    now += ms;
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { wake } of due) wake();
  };
  return { time, pass };
}

/** Waits as one commit does; `hasEnded` tells whether it would be written by now. */
async function beginWait(gather: AdaptiveGather, waiting: number) {
  const wait = { hasEnded: false };
  const ended = gather.wait(gather.elapsedMs(), waiting).then(() => {
    wait.hasEnded = true;
  });
  await immediates();
  return Object.assign(wait, { ended });
}

async function immediates(): Promise<void> {
  for (let count = 0; count < 3; count += 1) await new Promise(setImmediate);
}

/** A station's message every two milliseconds. */
function makeBusy(gather: AdaptiveGather, pass: (ms: number) => void): void {
  for (let count = 0; count < 200; count += 1) {
    pass(2);
    gather.arrived(1);
  }
}

test('an entry that comes alone is written at once', async () => {
  const { time, pass } = heldTime();
  const gather = new AdaptiveGather(time);
  for (let count = 0; count < 50; count += 1) {
    pass(100);
    gather.arrived(1);
    expect((await beginWait(gather, 1)).hasEnded).toBe(true);
  }
});

test('while entries come often they wait for each other, and none longer than ten milliseconds', async () => {
  const { time, pass } = heldTime();
  const gather = new AdaptiveGather(time);
  makeBusy(gather, pass);
  const wait = await beginWait(gather, 1);
  pass(9);
  await immediates();
  expect(wait.hasEnded).toBe(false);
  pass(1);
  await immediates();
  expect(wait.hasEnded).toBe(true);
});

test('after a silence the first entry is alone again, however many came before', async () => {
  const { time, pass } = heldTime();
  const gather = new AdaptiveGather(time);
  makeBusy(gather, pass);
  pass(1_000);
  gather.arrived(1);
  expect((await beginWait(gather, 1)).hasEnded).toBe(true);
});

test('what has waited for the commit before it waits no more', async () => {
  const { time, pass } = heldTime();
  const gather = new AdaptiveGather(time);
  makeBusy(gather, pass);
  const arrivedAt = gather.elapsedMs();
  pass(10);
  await expect(gather.wait(arrivedAt, 1)).resolves.toBeUndefined();
});

test('as soon as enough have come together they are written', async () => {
  const { time, pass } = heldTime();
  const gather = new AdaptiveGather(time);
  makeBusy(gather, pass);
  const wait = await beginWait(gather, 1);
  for (let waiting = 2; waiting < 32; waiting += 1) gather.arrived(waiting);
  await immediates();
  expect(wait.hasEnded).toBe(false);
  gather.arrived(32);
  await immediates();
  expect(wait.hasEnded).toBe(true);
});

test('one sender that says one thing after the other soon waits for nobody', async () => {
  const { time, pass } = heldTime();
  const gather = new AdaptiveGather(time);
  let waited = 0;
  for (let count = 0; count < 300; count += 1) {
    pass(3); // the commit before, and its answer
    gather.arrived(1);
    const wait = await beginWait(gather, 1);
    if (wait.hasEnded) continue;
    waited += 1;
    pass(10);
    await wait.ended;
  }
  expect(waited).toBeGreaterThan(0);
  expect(waited).toBeLessThan(30);
});
