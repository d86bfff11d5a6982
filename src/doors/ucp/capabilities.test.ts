import { expect, test } from 'vitest';
import { type Claimed, commonCapabilities, relevantTo } from './capabilities.ts';

const claims = (...names: string[]): Claimed[] =>
  names.map((name) => ({ name: `dev.ucp.shopping.${name}`, versions: ['2026-04-08'], config: {} }));
const namesOf = (given: Claimed[], version: '2026-01-11' | '2026-04-08' = '2026-04-08') =>
  commonCapabilities(version, given).map(({ name }) => name.replace('dev.ucp.shopping.', ''));

test('what both have stays; an extension goes where nothing it extends is left', () => {
  expect(namesOf(claims('checkout', 'discount', 'payments'))).toEqual(['checkout', 'discount']);
  expect(namesOf(claims('discount', 'fulfillment'))).toEqual([]);
  expect(namesOf(claims('cart', 'discount', 'fulfillment'))).toEqual(['cart', 'discount']);
  expect(namesOf(claims('checkout'), '2026-01-11')).toEqual([]); // not at the same revision
  const both: Claimed[] = [{ name: 'dev.ucp.shopping.checkout', versions: ['2026-01-11', '2026-04-08'], config: {} }];
  expect([namesOf(both), namesOf(both, '2026-01-11')]).toEqual([['checkout'], ['checkout']]);
});

test('an answer tells of its own capability and what extends it', () => {
  const common = commonCapabilities('2026-04-08', claims('checkout', 'cart', 'order', 'discount', 'fulfillment'));
  const names = (root: string) =>
    relevantTo(`dev.ucp.shopping.${root}`, common).map(({ name }) => name.split('.').at(-1));
  expect(names('checkout')).toEqual(['checkout', 'discount', 'fulfillment']);
  expect(names('cart')).toEqual(['cart', 'discount']);
  expect(names('order')).toEqual(['order']);
});
