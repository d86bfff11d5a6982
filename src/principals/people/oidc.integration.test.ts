import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asError } from '#base/errors.ts';
import { openTestPrincipals } from '../../../test/support/http-door.ts';
import type { Actor } from '../actor.ts';

// A real OpenID provider on a port of this machine; each test walks the whole way, as a browser would.

const people: Record<string, { email: string; email_verified: boolean; name: string; groups: string[] }> = {
  ana: { email: 'ana@house.example', email_verified: true, name: 'Ana', groups: ['staff'] },
  bob: { email: 'bob@house.example', email_verified: false, name: 'Bob', groups: ['staff'] },
  eve: { email: 'eve@elsewhere.example', email_verified: true, name: 'Eve', groups: ['garage'] },
};
const origin = 'http://localhost:9';
const root: Actor = {
  principal: { id: 'root0000', name: 'Root', kind: 'person', role: 'administrator', scopes: [] },
  door: 'console',
};
let issuer: string;
let close: () => Promise<void>;

beforeAll(async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'sigec',
        client_secret: 'a-secret-of-the-tests',
        redirect_uris: [`${origin}/sign-in/oidc/callback`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    pkce: { required: () => true },
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people[id] }) }),
    features: { devInteractions: { enabled: true } },
    cookies: { keys: ['a key of the tests'] },
  });
  server.on('request', provider.callback());
  close = () => new Promise((resolve) => void server.close(() => resolve()));
});
afterAll(() => close());

test('somebody invited comes in by the provider, with the roles of the invitation, and again as the same', async () => {
  await using house = await openHouse();
  const grants = [{ role: 'viewer' as const, siteId: 'north' }];
  await house.principals.people.invite({ email: 'ana@house.example', grants }, root);
  const first = await house.signIn('ana');
  expect(first).toMatchObject({ kind: 'person', name: 'Ana', role: 'viewer', grants });
  expect(await house.signIn('ana')).toMatchObject({ id: (first as { id: string }).id });
  expect(await house.principals.people.listInvitations()).toMatchObject([{ state: 'used' }]);
});

test('nobody comes in uninvited, nor by an e-mail that was not checked', async () => {
  await using house = await openHouse();
  expect(await house.signIn('eve')).toContain('nobody here has invited you');
  await house.principals.people.invite(
    { email: 'bob@house.example', grants: [{ role: 'viewer', siteId: null }] },
    root,
  );
  expect(await house.signIn('bob')).toContain('nobody here has invited you');
});

test('with mapped roles the groups decide, at each sign-in, and within the domains', async () => {
  await using house = await openHouse({
    oidcPeople: 'mapped',
    oidcRoles: ['staff=operator', 'garage=viewer@south'],
    oidcDomains: ['house.example'],
  });
  expect(await house.signIn('ana')).toMatchObject({ role: 'operator' });
  expect(await house.signIn('eve')).toContain('nobody here has invited you');
  people['ana']?.groups.splice(0, 1, 'garage');
  expect(await house.signIn('ana')).toMatchObject({ role: 'viewer', grants: [{ role: 'viewer', siteId: 'south' }] });
  people['ana']?.groups.splice(0, 1, 'others');
  expect(await house.signIn('ana')).toContain('nobody here has invited you');
  people['ana']?.groups.splice(0, 1, 'staff');
});

test('whoever claims the e-mail of somebody else is not taken for them, and keeps nothing of what they may', async () => {
  await using house = await openHouse({ oidcPeople: 'mapped', oidcRoles: ['staff=administrator'] });
  const { people: here, authenticateCookie } = house.principals;
  const browser = { address: '203.0.113.8' };
  const invited = await here.invite({ email: 'mal@house.example', grants: [{ role: 'viewer', siteId: null }] }, root);
  const accept = (link: string) =>
    here.acceptInvitation(
      { code: link.split('#')[1] ?? '', name: 'Mal', password: 'four wet blue horses' },
      { browser, place: { rpId: 'localhost', origin } },
    );
  const { cookie, principal } = await accept(invited.link);
  await here.changeAccount({ email: 'ana@house.example' }, { actor: { principal, door: 'console' }, cookie });
  expect(await house.signIn('ana')).toContain('uses your e-mail');
  expect(await authenticateCookie(cookie)).toMatchObject({ role: 'viewer' });

  // An administrator who makes a link for this e-mail has looked at who it is.
  await accept((await here.linkFor(principal.id, root)).link);
  expect(await house.signIn('ana')).toMatchObject({ id: principal.id, role: 'administrator' });
});

