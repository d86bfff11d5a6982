import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Counter } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HttpDoor, openHttpDoor } from '../../../test/support/http-door.ts';

let door: HttpDoor;
let consoleFolder: string;

beforeAll(async () => {
  consoleFolder = await mkdtemp(join(tmpdir(), 'sigec-console-'));
  await mkdir(join(consoleFolder, 'assets'));
  await writeFile(join(consoleFolder, 'index.html'), '<title>console</title>');
  await writeFile(join(consoleFolder, 'assets', 'main-abc123.js'), '1');
  door = await openHttpDoor({ consoleFolder });
});
afterAll(async () => {
  await door[Symbol.asyncDispose]();
  await rm(consoleFolder, { recursive: true });
});

test('a name we are not known by is refused, whatever is asked', async () => {
  expect(await statusFor('evil.example', '/api/stations')).toBe(403);
  expect(await statusFor('evil.example', '/')).toBe(403);
  expect(await statusFor('localhost', '/api/stations')).toBe(200);
});

test('a port in use ends the start with a sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  await expect(openHttpDoor({ settings: { apiPort: port } })).rejects.toMatchObject({
    code: 'CANNOT_START',
    message: `Port ${port} (API_PORT) is in use by another program. Stop that program, or set API_PORT to a free port.`,
  });
  other.close();
});

test('an address of another machine ends the start with a sentence', async () => {
  await expect(openHttpDoor({ settings: { host: '203.0.113.1' } })).rejects.toMatchObject({
    code: 'CANNOT_START',
    message: expect.stringMatching(/^HOST is "203\.0\.113\.1", which is no address of this machine/) as string,
  });
});

test.each(['/', '/api/stations', '/api/nothing', '/api/events', '/docs'])(
  '%s carries the headers that bind browsers',
  async (path) => {
    const ending = new AbortController();
    const { headers } = await door.fetch(path, { signal: ending.signal });
    ending.abort();
    expect(headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  },
);

test('the process is alive without asking anybody, and ready only when nothing is missing', async () => {
  expect((await door.fetch('/healthz', { key: 'wrong' })).status).toBe(200);
  expect((await door.fetch('/readyz')).status).toBe(200);
  const since = new Date('2026-03-01T08:00:00Z');
  door.notReady.push({ cause: 'silent', sentence: 'The database does not answer.', since });
  const answer = await door.fetch('/readyz');
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({
    status: 'not-ready',
    reasons: ['The database does not answer.'],
    causes: ['silent'],
    since: '2026-03-01T08:00:00.000Z',
  });
  door.notReady.length = 0;
});

test('the metrics hold those of the process and those of the parts', async () => {
  new Counter({ name: 'sigec_test_total', help: 'Test', registers: [door.metrics] }).inc(3);
  const text = await (await door.fetch('/metrics')).text();
  expect(text).toContain('process_cpu_seconds_total');
  expect(text).toContain('sigec_test_total 3');
});

test.each(['/', '/equipment', '/equipment/CP-1', '/sign-in'])('%s is a page of the console', async (path) => {
  const answer = await door.fetch(path, { headers: { accept: 'text/html,*/*' } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(await answer.text()).toBe('<title>console</title>');
});

test('a file whose name carries its hash may be kept for ever, one that is missing is no page', async () => {
  const found = await door.fetch('/assets/main-abc123.js');
  expect(found.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect((await door.fetch('/assets/main-old.js', { headers: { accept: 'text/html' } })).status).toBe(404);
  expect((await door.fetch('/..%2f..%2fetc%2fpasswd')).status).toBe(404);
});

test('without a built console the page says how to build it', async () => {
  await using bare = await openHttpDoor({ consoleFolder: join(consoleFolder, 'nowhere') });
  const answer = await bare.fetch('/', { headers: { accept: 'text/html' } });
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain('npm run build:console');
});

/** `fetch` does not let anyone choose the header Host. */
function statusFor(host: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(`${door.url}${path}`, { headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.once('error', reject).end();
  });
}
