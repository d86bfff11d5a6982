import { expect, test } from 'vitest';
import { changeOf, pointsOf } from './figure-change.ts';

test('an amount changes by a share of what it was', () => {
  expect(changeOf(112, 100, 'en')).toBe('+12.0 %');
  expect(changeOf(50, 100, 'pt-BR')).toBe('-50,0 %');
  expect(changeOf(100, 100, 'en')).toBe('0.0 %');
});

test('from nothing there is no share', () => {
  expect(changeOf(5, 0, 'en')).toBeNull();
});

test('shares differ by points', () => {
  expect(pointsOf(98.5, 97, 'en')).toBe('+1.5');
  expect(pointsOf(10, 12.3, 'en')).toBe('-2.3');
  expect(pointsOf(99.99, 100, 'en')).toBe('0.0');
});
