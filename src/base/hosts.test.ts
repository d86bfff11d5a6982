import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { isOurHost, machineAddresses } from './hosts.ts';

const loopback = { host: '127.0.0.1', publicUrl: 'https://csms.example.org', allowedHosts: ['depot.local'] };
const everywhere = { host: '0.0.0.0', publicUrl: '', allowedHosts: [] };

test.each([
  ['localhost:8001', loopback, true],
  ['127.0.0.1:8001', loopback, true],
  ['[::1]:8001', loopback, true],
  ['csms.example.org', loopback, true],
  ['DEPOT.local:8001', loopback, true],
  ['evil.example', loopback, false],
  ['localhost.evil.example', loopback, false],
  ['192.168.1.5:8001', loopback, false],
  ['', loopback, false],
  [undefined, loopback, false],
  ['192.168.1.5:8001', everywhere, true],
  ['[fe80::1]:8001', everywhere, true],
  ['csms.example.org', everywhere, false],
])('the header Host %j under %j: %s', (header, config, isAllowed) => {
  expect(isOurHost(header, config)).toBe(isAllowed);
});

test('where we listen everywhere, others use an address of the machine that is not its own loopback', () => {
  const own = Object.values(networkInterfaces()).flatMap((some) => some ?? []);
  const usable = own
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80'))
    .map(({ address }) => address);
  expect(machineAddresses('0.0.0.0').toSorted()).toEqual(usable.toSorted());
  expect(machineAddresses('127.0.0.1')).toEqual([]);
});
