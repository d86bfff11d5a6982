import { expect, test } from 'vitest';
import { insideNetworks, isNetwork, proxiesOf } from './networks.ts';

test.each([
  ['10.0.0.0/8', true],
  ['192.0.2.7', true],
  ['fd00::/8', true],
  ['::1', true],
  ['10.0.0.0/33', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0/8', false],
  ['proxy.example', false],
  ['', false],
])('%j is a network: %s', (text, expected) => {
  expect(isNetwork(text)).toBe(expected);
});

test('an address is found in its network in whatever form it came', () => {
  const isInside = insideNetworks(['10.1.0.0/16', 'fd00::/8', '192.0.2.7']);
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1', '[fd12::1]', '192.0.2.7'])
    expect(isInside(address)).toBe(true);
  for (const address of ['10.2.0.1', '192.0.2.8', 'fe80::1', 'unknown', '']) expect(isInside(address)).toBe(false);
});

test('a proxy on this machine counts where PUBLIC_URL tells of one, and where nobody lists others', () => {
  const set = { trustedProxies: [], publicUrl: 'https://csms.example.org', tls: 'off' };
  expect(proxiesOf(set)).toEqual(['127.0.0.0/8', '::1']);
  expect(proxiesOf({ ...set, trustedProxies: ['10.0.0.1'] })).toEqual(['10.0.0.1']);
  expect(proxiesOf({ ...set, tls: 'files' })).toEqual([]);
  expect(proxiesOf({ ...set, publicUrl: '' })).toEqual([]);
});
