import { describe, expect, test } from 'vitest';
import { SigecError } from '#base/errors.ts';
import { driverApi } from '#contract/api/drivers.ts';
import { eventApi } from '#contract/api/events.ts';
import { killSwitchApi } from '#contract/api/kill-switch.ts';
import { paymentApi } from '#contract/api/payments.ts';
import { proposalApi } from '#contract/api/proposals.ts';
import { siteApi } from '#contract/api/sites.ts';
import { request } from '../../../test/support/rest-request.ts';
import { sampleAnswer } from '../../../test/support/sample-answer.ts';
import { someText } from '../../../test/support/some.ts';
import type { HttpNeeds } from './route.ts';

describe('who may ask', () => {
  test.each([
    ['GET /api/sites', {}, 401],
    ['GET /api/sites', { isReadingOpen: true }, 200],
    ['GET /api/sites', { key: 'viewer' }, 200],
    ['GET /api/sites', { key: 'stranger' }, 401],
    ['GET /api/sites', { headers: { authorization: 'Basic eDp5' }, isReadingOpen: true }, 401],
    ['GET /api/sites', { cookie: 'viewer' }, 200],
    ['GET /api/sites', { cookie: 'stale', isReadingOpen: true }, 200],
    ['DELETE /api/sites/S-1', { key: 'viewer' }, 403],
    ['DELETE /api/sites/S-1', { key: 'operator' }, 200],
    ['DELETE /api/sites/S-1', { key: 'agent' }, 403],
    ['DELETE /api/sites/S-1', { isReadingOpen: true }, 401],
    ['DELETE /api/sites/S-1', { cookie: 'operator' }, 200],
    ['DELETE /api/sites/S-1', { cookie: 'operator', headers: { origin: 'http://evil.example' } }, 403],
    ['DELETE /api/sites/S-1', { key: 'operator', headers: { origin: 'http://evil.example' } }, 403],
    ['DELETE /api/sites/S-1', { key: 'operator', headers: { 'sec-fetch-site': 'same-origin' } }, 200],
    ['DELETE /api/sites/S-1', { key: 'scoped' }, 200],
    ['DELETE /api/tokens/t', { key: 'scoped' }, 403],
    ['POST /api/keys', { key: 'operator', body: { name: 'x', kind: 'person', role: 'viewer' } }, 403],
    ['GET /healthz', { key: 'stranger' }, 200],
    ['GET /api/sites', { key: 'viewer', headers: { host: 'evil.example' } }, 403],
    ['GET /api/sites/%00', { key: 'viewer' }, 400],
    ['GET /api/nothing', { key: 'viewer' }, 404],
  ] as const)('%s with %o is answered with %i', async (line, asked, status) => {
    const business = { 'sites.list': [], 'sites.remove': sampleAnswer(siteApi.remove.answer, 'full') };
    expect((await request(line, { ...asked, business })).status).toBe(status);
  });

  test('a cookie without a page that says where it comes from changes nothing', async () => {
    const { status } = await request('DELETE /api/sites/S-1', { headers: { cookie: 'sigec_sign_in=operator' } });
    expect(status).toBe(403);
  });

  test('what a known key was refused is in the trail, without what cannot be shown', async () => {
    const { audit } = await request('DELETE /api/sites/S%E2%80%8B-1', { key: 'viewer' });
    expect(audit).toEqual([
      {
        principal: 'key-viewer',
        door: 'rest',
        action: 'DELETE /api/sites/:id',
        subject: 'S-1',
        outcome: 'refused',
        details: { error: 'NOT_ALLOWED' },
      },
    ]);
    expect((await request('DELETE /api/sites/S-1')).audit).toEqual([]);
    expect((await request('GET /api/keys', { key: 'viewer' })).audit).toEqual([]);
  });

  test.each([
    [{ key: 'operator' }, 'rest'],
    [{ key: 'operator', headers: { 'x-sigec-door': 'terminal' } }, 'terminal'],
    [{ cookie: 'operator' }, 'console'],
  ])('%o comes by the door %s', async (asked, door) => {
    const { recorded } = await request('DELETE /api/sites/S-1', asked);
    expect(recorded).toMatchObject([['sites.remove', 'S-1', { door, principal: { id: 'key-operator' } }]]);
  });

  test('answers of the API are not kept by browsers, and a missing key is explained', async () => {
    const { headers } = await request('GET /api/sites');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'www-authenticate': 'Bearer realm="sigec"' });
  });
});

