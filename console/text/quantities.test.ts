import { expect, test } from 'vitest';
import { elapsedText, energyText, powerText } from './quantities.ts';

test('energy and power carry their unit and the decimals of the language', () => {
  expect(energyText(14_204, 'en')).toBe('14.20 kWh');
  expect(energyText(1_234_567, 'pt-BR')).toBe('1.234,57 kWh');
  expect(powerText(7_350, 'pt-BR')).toBe('7,4 kW');
  expect(powerText(0, 'en')).toBe('0.0 kW');
});

test('what goes on is told to the second, over days too', () => {
  expect(elapsedText(0)).toBe('0:00:00');
  expect(elapsedText(59_999)).toBe('0:00:59');
  expect(elapsedText(3_909_000)).toBe('1:05:09');
  expect(elapsedText((49 * 3600 + 65) * 1000)).toBe('2 d 01:01:05');
});

test('a start in the future, by a clock that runs ahead, lasts nothing yet', () => {
  expect(elapsedText(-5_000)).toBe('0:00:00');
});
