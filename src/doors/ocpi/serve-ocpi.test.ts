import fastify from 'fastify';
import { expect, test } from 'vitest';
import { SigecError } from '#base/errors.ts';
import { silentLog } from '#base/log.ts';
import type { Roaming } from '#roaming/open-roaming.ts';
import type { Partner } from '#roaming/partners/partner.ts';
import { type Business, fakeBusiness } from '../../../test/support/fake-business.ts';
import { roamingPartner } from '../../../test/support/roaming-partner.ts';
import { askDirectly } from '../../../test/support/without-sockets.ts';
import { serveOcpi } from './serve-ocpi.ts';

type Asking = { method?: string; token?: string; body?: unknown; headers?: Record<string, string> };

function door(given: { shownAs?: string; partner?: Partial<Partner>; answers?: Business } = {}) {
  const { shownAs = 'token', answers = {} } = given;
  const partner = roamingPartner(given.partner);
  const { charging: roaming, recorded } = fakeBusiness<Roaming>({
    'partners.recognize': (token: string) => Promise.resolve(token === 'good' ? { partner, shownAs } : undefined),
    speaksFor: () => Promise.resolve(true),
    page: () => Promise.resolve({ items: [{ id: 'x' }], total: 1 }),
    ...answers,
  });
  const facts = Object.assign(Object.create(null) as object, { us: { countryCode: 'BR', partyId: 'SIG' }, roles: [] });
  const serve = serveOcpi({
    roaming: new Proxy(roaming, { get: (of, name) => Reflect.get(name in facts ? facts : of, name) as unknown }),
    baseUrl: () => 'https://us.example',
    clock: { now: () => new Date('2026-03-01T08:00:00Z') },
    log: silentLog,
  });
  const app = fastify();
  app.addHook('onRequest', (request, reply, done) => {
    reply.hijack();
    serve(request.raw, reply.raw);
    done();
  });
  async function ask(path: string, { method = 'GET', token = 'good', body, headers = {} }: Asking = {}) {
    const answer = await askDirectly(app, path, {
      method,
      headers: { ...(token !== '' && { authorization: `Token ${token}` }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const told = (await answer.json()) as { status_code: number; status_message?: string; data?: unknown };
    return {
      status: answer.status,
      code: told.status_code,
      message: told.status_message,
      data: told.data,
      headers: answer.headers,
    };
  }
  return { ask, asked: (name: string) => recorded.filter(([path]) => path === name) };
}

test('who shows no token that we know hears nothing, and the connection ends', async () => {
  const { ask, asked } = door();
  for (const token of ['', 'bad', 'x'.repeat(201)]) {
    const { status, code, headers } = await ask('/ocpi/versions', { token });
    expect([status, code, headers.get('connection')]).toEqual([401, 2000, 'close']);
  }
  expect(asked('exchanges.record')).toEqual([]);
  expect(asked('partners.recognize')).toEqual([['partners.recognize', 'bad']]);
});

test('versions are listed with the ids of the request, which are made where none came', async () => {
  const { ask } = door();
  const { status, code, data, headers } = await ask('/ocpi/versions', {
    headers: { 'x-request-id': 'r-1', 'x-correlation-id': 'ä' },
  });
  expect([status, code, headers.get('x-request-id')]).toEqual([200, 1000, 'r-1']);
  expect(headers.get('x-correlation-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get('connection')).not.toBe('close');
  expect(data).toContainEqual({ version: '2.2.1', url: 'https://us.example/ocpi/2.2.1' });
});

test('a token that only invites opens the handshake alone', async () => {
  const { ask } = door({ shownAs: 'invitation' });
  const codes = ['/ocpi/versions', '/ocpi/2.2.1', '/ocpi/2.2.1/credentials', '/ocpi/2.2.1/cpo/locations'].map(
    async (path) => (await ask(path)).status,
  );
  expect(await Promise.all(codes)).toEqual([200, 200, 200, 401]);
});

test('a partner that uses its new token has shown that it has it', async () => {
  const { ask, asked } = door();
  await ask('/ocpi/2.2.1');
  expect(asked('partners.confirm')).toEqual([]);
  await ask('/ocpi/2.2.1/cpo/locations');
  expect(asked('partners.confirm')).toHaveLength(1);
});

test.each([
  ['GET', '/ocpi/2.2.1/nothing', 404],
  ['GET', '/ocpi/9.9/cpo/locations', 404],
  ['POST', '/ocpi/versions', 405],
  ['POST', '/ocpi/2.2.1', 405],
  ['DELETE', '/ocpi/2.2.1/cpo/locations', 405],
])('%s %s is answered by %s', async (method, path, expected) => {
  expect((await door().ask(path, { method })).status).toBe(expected);
});

test('a role that a partner does not have opens nothing', async () => {
  expect((await door().ask('/ocpi/2.2.1/emsp/sessions/DE/ABC/1')).status).toBe(404);
});

test('a body has to be JSON, an object, and not too large', async () => {
  const { ask } = door();
  const post = async (body: unknown) => {
    const { status, code } = await ask('/ocpi/2.2.1/credentials', { method: 'POST', body });
    return [status, code];
  };
  expect(await post('{')).toEqual([400, 2001]);
  expect(await post([1])).toEqual([200, 2001]);
  expect(await post('x'.repeat(1_048_577))).toEqual([413, 2001]);
  expect(await post({ token: 'T' })).toEqual([200, 2002]);
});

test('credentials are registered, and ours are told', async () => {
  const { ask, asked } = door({ answers: { 'partners.register': () => Promise.resolve('new') } });
  const given = { token: 'T', url: 'https://north.example/versions', roles: [] };
  const { data } = await ask('/ocpi/2.2.1/credentials', { method: 'POST', body: given });
  expect(data).toMatchObject({ token: 'new', url: 'https://us.example/ocpi/versions' });
  expect(asked('partners.register')[0]?.[3]).toMatchObject({ token: 'T', version: '2.2.1' });
});

test('answers go back by the routing headers, and what is for others is refused', async () => {
  const { ask } = door();
  const from = { 'ocpi-from-country-code': 'DE', 'ocpi-from-party-id': 'ABC' };
  const right = await ask('/ocpi/2.2.1/cpo/locations', { headers: from });
  expect([right.code, right.headers.get('ocpi-to-party-id'), right.headers.get('ocpi-from-party-id')]).toEqual([
    1000,
    'ABC',
    'SIG',
  ]);
  const to = { 'ocpi-to-country-code': 'FR', 'ocpi-to-party-id': 'XXX' };
  expect((await ask('/ocpi/2.2.1/cpo/locations', { headers: { ...from, ...to } })).code).toBe(2001);
  expect((await ask('/ocpi/2.2.1/credentials', { headers: to })).code).toBe(1000);
});

test('every exchange with a partner is written down without what is personal', async () => {
  const { ask, asked } = door();
  await ask('/ocpi/2.2.1/cpo/tokens/DE/ABC/SECRET77', { method: 'PUT', body: { uid: 'SECRET77' } });
  const [, kept] = asked('exchanges.record')[0] as [string, Record<string, unknown>];
  expect(kept).toMatchObject({ partnerId: 'p-1', direction: 'in', method: 'PUT', httpStatus: 200, ocpiCode: 1000 });
  expect(JSON.stringify(kept)).not.toContain('SECRET77');
  await ask('/ocpi/versions');
  expect(asked('exchanges.record')[1]?.[1]).toMatchObject({ request: null, failure: null });
});

test('what the business refuses is told; what nobody foresaw is not', async () => {
  const refusing = (thrown: Error) => {
    const page = () => {
      throw thrown;
    };
    return door({ answers: { page } }).ask('/ocpi/2.2.1/cpo/locations');
  };
  const busy = await refusing(new SigecError('TOO_MANY_REQUESTS', 'x', { details: { retryAfterSeconds: 7 } }));
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '7']);
  expect((await refusing(new SigecError('TOO_MANY_REQUESTS', 'x'))).headers.get('retry-after')).toBe('1');
  const told = await refusing(new SigecError('INVALID_INPUT', 'Not so.'));
  expect([told.status, told.code, told.message]).toEqual([200, 2000, 'Not so.']);
  for (const [error, status] of [
    [new Error('secret'), 500],
    [new SigecError('INTERNAL', 'secret'), 500],
    [new SigecError('DATABASE_AWAY', 'secret'), 503],
  ] as const) {
    const answer = await refusing(error);
    expect([answer.status, answer.code]).toEqual([status, 3000]);
    expect(answer.message).not.toContain('secret');
  }
});