test('a way back counts once, for the browser that began it, and with its own nonce', async () => {
  await using house = await openHouse();
  await house.principals.people.invite(
    { email: 'ana@house.example', grants: [{ role: 'viewer', siteId: null }] },
    root,
  );
  const one = await house.walk('ana');
  const other = await house.walk('ana');
  expect(await house.end(one.search, other.state)).toContain('did not work');
  expect(await house.end(one.search, undefined)).toContain('did not work');
  expect(await house.end(one.search, one.state)).toMatchObject({ name: 'Ana' });
  expect(await house.end(one.search, one.state)).toContain('did not work');
});

test('others who fail at the same address keep nobody from coming back, and beginning without end has one', async () => {
  await using house = await openHouse();
  const grants = [{ role: 'viewer' as const, siteId: null }];
  await house.principals.people.invite({ email: 'ana@house.example', grants }, root);
  const { search, state } = await house.walk('ana');
  const wrong: unknown[] = [];
  for (let turn = 0; turn < 12; turn += 1) wrong.push(await house.end('?code=x&state=y', `guess-${turn}`));
  expect(String(wrong.at(-1))).toContain('try again in');
  expect(await house.end(search, state)).toMatchObject({ name: 'Ana' });
  const begin = (address: string) => house.oidc.begin(origin, { browser: { address } });
  const all = await Promise.allSettled(Array.from({ length: 230 }, () => begin('203.0.113.9')));
  expect(all.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(10);
  await expect(begin('198.51.100.1')).resolves.toHaveProperty('url');
});

test('whoever came from the question of a program goes back to it', async () => {
  await using house = await openHouse();
  const grants = [{ role: 'viewer' as const, siteId: null }];
  await house.principals.people.invite({ email: 'ana@house.example', grants }, root);
  for (const page of ['/oauth/authorize?client_id=x', undefined]) {
    const { search, state } = await house.walk('ana', page);
    const { next } = await house.oidc.end(search, state, { address: '203.0.113.9' });
    expect(next).toBe(page ?? '/');
  }
});

async function openHouse(settings: object = {}) {
  const work = await openTestPrincipals({
    oidcIssuer: issuer,
    oidcClientId: 'sigec',
    oidcClientSecret: 'a-secret-of-the-tests',
    oidcPeople: 'invited',
    ...settings,
  });
  const { oidc } = work.principals.people;
  if (oidc === undefined) throw new Error('No provider is set up.');
  const end = (search: string, state: string | undefined) =>
    oidc.end(search, state, { address: '203.0.113.9' }).then(
      ({ principal }): unknown => principal,
      (error: unknown) => asError(error).message,
    );
  /** To the provider, through its pages, and to the address it sends the browser back to. */
  const walk = async (login: string, page?: string) => {
    const { url, state } = await oidc.begin(origin, { next: page, browser: { address: '203.0.113.9' } });
    const jar = new Map<string, string>();
    let next = url;
    let form: URLSearchParams | undefined;
    while (!next.startsWith(origin)) {
      const response = await fetch(next, {
        redirect: 'manual',
        headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(form !== undefined && { method: 'POST', body: form }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        jar.set(name, value);
      }
      const page = await response.text();
      const location = response.headers.get('location');
      const action = /action="([^"]+)"/.exec(page)?.[1];
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '';
      next = new URL(location ?? action ?? '', next).href;
      form = location === null ? new URLSearchParams({ prompt, login, password: 'any' }) : undefined;
    }
    return { search: new URL(next).search, state };
  };
  const signIn = async (login: string) => {
    const { search, state } = await walk(login);
    return end(search, state);
  };
  return { ...work, oidc, walk, end, signIn, [Symbol.asyncDispose]: () => work[Symbol.asyncDispose]() };
}