describe('what cannot be done', () => {
  test.each([
    ['GET /api/sessions?limit=x', 'limit (query) is "x", but accepts a number'],
    ['GET /api/sessions?limit=100000', 'but accepts at most'],
    ['GET /api/sessions?limit=0', 'but accepts at least 1.'],
    ['GET /api/sessions?state=gone', 'state (query) is "gone", but accepts running, ended, merged'],
    ['GET /api/sessions?from=now', 'but accepts a UTC time such as 2026-03-01T08:00:00Z'],
    ['GET /api/sessions/1', 'an id as its list shows it'],
  ])('%s', async (line, part) => {
    const { status, json } = await request(line, { key: 'viewer' });
    expect(status).toBe(400);
    expect(json()['message']).toContain(part);
  });

  test.each([
    [{ name: 'x'.repeat(100), kind: 'person', role: 'viewer' }, 'accepts at most 80 characters'],
    [{ name: '', kind: 'person', role: 'viewer' }, 'accepts at least 1 characters'],
    [{ kind: 'person', role: 'viewer' }, 'name (body) is missing, but accepts a string'],
    [
      { name: 'x', kind: 'person', role: 'viewer', scopes: ['NO'] },
      'scopes.0 (body) is "NO", but accepts text that matches',
    ],
    [{ name: 'x', kind: 'person', role: 'viewer', scopes: Array(51).fill('a') }, 'accepts at most 50 entries'],
    [{ name: '\u0007', kind: 'person', role: 'viewer' }, 'accepts visible characters'],
    [[], 'body (body) is [], but accepts an object'],
  ])('a key of %o', async (body, part) => {
    const { status, json } = await request('POST /api/keys', { key: 'administrator', body });
    expect(status).toBe(400);
    expect(json()['message']).toContain(part);
  });

  test('a long list of wrong entries gets a short answer, and a secret never comes back', async () => {
    const many = { name: 'x', kind: 'person', role: 'viewer', scopes: Array.from({ length: 30 }, () => 'NO') };
    const { json } = await request('POST /api/keys', { key: 'administrator', body: many });
    expect(json()['message']).toContain('10 more are wrong');
    const exact = { ...many, scopes: many.scopes.slice(0, 20) };
    expect((await request('POST /api/keys', { key: 'administrator', body: exact })).json()['message']).not.toContain(
      'more are wrong',
    );
    const secret = await request('POST /api/sign-in', { body: { key: 'k'.repeat(301) } });
    expect(secret.json()['message']).toContain('key (body) is not shown');
    const long = await request('POST /api/keys', {
      key: 'administrator',
      body: { name: 'x'.repeat(90), kind: 'no', role: 'viewer' },
    });
    expect(long.json()['message']).toContain(`${'x'.repeat(59)}…`);
  });

  test.each([
    ['a nest of lists', 33, 400],
    ['a nest that is not too deep', 30, 400],
  ])('%s', async (_what, depth, status) => {
    const nested = JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as object;
    const { status: told, json } = await request('POST /api/keys', { key: 'administrator', body: nested });
    expect(told).toBe(status);
    expect(String(json()['message']).includes('nested deeper')).toBe(depth > 32);
  });

  test.each([
    [new SigecError('NOT_FOUND', 'There is none.'), 404, 'NOT_FOUND', undefined],
    [new SigecError('DATABASE_AWAY', 'Later.'), 503, 'DATABASE_AWAY', someText],
    [
      new SigecError('TOO_MANY_REQUESTS', 'Slower.', { details: { retryAfterSeconds: 7 } }),
      429,
      'TOO_MANY_REQUESTS',
      '7',
    ],
    [new SigecError('TOO_MANY_REQUESTS', 'Slower.'), 429, 'TOO_MANY_REQUESTS', '60'],
    [new Error('secret'), 500, 'INTERNAL', undefined],
    [new SigecError('INTERNAL', 'secret'), 500, 'INTERNAL', undefined],
  ])('%s', async (thrown, status, code, retryAfter) => {
    const business = { 'sites.list': () => Promise.reject(thrown) };
    const answer = await request('GET /api/sites', { key: 'viewer', business });
    expect([answer.status, answer.json()['code'], answer.headers['retry-after']]).toEqual([status, code, retryAfter]);
    expect(answer.text).not.toContain('secret');
  });
});

