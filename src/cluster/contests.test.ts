import { expect, test } from 'vitest';
import { Contests } from './contests.ts';

const at = (second: number) => new Date(Date.UTC(2026, 2, 1) + second * 1000);
const tryAt = (book: Contests, second: number) => book.add('S-1', { kept: 'a', refused: 'b', now: at(second) });

test('the third try freezes commands; a minute with one connection ends that, ten end the contest', () => {
  const book = new Contests();
  expect([0, 5, 10].map((second) => tryAt(book, second).frozenUntil)).toEqual([null, null, at(70)]);
  expect(book.find('S-1', at(30))).toMatchObject({ since: at(0), lastAt: at(10), tries: 3, frozenUntil: at(70) });
  expect([book.isFrozen('S-1', at(69)), book.isFrozen('S-1', at(70))]).toEqual([true, false]);
  expect(book.find('S-1', at(120))).toMatchObject({ frozenUntil: null });
  expect(book.find('S-1', at(610))).toBeUndefined();
  expect(tryAt(book, 700)).toMatchObject({ since: at(700), tries: 1, frozenUntil: null });
});

test('a person who decides ends it at once', () => {
  const book = new Contests();
  for (const second of [0, 1, 2]) tryAt(book, second);
  book.end('S-1');
  expect([book.find('S-1', at(3)), book.isFrozen('S-1', at(3))]).toEqual([undefined, false]);
});
