import { expect, test } from 'vitest';
import { nextOrder, sortRows, type Value } from './sort-rows.ts';

const sorted = (values: readonly Value[], isDown = false) => sortRows(values, (value) => value, isDown);

test('numbers go by size, texts as people count, and what is unknown comes last either way', () => {
  expect(sorted([10, null, 9.5, 100])).toEqual([9.5, 10, 100, null]);
  expect(sorted([10, null, 9.5, 100], true)).toEqual([100, 10, 9.5, null]);
  expect(sorted(['CP-10', 'cp-2', undefined, 'Átrio', 'beta'])).toEqual(['Átrio', 'beta', 'cp-2', 'CP-10', undefined]);
  expect(sorted([true, false])).toEqual([false, true]);
});

test('equal rows stay in the order they came in', () => {
  const rows = [
    { id: 'a', cards: 1 },
    { id: 'b', cards: 2 },
    { id: 'c', cards: 1 },
  ];
  expect(sortRows(rows, ({ cards }) => cards, true).map(({ id }) => id)).toEqual(['b', 'a', 'c']);
});

test('a column sorts one way, then the other, then not at all', () => {
  const text = { column: 0, isNumber: false };
  expect(nextOrder(null, text)).toEqual({ column: 0, isDown: false });
  expect(nextOrder({ column: 0, isDown: false }, text)).toEqual({ column: 0, isDown: true });
  expect(nextOrder({ column: 0, isDown: true }, text)).toBeNull();
  const number = { column: 1, isNumber: true };
  expect(nextOrder({ column: 0, isDown: true }, number)).toEqual({ column: 1, isDown: true });
  expect(nextOrder({ column: 1, isDown: true }, number)).toEqual({ column: 1, isDown: false });
  expect(nextOrder({ column: 1, isDown: false }, number)).toBeNull();
});
