import { expect, test } from 'vitest';
import { fitting, limitsOf } from './list-messages.ts';

const texts = (...lengths: number[]) => lengths.map((length) => 'x'.repeat(length));
const none = { perMessage: null, bytesPerMessage: null };

test('a message holds as many entries as the station takes', () => {
  expect(fitting(texts(10, 10, 10, 10), limitsOf({ ...none, perMessage: 3 }))).toHaveLength(3);
  expect(fitting(texts(10, 10), limitsOf({ ...none, perMessage: 3 }))).toHaveLength(2);
  expect(fitting([], limitsOf(none))).toEqual([]);
});

test('a station that counts bytes gets messages that fit, and an entry that alone is too long goes alone', () => {
  const limits = limitsOf({ perMessage: 100, bytesPerMessage: 500 }); // 200 of them are for the rest of the message
  expect(fitting(texts(99, 99, 99, 99), limits)).toHaveLength(3);
  expect(fitting(texts(900, 99), limits)).toHaveLength(1);
  expect(fitting(texts(99, 900), limits)).toHaveLength(1);
  expect(fitting(['é'.repeat(200), 'x'], limits)).toHaveLength(1);
});

test('a station that says nothing gets frames that small stations can hold; one that names entries is believed', () => {
  const long = texts(...Array.from({ length: 250 }, () => 200));
  expect(fitting(long, limitsOf(none)).join().length).toBeLessThan(16 * 1024);
  expect(fitting(long, limitsOf({ ...none, perMessage: 250 }))).toHaveLength(250);
});
