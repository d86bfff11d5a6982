import { expect, test } from 'vitest';
import { openRestDoor, type RestDoor } from '../../../test/support/http-door.ts';

const json = { 'content-type': 'application/json' };

/** Where a browser believes to be. */
const here = 'http://127.0.0.1';

test('a key is exchanged for a cookie that scripts and other sites cannot use', async () => {
  await using door = await openRestDoor();
  const { answer, cookie } = await signIn(door, await door.key());
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^sigec_sign_in=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
  ]);
  expect(await (await door.fetch('/api/me', { headers: { cookie } })).json()).toMatchObject({
    principal: { role: 'operator' },
  });
});

test('behind https the cookie never travels in the clear', async () => {
  await using door = await openRestDoor({ settings: { publicUrl: 'https://csms.example.org' } });
  const { answer } = await signIn(door, await door.key());
  expect(answer.headers.getSetCookie()).toEqual([expect.stringContaining('; Secure')]);
});

test('a change by cookie has to come from a page of ours', async () => {
  await using door = await openRestDoor();
  const { cookie } = await signIn(door, await door.key());
  const accept = (headers: Record<string, string>) =>
    door.fetch('/api/stations/CP-1/accept', { method: 'POST', headers: { cookie, ...headers } });
  expect((await accept({})).status).toBe(403);
  expect((await accept({ origin: 'https://evil.example' })).status).toBe(403);
  expect((await accept({ origin: 'null' })).status).toBe(403);
  expect((await accept({ origin: 'http://127.0.0.1:1' })).status).toBe(403); // another program of this machine
  expect((await accept({ origin: here, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await accept({ origin: here })).status).toBe(200);
  const { rows } = await door.database.pool.query("select door from audit where subject = 'CP-1'");
  expect(rows).toEqual([{ door: 'console' }]);
});

test('a change by key from a page of another site is refused too', async () => {
  await using door = await openRestDoor();
  const key = await door.key();
  const accept = (headers: Record<string, string>) =>
    door.fetch('/api/stations/CP-1/accept', { method: 'POST', key, headers });
  expect((await accept({ origin: 'https://evil.example' })).status).toBe(403);
  expect((await accept({})).status).toBe(200);
});

test('signing out ends the sign-in and takes the cookie away', async () => {
  await using door = await openRestDoor();
  const { cookie } = await signIn(door, await door.key());
  const answer = await door.fetch('/api/sign-out', { method: 'POST', headers: { cookie, origin: here } });
  expect(answer.status).toBe(204);
  expect(answer.headers.getSetCookie()).toEqual([expect.stringContaining('Expires=Thu, 01 Jan 1970')]);
  expect(await (await door.fetch('/api/me', { headers: { cookie } })).json()).toMatchObject({ principal: null });
});

test('who fails too often has to wait, and a right key from the same address does not', async () => {
  await using door = await openRestDoor();
  for (let n = 0; n < 10; n += 1) expect((await signIn(door, 'wrong')).answer.status).toBe(401);
  const { answer } = await signIn(door, 'wrong');
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(500);
  expect((await signIn(door, await door.key())).answer.status).toBe(200);
});

test('a key that was mistyped is never sent back', async () => {
  await using door = await openRestDoor();
  const { answer } = await signIn(door, 'x'.repeat(301));
  expect(answer.status).toBe(400);
  expect(await answer.text()).not.toContain('xxx');
});

test('the one-time link signs the browser in and shows the key, once', async () => {
  await using door = await openRestDoor();
  const path = await linkPath(door);
  expect((await door.fetch(path, { method: 'HEAD' })).status).toBe(404);
  expect((await door.fetch(path, { headers: { 'sec-purpose': 'prefetch;prerender' } })).headers.getSetCookie()).toEqual(
    [],
  );
  const answer = await door.fetch(path);
  const page = await answer.text();
  const [secret = ''] = /sigec_\w{8}_[\w-]{43}/.exec(page) ?? [];
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect(await (await door.fetch('/api/me', { headers: { cookie } })).json()).toMatchObject({
    principal: { kind: 'person', role: 'administrator' },
  });
  expect((await door.fetch('/api/keys', { key: secret })).status).toBe(200);
  const again = await door.fetch(path, { headers: { 'accept-language': 'pt-BR,pt;q=0.9,en;q=0.8' } });
  expect(again.status).toBe(401);
  expect(again.headers.getSetCookie()).toEqual([]);
  expect(await again.text()).toContain('Este link não funciona mais');
});

test('the way over an identity provider leads back to the question of a program, and to no other address', async () => {
  await using door = await openRestDoor();
  const begin = async (next: string) =>
    (await door.fetch(`/sign-in/oidc?${new URLSearchParams({ next }).toString()}`)).status;
  const foreign = ['https://evil.example/', '//evil.example/oauth/authorize?a', '/sites', '/oauth/authorize?a b'];
  for (const next of foreign) expect(await begin(next)).toBe(400);
  expect(await begin('/oauth/authorize?client_id=x')).toBe(404); // in order, but no provider is set up
});

async function signIn(door: RestDoor, key: string): Promise<{ answer: Response; cookie: string }> {
  const answer = await door.fetch('/api/sign-in', { method: 'POST', headers: json, body: JSON.stringify({ key }) });
  return { answer, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

async function linkPath({ principals }: RestDoor): Promise<string> {
  const first = await principals.ensureFirstAdministrator({ adminKey: '' });
  return first.status === 'link' ? first.path : '';
}
