import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { type FastifyInstance, fastify } from 'fastify';
import { expect, test } from 'vitest';
import { compressAnswers } from './compress.ts';

const rows = Array.from({ length: 1_000 }, (_none, index) => ({ id: `CP-${index}`, state: 'online' }));
const elsewhere = '203.0.113.7';

function door(): FastifyInstance {
  const app = fastify();
  compressAnswers(app);
  app.get('/rows', () => Promise.resolve(rows));
  app.post('/rows', () => Promise.resolve(rows));
  app.get('/few', () => Promise.resolve(rows.slice(0, 3)));
  app.get('/file', (_request, reply) => reply.send(Readable.from(['row by row,'.repeat(1_000)])));
  return app;
}

type Asking = { method?: 'GET' | 'POST'; accepts?: string; from?: string };

function ask(path: string, { method = 'GET', accepts = 'gzip, br', from = elsewhere }: Asking = {}) {
  return door().inject({ method, url: path, remoteAddress: from, headers: { 'accept-encoding': accepts } });
}

test('a long list leaves compressed, and is the same list', async () => {
  const { headers, rawPayload } = await ask('/rows');
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': `${rawPayload.length}` });
  expect(headers.vary).toBe('accept-encoding');
  const plain = gunzipSync(rawPayload);
  expect(JSON.parse(plain.toString())).toEqual(rows);
  expect(rawPayload.length).toBeLessThan(plain.length / 5);
});

test.each([
  ['whoever does not take it', '/rows', { accepts: 'identity' }],
  ['whoever refuses it', '/rows', { accepts: 'gzip;q=0, identity' }],
  ['a caller on the same machine', '/rows', { from: '127.0.0.1' }],
  ['an answer that is short', '/few', {}],
  ['a file that is written row by row', '/file', {}],
  ['the answer to a change, which may hold a secret', '/rows', { method: 'POST' }],
] as const)('not for %s', async (_case, path, asking) => {
  const { headers } = await ask(path, asking);
  expect(headers).not.toHaveProperty('content-encoding');
});
