import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { guardedFetch } from '#base/guarded-fetch.ts';
import { silentLog } from '#base/log.ts';
import { siteEnergy } from '#contract/energy/site-energy.ts';
import { exampleSite } from '../../testing/example-site.ts';
import { openVen, type VenSites } from './open-ven.ts';
import type { SiteDemands } from './site-demands.ts';

const noon = Date.UTC(2026, 2, 1, 12);
const at = (hours: number) => new Date(noon + hours * 3_600_000).toISOString();

type Request = { method: string; path: string; authorization: string | undefined; body: string };

/** A small VTN: gives out tokens, pages its events, takes reports, and can be made to fail. */
async function startVtn() {
  const requests: Request[] = [];
  const vtn = {
    events: [] as unknown[],
    answer: null as null | { status: number; body: string },
    tokens: 0,
    valid: '',
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://vtn');
      const { authorization } = request.headers;
      const body = Buffer.concat(chunks).toString();
      requests.push({ method: request.method ?? '', path: url.pathname, authorization, body });
      const send = (status: number, answer: unknown) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
      };
      if (url.pathname === '/openadr3/auth/token') {
        if (!body.includes('client_secret=open-sesame')) return send(403, { title: 'Forbidden', status: 403 });
        vtn.tokens += 1;
        vtn.valid = `token-${vtn.tokens}`;
        return send(200, { access_token: vtn.valid, token_type: 'Bearer', expires_in: 3600 });
      }
      if (authorization !== `Bearer ${vtn.valid}`) return send(401, { title: 'Unauthorized', status: 401 });
      if (vtn.answer !== null) return send(vtn.answer.status, vtn.answer.body);
      if (url.pathname === '/openadr3/reports') return send(201, JSON.parse(body));
      const [skip, limit] = ['skip', 'limit'].map((name) => Number(url.searchParams.get(name)));
      return send(200, vtn.events.slice(skip, (skip ?? 0) + (limit ?? 50)));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/openadr3/`;
  return Object.assign(vtn, {
    url,
    requests,
    [Symbol.asyncDispose]: () => new Promise<void>((closed) => server.close(() => closed())),
  });
}

function venAt(url: string, { secret = 'open-sesame' } = {}) {
  const limits: SiteDemands['limits'][] = [];
  const series: SiteDemands['series'] = [];
  const settings = siteEnergy.parse({ tree: exampleSite({ limitW: 40_000 }) });
  const clock = { now: noon };
  const sites: VenSites = {
    managedSites: () => Promise.resolve(['GARAGE']),
    get: (siteId) => Promise.resolve({ ...settings, siteId, version: 1, changedAt: at(0), changedBy: 'test' }),
    replaceLimits(_siteId, wanted) {
      limits.push(wanted);
      return Promise.resolve();
    },
    importSeries(_siteId, one) {
      series.push(one);
      return Promise.resolve();
    },
    usageWh: () => Promise.resolve(12_345),
  };
  const ven = openVen(
    {
      url,
      tokenUrl: null,
      clientId: 'sigec',
      clientSecret: secret,
      programId: 'p1',
      venName: 'sigec',
      everySeconds: 3600,
    },
    {
      sites,
      fetch: guardedFetch({ isLoopbackFine: true }),
      clock: { now: () => new Date(clock.now) },
      log: silentLog,
    },
  );
  return { ven, limits, series, clock };
}

const limitEvent = (id: string, kw: number, more: object = {}) => ({
  id,
  programID: 'p1',
  intervalPeriod: { start: at(0), duration: 'PT1H' },
  intervals: [{ id: 0, payloads: [{ type: 'IMPORT_CAPACITY_LIMIT', values: [kw] }] }],
  ...more,
});

test('it fetches a token once, reads every page, hands limits and prices on once, and takes a cancelled event away', async () => {
  await using vtn = await startVtn();
  const { ven, limits, series } = venAt(vtn.url);
  const price = { ...limitEvent('P', 0), intervals: [{ id: 0, payloads: [{ type: 'PRICE', values: [0.3] }] }] };
  vtn.events = [...Array.from({ length: 60 }, (_, index) => limitEvent(`E${index}`, 30 - index / 4)), price];
  await ven.poll();
  await ven.poll();
  expect(limits).toEqual([[expect.objectContaining({ nodeId: 'grid', limitW: 15_250, until: at(1) })]]);
  expect(series).toEqual([{ kind: 'import-price', points: [{ from: at(0), value: 0.3 }], until: at(1) }]);
  expect(vtn.tokens).toBe(1);
  vtn.events = [];
  await ven.poll();
  expect(limits.at(-1)).toEqual([]);
  await ven.close();
});

test('a token that was withdrawn is fetched again', async () => {
  await using vtn = await startVtn();
  const { ven, limits } = venAt(vtn.url);
  vtn.events = [limitEvent('E1', 20)];
  await ven.poll();
  vtn.valid = 'another';
  vtn.events = [limitEvent('E1', 10)];
  await ven.poll();
  expect(limits.map(([limit]) => limit?.limitW)).toEqual([20_000, 10_000]);
  await ven.close();
});

test.each([
  ['a server in trouble', { status: 503, body: 'busy' }, 'the VTN answered 503 at /events'],
  ['an answer that is no JSON', { status: 200, body: '<html>' }, 'no JSON'],
  ['an answer that is no list', { status: 200, body: '{}' }, 'no list of events'],
])('%s changes nothing, and is told', async (_what, answer, failure) => {
  await using vtn = await startVtn();
  const { ven, limits } = venAt(vtn.url);
  vtn.events = [limitEvent('E1', 20)];
  await ven.poll();
  vtn.answer = answer;
  await ven.poll();
  expect(limits).toHaveLength(1);
  expect(ven.state().failure).toContain(failure);
  expect(ven.warnings('depot')).toMatchObject([{ code: 'grid-unreachable' }]);
  vtn.answer = null;
  await ven.poll();
  expect(ven.warnings('depot')).toEqual([]);
  expect(ven.state().failure).toBeNull();
  await ven.close();
});

test('a wrong secret is told, and charging goes on as before', async () => {
  await using vtn = await startVtn();
  const { ven, limits } = venAt(vtn.url, { secret: 'wrong' });
  await ven.poll();
  expect(ven.state().failure).toContain('403 at the token endpoint');
  expect(limits).toEqual([]);
  await ven.close();
});

test('usage is reported once, after the event', async () => {
  await using vtn = await startVtn();
  const { ven, clock } = venAt(vtn.url);
  vtn.events = [limitEvent('E1', 20, { reportDescriptors: [{ payloadType: 'USAGE', readingType: 'DIRECT_READ' }] })];
  await ven.poll();
  const reports = () => vtn.requests.filter(({ path }) => path === '/openadr3/reports');
  expect(reports()).toEqual([]);
  clock.now = noon + 3_700_000;
  await ven.poll();
  await ven.poll();
  expect(reports().map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
    {
      objectType: 'REPORT',
      programID: 'p1',
      eventID: 'E1',
      clientName: 'sigec',
      resources: [
        {
          resourceName: 'GARAGE',
          intervalPeriod: { start: at(0), duration: 'PT3600S' },
          intervals: [{ id: 0, payloads: [{ type: 'USAGE', values: [12.345] }] }],
        },
      ],
    },
  ]);
  await ven.close();
});
