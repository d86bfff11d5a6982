import { expect, test } from 'vitest';
import { gridHertzAt } from './grid-hertz.ts';

test.each([
  ['BR', 'UTC', 60],
  ['DE', 'UTC', 50],
  ['JP', 'Asia/Tokyo', null],
  [null, 'America/Sao_Paulo', 60],
  [null, 'America/Argentina/Cordoba', 50],
  [null, 'America/New_York', 60],
  [null, 'Europe/Lisbon', 50],
  [null, 'Asia/Seoul', 60],
  [null, 'Asia/Tokyo', null],
  [null, 'UTC', null],
] as const)('country %s and clock %s: %s Hz', (country, timeZone, hertz) => {
  expect(gridHertzAt({ country, timeZone })).toBe(hertz);
});
