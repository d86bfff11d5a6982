import { expect, test } from 'vitest';
import { isColour, toHex, toRgb } from './colour.ts';

const channel = { type: 'integer', minimum: 0, maximum: 255 };

test('a tool that takes red, green and blue takes a colour', () => {
  expect(isColour({ properties: { r: channel, g: channel, b: channel } })).toBe(true);
  expect(isColour({ properties: { r: channel, g: channel } })).toBe(false);
  expect(isColour({ properties: { r: channel, g: channel, b: { type: 'string' } } })).toBe(false);
});

test('the form and the picker hold the same colour', () => {
  expect(toRgb('#ff8000')).toEqual({ r: '255', g: '128', b: '0' });
  expect(toHex({ r: '255', g: '128', b: '0' })).toBe('#ff8000');
});

test('a colour of which a part is missing or no number is none yet', () => {
  expect(toHex({ r: '255', g: '', b: '0' })).toBe('');
  expect(toHex({ r: '256', g: '1', b: '0' })).toBe('');
  expect(toRgb('red')).toEqual({});
});
