import { expect, test } from 'vitest';
import { effectOf, fitsPattern } from './permission-rules.ts';

const tool = { server: 'sigec', tool: 'call_tool', isForeign: false };

test.each([
  ['*', '', true],
  ['lamp_*', 'lamp_hall', true],
  ['lamp_*', 'Lamp_Hall', true],
  ['*_hall', 'lamp_hall_2', false],
  ['a*b*c', 'axxbxxbc', true],
  ['a.c', 'abc', false],
  ['home/*', 'home/lamp', true],
  ['home', 'home2', false],
])('%s over "%s" is %s', (pattern, text, fits) => {
  expect(fitsPattern(pattern, text)).toBe(fits);
});

test('a pattern that somebody made to be slow is not', () => {
  const startedAt = performance.now();
  expect(fitsPattern('*a'.repeat(100), 'a'.repeat(5_000) + 'b')).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

test('what is passed on goes by its own name and arguments too', () => {
  const given = { name: 'call_device_tool', arguments: { device: 'gate-1', level: 3, on: true } };
  const rule = (name: string, wanted: Record<string, string> = {}) => [
    { effect: 'deny' as const, tool: name, arguments: wanted },
  ];
  expect(effectOf(rule('call_device_tool', { device: 'GATE-*' }), { tool, given })).toBe('deny');
  expect(effectOf(rule('sigec/call_device_tool', { level: '3', on: 'true' }), { tool, given })).toBe('deny');
  expect(effectOf(rule('call_device_tool', { door: '*' }), { tool, given })).toBeUndefined();
  expect(effectOf(rule('home/call_device_tool'), { tool, given })).toBeUndefined();
  expect(effectOf(rule('call_device_tool'), { tool: { ...tool, isForeign: true }, given })).toBeUndefined();
});
