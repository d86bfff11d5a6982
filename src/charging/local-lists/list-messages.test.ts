import { expect, test } from 'vitest';
import { inMessages, type ListEntry } from './list-messages.ts';

const entry = (id: string): ListEntry => ({ token: { id, value: id, type: 'iso14443', group: null }, info: null });
const entries = Array.from({ length: 7 }, (_, index) => entry(`t${index}`));
const told = { perMessage: 3, bytesPerMessage: null };
const sizes = (messages: readonly { entries: readonly unknown[] }[]) => messages.map((one) => one.entries.length);

test('a list goes in as many messages as the station needs; the first of a full one replaces what was there', () => {
  const messages = inMessages(entries, { isFull: true, next: 5, told, bytesOf: () => 10 });
  expect(messages.map(({ isFull, version, isLast }) => [isFull, version, isLast])).toEqual([
    [true, 5, false],
    [false, 6, false],
    [false, 7, true],
  ]);
  expect(sizes(messages)).toEqual([3, 3, 1]);
});

test('a station that counts bytes gets messages that fit, and an entry that alone is too long goes alone', () => {
  const bytesOf = ({ token }: ListEntry) => (token.id === 't2' ? 900 : 99);
  const limits = { perMessage: 100, bytesPerMessage: 500 }; // 200 of them are for the rest of the message
  expect(sizes(inMessages(entries, { isFull: false, next: 1, told: limits, bytesOf }))).toEqual([2, 1, 3, 1]);
});

test('a full list may be empty, a difference may not', () => {
  expect(sizes(inMessages([], { isFull: true, next: 1, told, bytesOf: () => 1 }))).toEqual([0]);
  expect(inMessages([], { isFull: false, next: 1, told, bytesOf: () => 1 })).toEqual([]);
});

test.each([
  ['tokens', { perMessage: 1, bytesPerMessage: null }],
  ['bytes', { perMessage: null, bytesPerMessage: 1 }],
])(
  'a station that takes a few %s at once gets a short list like that, and a long one in 500 messages',
  (_what, limits) => {
    const many = Array.from({ length: 5_000 }, (_, index) => entry(`t${index}`));
    const messages = (some: readonly ListEntry[]) =>
      inMessages(some, { isFull: true, next: 1, told: limits, bytesOf: () => 10 });
    expect(messages(many.slice(0, 500))).toHaveLength(500);
    expect(sizes(messages(many))).toEqual(Array.from({ length: 500 }, () => 10));
  },
);
