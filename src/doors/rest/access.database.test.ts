import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRestDoor, type RestDoor } from '../../../test/support/http-door.ts';
import { routes } from './routes.ts';

let loopback: RestDoor;
let open: RestDoor;

beforeAll(async () => {
  loopback = await openRestDoor();
  open = await openRestDoor({ settings: { host: '0.0.0.0' } });
});
afterAll(async () => {
  await loopback[Symbol.asyncDispose]();
  await open[Symbol.asyncDispose]();
});

const changing = routes.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/'));
const asAddress = (path: string) => path.replace(':id', 'CP-1');

test('there are changing routes to try', () => {
  expect(changing.map(({ path }) => path)).toContain('/api/stations/:id/accept');
});

test.each(changing)('a key of kind agent gets 403 on $method $path', async ({ method, path }) => {
  const key = await loopback.key({ kind: 'agent', role: 'operator' });
  const answer = await loopback.fetch(asAddress(path), { method, key });
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ code: 'NOT_ALLOWED' });
});

test('on loopback reading is open and changing is not', async () => {
  expect((await loopback.fetch('/api/stations')).status).toBe(200);
  expect((await loopback.fetch('/api/stations/CP-1/accept', { method: 'POST' })).status).toBe(401);
});

test.each(routes.filter(({ access }) => access !== 'open'))(
  'beyond loopback $method $path needs a key',
  async ({ method, path }) => {
    const answer = await open.fetch(asAddress(path), { method });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('Bearer');
  },
);

test('beyond loopback a viewer reads, an operator accepts, an administrator makes keys', async () => {
  const [viewer, operator] = [await open.key({ role: 'viewer' }), await open.key({ role: 'operator' })];
  const administrator = await open.key({ role: 'administrator' });
  const statuses = async (key: string) => [
    (await open.fetch('/api/stations', { key })).status,
    (await open.fetch(`/api/stations/${key.slice(6, 14)}/accept`, { method: 'POST', key })).status,
    (await open.fetch('/api/keys', { key })).status,
  ];
  expect(await statuses(viewer)).toEqual([200, 403, 403]);
  expect(await statuses(operator)).toEqual([200, 200, 403]);
  expect(await statuses(administrator)).toEqual([200, 200, 200]);
});

test('a key with scopes reaches only what they cover', async () => {
  const key = await open.key({ role: 'administrator', scopes: ['stations:read'] });
  expect((await open.fetch('/api/stations', { key })).status).toBe(200);
  expect((await open.fetch('/api/stations/CP-2/accept', { method: 'POST', key })).status).toBe(403);
  expect((await open.fetch('/api/keys', { key })).status).toBe(403);
  expect((await open.fetch('/metrics', { key })).status).toBe(403);
});

test('a wrong key is told, also where reading is open', async () => {
  expect((await loopback.fetch('/api/stations', { key: 'wrong' })).status).toBe(401);
  expect((await loopback.fetch('/api/stations', { headers: { authorization: 'Basic eDp5' } })).status).toBe(401);
});

test('an expired key no longer opens', async () => {
  const key = await loopback.key({ expiresAt: new Date(loopback.clock.now().getTime() + 60_000).toISOString() });
  expect((await loopback.fetch('/api/stations', { key })).status).toBe(200);
  loopback.clock.forward(60_000);
  expect((await loopback.fetch('/api/stations', { key })).status).toBe(401);
});

test('a key is made, listed without its secret, and revoked over HTTP', async () => {
  const administrator = await loopback.key({ role: 'administrator' });
  const body = JSON.stringify({ name: 'Dashboard', kind: 'program', role: 'viewer' });
  const json = { 'content-type': 'application/json' };
  const made = await loopback.fetch('/api/keys', { method: 'POST', key: administrator, body, headers: json });
  expect(made.status).toBe(201);
  const { key, secret } = (await made.json()) as { key: { id: string }; secret: string };
  expect(await (await loopback.fetch('/api/me', { key: secret })).json()).toMatchObject({
    principal: { id: key.id, role: 'viewer' },
  });
  const list = await (await loopback.fetch('/api/keys', { key: administrator })).text();
  expect(list).toContain(key.id);
  expect(list).not.toContain(secret.slice(-20));
  const revoked = await loopback.fetch(`/api/keys/${key.id}`, { method: 'DELETE', key: administrator });
  expect(revoked.status).toBe(200);
  expect((await loopback.fetch('/api/me', { key: secret })).status).toBe(401);
});

test('what was done carries the key that did it and the door it came by', async () => {
  const key = await loopback.key();
  const headers = { 'x-sigec-door': 'terminal' };
  expect((await loopback.fetch('/api/stations/CP-9/accept', { method: 'POST', key, headers })).status).toBe(200);
  const { rows } = await loopback.database.pool.query("select principal, door from audit where subject = 'CP-9'");
  expect(rows).toEqual([{ principal: key.slice(6, 14), door: 'terminal' }]);
});

test('what a key is refused is audited one by one, and beyond the limit of a minute all at once', async () => {
  await using door = await openRestDoor({ settings: { toolCallsPerMinute: 5 } });
  const key = await door.key({ role: 'viewer' });
  const tries = await Promise.all(
    Array.from({ length: 40 }, () => door.fetch('/api/stations/CP-9/accept', { method: 'POST', key })),
  );
  expect(tries.map(({ status }) => status)).toEqual(Array(40).fill(403));
  const own = "select action, details from audit where principal = $1 and outcome = 'refused' order by seq";
  const before = await door.database.pool.query(own, [key.slice(6, 14)]);
  expect(before.rows.map(({ action }) => String(action))).toEqual(Array(5).fill('POST /api/stations/:id/accept'));
  await door.closeHttp();
  const { rows } = await door.database.pool.query(own, [key.slice(6, 14)]);
  expect(rows.slice(5)).toMatchObject([
    { action: 'requests:not-allowed', details: { error: 'NOT_ALLOWED', refused: 35, perMinute: 5 } },
  ]);
});

test('who am I says whether a key is needed', async () => {
  expect(await (await loopback.fetch('/api/me')).json()).toEqual({ principal: null, mustSignIn: false });
  expect(await (await open.fetch('/api/me')).json()).toEqual({ principal: null, mustSignIn: true });
});