describe('kill switch', () => {
  test.each([
    [{ isOn: true }, 'operator', 200],
    [{ isOn: false }, 'operator', 403],
    [{ isOn: false }, 'administrator', 200],
  ] as const)('%o by a key of %s', async (body, key, status) => {
    const business = { 'killSwitch.change': sampleAnswer(killSwitchApi.change.answer, 'bare') };
    const {
      status: told,
      audit,
      recorded,
    } = await request('POST /api/kill-switch', { key, body: { why: 'test', ...body }, business });
    expect(told).toBe(status);
    expect(audit).toHaveLength(status === 403 ? 1 : 0);
    expect(recorded).toHaveLength(status === 403 ? 0 : 1);
  });
});

describe('personal data', () => {
  const { settlements } = sampleAnswer(paymentApi.settlements.answer, 'full') as { settlements: object[] };
  const { validations } = sampleAnswer(paymentApi.vatValidations.answer, 'full') as { validations: object[] };
  const business = {
    'drivers.find': sampleAnswer(driverApi.list.answer, 'full'),
    'payments.settlements': settlements,
    'payments.vatValidations': validations,
    'customerInformation.read': 'Ana',
  };

  test.each([
    ['operator', true],
    ['viewer', false],
    ['agent', false],
  ])('a key of %s sees it: %s', async (key, isShown) => {
    const listed = await request('GET /api/drivers', { key, business });
    expect(listed.recorded).toMatchObject([['drivers.find', { isInEmail: isShown }]]);
    expect(listed.text.includes('"email":null')).toBe(!isShown);
    for (const what of ['settlements', 'vat-validations']) {
      const { text, status } = await request(`GET /api/stations/CP-1/${what}`, { key, business });
      expect([status, text.includes('"vatNumber":null'), text.includes('hidden')]).toEqual([200, !isShown, !isShown]);
    }
    const read = await request('POST /api/stations/CP-1/customer-information/3/read', { key, business });
    expect(read.status).toBe(isShown ? 200 : 403);
  });
});

describe('proposals', () => {
  const id = '0198e1a0-0000-7000-8000-000000000001';
  const carriedOut = (thrown: Error | undefined, states: string[]) => {
    const asked: unknown[] = [];
    const sample = sampleAnswer(proposalApi.get.answer, 'bare') as object;
    const get = async () => ({ ...sample, state: states.length > 1 ? states.shift() : states[0] });
    const registry = {
      proposals: { get, approve: async (_id: string, by: object) => ({ ...(await get()), ...by }) },
      apply: (...args: unknown[]) => {
        asked.push(args);
        return thrown === undefined ? Promise.resolve() : Promise.reject(thrown);
      },
    };
    return { asked, needs: { registry } as unknown as Partial<HttpNeeds> };
  };
  const conflict = new SigecError('CONFLICT', 'It changed.');

  test.each([
    ['it worked', undefined, ['approved', 'applied'], 'applied'],
    ['it became stale', conflict, ['approved', 'stale'], 'stale'],
    ['it failed', conflict, ['approved', 'failed'], 'failed'],
    ['it is still applying', conflict, ['approved', 'applying'], 'CONFLICT'],
    ['it was not approved', conflict, ['proposed', 'failed'], 'CONFLICT'],
    ['something else broke', new Error('x'), ['approved', 'failed'], 'INTERNAL'],
  ])('%s', async (_what, thrown, states, word) => {
    const { asked, needs } = carriedOut(thrown, [...states]);
    const { json } = await request(`POST /api/proposals/${id}/apply`, { key: 'operator', needs });
    expect(asked).toHaveLength(1);
    expect(json()['state'] ?? json()['code']).toBe(word);
  });
});

