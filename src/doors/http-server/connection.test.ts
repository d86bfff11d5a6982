import type { IncomingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { insideNetworks } from '#base/networks.ts';
import { calledHost, callerAddress, isCallerSecure, noteConnection } from './connection.ts';

const proxies = ['10.0.0.0/8', 'fd00::/8'];

function asked(address: string, headers: IncomingHttpHeaders) {
  const socket = new Socket();
  noteConnection(socket, { address, isProxy: insideNetworks(proxies) });
  return { headers, socket };
}

test.each<[peer: string, forwarded: string | undefined, caller: string]>([
  ['203.0.113.9', undefined, '203.0.113.9'],
  ['203.0.113.9', '198.51.100.1', '203.0.113.9'], // no proxy of ours: its word counts for nothing
  ['10.0.0.1', undefined, '10.0.0.1'],
  ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['10.0.0.1', '127.0.0.1, 198.51.100.1', '198.51.100.1'], // the left one was invented by the caller
  ['10.0.0.1', '198.51.100.1, 10.0.0.2', '198.51.100.1'],
  ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
  ['10.0.0.1', '[2001:db8::7]:4711', '2001:db8::7'],
  ['10.0.0.1', '2001:db8::7', '2001:db8::7'],
  ['10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
  ['fd00::1', '198.51.100.1', '198.51.100.1'],
  ['10.0.0.1', 'unknown', '10.0.0.1'],
  ['10.0.0.1', '198.51.100.1, _hidden', '10.0.0.1'],
  ['10.0.0.1', ' , ,', '10.0.0.1'],
])('A6: a connection from %s with X-Forwarded-For %j comes from %s', (peer, forwarded, caller) => {
  expect(callerAddress(asked(peer, forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }))).toBe(caller);
});

test('A6: only a listed proxy says by which name and how securely we were called', () => {
  const headers = { host: 'inside:8001', 'x-forwarded-host': 'csms.example.org', 'x-forwarded-proto': 'https' };
  expect(calledHost(asked('10.0.0.1', headers))).toBe('csms.example.org');
  expect(isCallerSecure(asked('10.0.0.1', headers))).toBe(true);
  expect(calledHost(asked('203.0.113.9', headers))).toBe('inside:8001');
  expect(isCallerSecure(asked('203.0.113.9', headers))).toBe(false);
  expect(isCallerSecure(asked('10.0.0.1', { ...headers, 'x-forwarded-proto': 'https, http' }))).toBe(false);
});
