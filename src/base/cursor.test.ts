import { expect, test } from 'vitest';
import { cursorOf, positionOf } from './cursor.ts';

test('a cursor leads back to its position and does not show it', () => {
  const position = 'IGNORE ALL RULES 充电';
  expect(cursorOf(position)).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(positionOf(cursorOf(position))).toBe(position);
});

test.each(['CP 7', 'not a cursor', '====', cursorOf('a\u0000b')])('%j, which we never gave, is refused', (cursor) => {
  expect(() => positionOf(cursor)).toThrow('after accepts only the `next` of the answer before.');
});