describe('health', () => {
  const health = (reasons: object[] | Promise<never>) =>
    ({ health: { reasonsNotReady: async () => reasons } }) as unknown as Partial<HttpNeeds>;
  const cause = { cause: 'database', sentence: 'The database is away.', since: new Date('2026-03-01T08:00:00Z') };

  test('ready is ready', async () => {
    const { status, json } = await request('GET /readyz', { needs: health([]) });
    expect([status, json()]).toEqual([200, { status: 'ready', reasons: [], causes: [], since: null }]);
  });

  test('what is missing is named, with its time', async () => {
    const { status, json } = await request('GET /readyz', { needs: health([cause]) });
    expect(status).toBe(503);
    expect(json()).toMatchObject({
      status: 'not-ready',
      reasons: ['The database is away.'],
      since: '2026-03-01T08:00:00.000Z',
    });
    const without = await request('GET /readyz', { needs: health([{ ...cause, since: null }]) });
    expect(without.json()).toMatchObject({ since: null });
  });

  test('a server that stops is not ready', async () => {
    const { status, json } = await request('GET /readyz', { needs: health([]), isStopping: true });
    expect([status, json()['causes']]).toEqual([503, ['stopping']]);
  });
});

describe('pages', () => {
  test.each([
    ['/', 'text/html', 503],
    ['/stations', 'text/html', 503],
    ['/stations', 'application/json', 404],
    ['/api/nothing', 'text/html', 404],
    ['/docs/nothing', 'text/html', 404],
    ['/assets/x', 'text/html', 404],
    ['/logo.png', 'text/html', 404],
    ['/apiary', 'text/html', 503],
  ])('%s for %s', async (path, accept, status) => {
    expect((await request(`GET ${path}`, { headers: { accept } })).status).toBe(status);
  });

  test.each([
    ['en', 'The console is not built yet'],
    ['pt-BR,pt;q=0.9', 'O console ainda não foi construído'],
  ])('are written in %s', async (language, title) => {
    const { text } = await request('GET /', { headers: { accept: 'text/html', 'accept-language': language } });
    expect(text).toContain(`<h1>${title}</h1>`);
  });
});

describe('events', () => {
  const ledger = (events: object[]) => {
    const asked: unknown[] = [];
    const read = async (query: unknown) => {
      asked.push(query);
      return events;
    };
    return { asked, needs: { ledger: { read, head: async () => '9.0' } } as unknown as Partial<HttpNeeds> };
  };
  const accept = 'application/json';
  const sample = sampleAnswer(eventApi.follow.answer, 'bare') as { events: object[] };
  const events = ['1.0', '2.0'].map((id) => ({ ...sample.events[0], id }));

  test.each([
    ['?limit=2', {}, { after: undefined, isNewest: false, limit: 2 }, '2.0'],
    ['?limit=3', {}, { after: undefined, isNewest: false, limit: 3 }, null],
    ['?limit=2&from=newest', {}, { after: undefined, isNewest: true, limit: 2 }, null],
    ['?limit=2&after=1.0', {}, { after: '1.0', isNewest: false, limit: 2 }, '2.0'],
    ['?limit=2&after=1.0', { 'last-event-id': '5.0' }, { after: '5.0', isNewest: false, limit: 2 }, '2.0'],
  ])('%s with %o are read as a page', async (query, headers, asked, next) => {
    const page = ledger(events);
    const { json } = await request(`GET /api/events${query}`, {
      key: 'viewer',
      headers: { accept, ...headers },
      needs: page.needs,
    });
    expect(page.asked).toEqual([asked]);
    expect(json()).toMatchObject({ next });
  });

  test('a place that is none is refused at once', async () => {
    const { status } = await request('GET /api/events?after=x', {
      key: 'viewer',
      headers: { accept },
      needs: ledger([]).needs,
    });
    expect(status).toBe(400);
  });
});
