import { expect, test } from 'vitest';
import { Standing } from './standing.ts';

const [stranger, other, home] = ['203.0.113.7', '203.0.113.8', '198.51.100.2'];

function standingAt() {
  let now = 0;
  const standing = new Standing(() => now);
  return {
    standing,
    pass: (ms: number) => {
      now += ms;
    },
    /** Comes, and is refused where it may come at all; returns how often it might. */
    fail(address: string, times: number) {
      let entered = 0;
      for (let turn = 0; turn < times; turn += 1) {
        if (!standing.mayEnter(address)) continue;
        entered += 1;
        standing.note(address, 'refused');
      }
      return entered;
    },
  };
}

test('a network of which everybody fails is let in a hundred times, then five times a second', () => {
  const { fail, pass } = standingAt();
  expect(fail(stranger, 2_000)).toBe(105);
  pass(1_000);
  expect(fail(stranger, 2_000)).toBe(5);
});

test('another network comes in meanwhile', () => {
  const { fail, standing } = standingAt();
  fail(stranger, 2_000);
  expect(standing.mayEnter(other)).toBe(true);
});

test('a network that stopped failing is free again', () => {
  const { fail, pass } = standingAt();
  fail(stranger, 2_000);
  pass(120_000);
  expect(fail(stranger, 50)).toBe(50);
});

test('a station behind the address of a flood still gets its turns', () => {
  const { fail, pass, standing } = standingAt();
  standing.note(home, 'accepted');
  fail(home, 10_000);
  expect(standing.mayEnter(home)).toBe(false);
  pass(1_000);
  expect(fail(home, 2_000)).toBe(100);
});

test('a flood from thousands of addresses is slowed down as one, and known networks notice nothing', () => {
  const { fail, pass, standing } = standingAt();
  standing.note(home, 'accepted');
  const botnet = (turn: number) =>
    Array.from({ length: 5_000 }, (_, index) => fail(`10.${turn}.${index >> 8}.${index & 255}`, 1)).reduce(
      (sum, entered) => sum + entered,
      0,
    );
  expect(botnet(1)).toBe(2_100);
  pass(1_000);
  expect(botnet(2)).toBe(100);
  expect(standing.mayEnter(home)).toBe(true);
});

test('strangers have few places for handshakes until one of them was let in, for a day', () => {
  const { standing, pass } = standingAt();
  expect(standing.placesOf(home)).toBe(64);
  standing.note(home, 'accepted');
  expect(standing.placesOf(home)).toBe(Number.POSITIVE_INFINITY);
  pass(24 * 3_600_000);
  expect(standing.placesOf(home)).toBe(64);
});
