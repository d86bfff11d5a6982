import { expect, test } from 'vitest';
import { argumentsText } from './arguments-text.ts';

test('what a tool takes is told in one line', () => {
  const properties = {
    r: { type: 'integer', minimum: 0, maximum: 255 },
    level: { type: 'integer', minimum: 1, default: 5 },
    text: { type: 'string' },
    odd: 'nothing that a schema is',
  };
  expect(argumentsText({ type: 'object', properties })).toBe('r 0–255, level 1–… = 5, text string, odd');
  for (const none of [{}, { properties: {} }, { properties: null }, { properties: [1] }])
    expect(argumentsText(none)).toBe('');
});
