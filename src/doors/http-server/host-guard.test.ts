import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { hostGuard } from './host-guard.ts';

const loopback = { host: '127.0.0.1', publicUrl: '', allowedHosts: [] };

test.each([
  ['loopback by name', loopback, 'localhost:8000', 'allowed'],
  ['loopback over IPv6', loopback, '[::1]:8000', 'allowed'],
  ['a stranger', loopback, 'evil.example', 'foreign-host'],
  ['no host at all', loopback, undefined, 'foreign-host'],
  ['a host that is none', loopback, 'a b', 'foreign-host'],
  ['the address we listen on', { ...loopback, host: '10.1.2.3' }, '10.1.2.3:8000', 'allowed'],
  ['the IPv6 address we listen on', { ...loopback, host: 'FD00::7' }, '[fd00::7]:8000', 'allowed'],
  ['the public name', { ...loopback, publicUrl: 'https://Sigec.Example:8443' }, 'sigec.example', 'allowed'],
  ['a further name', { ...loopback, allowedHosts: ['Charge.Example'] }, 'charge.example:80', 'allowed'],
  ['a stranger where all addresses are ours', { ...loopback, host: '0.0.0.0' }, 'evil.example', 'foreign-host'],
])('%s', (_what, config, host, verdict) => {
  expect(hostGuard(config)({ headers: { host }, socket: new Socket() } as IncomingMessage)).toBe(verdict);
});

test('listening everywhere means every address of this machine', () => {
  const own = Object.values(networkInterfaces()).flatMap((some) => some ?? []);
  const guard = hostGuard({ ...loopback, host: '0.0.0.0' });
  const hosts = own.filter(({ family }) => family === 'IPv4').map(({ address }) => `${address}:8000`);
  expect(hosts.map((host) => guard({ headers: { host }, socket: new Socket() } as IncomingMessage))).toEqual(
    hosts.map(() => 'allowed'),
  );
});
