import type { IncomingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { insideNetworks } from '#base/networks.ts';
import { noteConnection } from './connection.ts';
import { issuerBeside, originBeside, ownIssuer, ownOrigin } from './own-origin.ts';

type Called = { headers: IncomingHttpHeaders; isTls?: boolean; peer?: string; port?: number };

function called({ headers, isTls = false, peer = '203.0.113.9', port = 8000 }: Called) {
  const socket = isTls ? new TLSSocket(new Socket()) : new Socket();
  Object.defineProperty(socket, 'localPort', { value: port });
  noteConnection(socket, { address: peer, isProxy: insideNetworks(['10.0.0.0/8']) });
  return { headers, socket };
}

const publicUrl = 'https://sigec.example';
const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'sigec.example' };

test.each<[how: string, Called, publicUrl: string, origin: string, issuer: string]>([
  ['plainly', { headers: { host: 'lan:8000' } }, '', 'http://lan:8000', 'http://lan:8001'],
  ['over TLS of ours', { headers: { host: 'lan:8000' }, isTls: true }, '', 'https://lan:8000', 'https://lan:8001'],
  [
    'over TLS of ours, where PUBLIC_URL names the console',
    { headers: { host: 'sigec.example:8000' }, isTls: true },
    'https://sigec.example:8001',
    ...(['https://sigec.example:8000', 'https://sigec.example:8001'] as const),
  ],
  ['through a proxy', { headers: { host: 'in', ...forwarded }, peer: '10.1.1.1' }, publicUrl, publicUrl, publicUrl],
  [
    'through a proxy that has both doors under one name, without PUBLIC_URL',
    { headers: { host: 'in', ...forwarded }, peer: '10.1.1.1' },
    ...(['', publicUrl, publicUrl] as const),
  ],
  [
    'through a proxy with a name of its own for agents',
    { headers: { host: 'in', ...forwarded, 'x-forwarded-host': 'mcp.sigec.example' }, peer: '10.1.1.1' },
    ...([publicUrl, 'https://mcp.sigec.example', publicUrl] as const),
  ],
  ['by a proxy that is not listed', { headers: { host: 'sigec.example' } }, publicUrl, publicUrl, publicUrl],
  [
    'by somebody who only claims to be a proxy',
    { headers: { host: 'lan:8000', ...forwarded } },
    ...(['', 'http://lan:8000', 'http://lan:8001'] as const),
  ],
  [
    'on this machine, where others have PUBLIC_URL',
    { headers: { host: '127.0.0.1:8000' } },
    ...([publicUrl, 'http://127.0.0.1:8000', 'http://127.0.0.1:8001'] as const),
  ],
])('agents that call %s are told this origin and this issuer', (_how, given, url, origin, issuer) => {
  expect(ownOrigin(called(given), { publicUrl: url })).toBe(origin);
  expect(issuerBeside(called(given), { publicUrl: url, apiPort: 8001 })).toBe(issuer);
});

test.each<[string, Called, publicUrl: string]>([
  ['http://lan:8001', { headers: { host: 'lan:8001' } }, ''],
  ['https://lan:8001', { headers: { host: 'lan:8001' }, isTls: true }, ''],
  ['https://sigec.example:8001', { headers: { host: 'sigec.example:8001' } }, 'https://sigec.example:8001'],
  ['https://sigec.example', { headers: { host: 'in', ...forwarded }, peer: '10.1.1.1' }, publicUrl],
  ['http://127.0.0.1:8001', { headers: { host: '127.0.0.1:8001' } }, publicUrl],
])('who was told %s as the issuer finds it under that very name', (issuer, given, url) => {
  expect(ownIssuer(called({ ...given, port: 8001 }), { publicUrl: url })).toBe(issuer);
});

test('agents stand beside the console at their own port, or under its name behind a proxy', () => {
  const own = { headers: { host: 'sigec.example:8001' }, isTls: true, port: 8001 };
  expect(originBeside(called(own), { publicUrl: '', port: 8000 })).toBe('https://sigec.example:8000');
  const proxied = { headers: { host: 'in', ...forwarded }, peer: '10.1.1.1', port: 8001 };
  expect(originBeside(called(proxied), { publicUrl, port: 8000 })).toBe(publicUrl);
});
