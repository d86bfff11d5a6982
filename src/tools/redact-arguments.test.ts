import { expect, test } from 'vitest';
import { redactArguments } from './redact-arguments.ts';

test('what names a credential or a driver is not written down, at any depth', () => {
  const given = {
    id_tag: 'AABB',
    station: { idTag: 'AABB', password: 'x', pin: 1, id: 'CP-7' },
    list: [{ token: 't' }],
    delivery_address: { street_address: 'Rua A, 1' },
  };
  expect(redactArguments(given)).toEqual({
    id_tag: '[redacted]',
    station: { idTag: '[redacted]', password: '[redacted]', pin: '[redacted]', id: 'CP-7' },
    list: [{ token: '[redacted]' }],
    delivery_address: '[redacted]',
  });
});

test('what is cut off is told, so that nobody approves what they take for the whole', () => {
  const ids = Array.from({ length: 33 }, (_, index) => index);
  expect(redactArguments(ids)).toEqual([...ids.slice(0, 30), '[3 more]']);
  expect(redactArguments(ids.slice(0, 30))).toEqual(ids.slice(0, 30));
  const fields = Object.fromEntries(ids.map((id) => [`f${id}`, id]));
  expect(Object.entries(redactArguments(fields) as object).slice(29)).toEqual([
    ['f29', 29],
    ['…', '[3 more]'],
  ]);
  expect(redactArguments('x'.repeat(300))).toMatch(/^x{199}…$/);
  expect(redactArguments({ a: { b: { c: { d: { e: 1 } } } } })).toEqual({ a: { b: { c: { d: { e: 1 } } } } });
  expect(redactArguments([[[[[[1]]]]]])).toEqual([[[[['[too deep]']]]]]);
});
