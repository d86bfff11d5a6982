import { Client } from 'pg';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { CreatedKey } from '../../src/contract/agents/principal.ts';
import { api } from '../../src/contract/api/api.ts';
import type { Endpoint } from '../../src/contract/api/define-api.ts';
import type { SessionPage } from '../../src/contract/sessions/session.ts';
import { connect, modernClient } from '../support/mcp-client.ts';
import { simulate } from '../support/operator.ts';
import { sampleAnswer, sampleOf } from '../support/sample-answer.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

// Somebody with roles at site alpha alone asks for everything there is, by every route and every tool, with the ids of site bravo in hand.

type Key = { id: string; secret: string };
type House = { sigec: TestSigec; bravo: Record<string, string>; marks: readonly string[]; keys: Record<string, Key> };

let house: House;
const opened = new AsyncDisposableStack();
beforeEach(async () => {
  house ??= await furnish(); // within a test: the stations are waited for
}, 120_000);
afterAll(() => opened.disposeAsync());

const endpoints = Object.values(api)
  .flatMap((subject) => Object.values(subject as Record<string, Endpoint>))
  .filter(({ access, path }) => access !== 'open' && path.startsWith('/api/'));

test.each(['operator', 'administrator', 'accountant'])(
  '%s of one site: no route tells or changes anything of another',
  async (role) => {
    const key = house.keys[role] as Key;
    const leaks: string[] = [];
    for (const endpoint of endpoints) {
      const { status, text } = await ask(endpoint, key);
      if (status >= 500) leaks.push(`${endpoint.method} ${endpoint.path}: ${status} ${text.slice(0, 200)}`);
      for (const mark of marksIn(text, endpoint)) leaks.push(`${endpoint.method} ${endpoint.path}: tells ${mark}`);
    }
    expect(leaks).toEqual([]);
    expect(await doneAtBravo(key)).toEqual([]);
  },
  120_000,
);

test('they do see and change what is theirs', async () => {
  const key = house.keys['operator'] as Key;
  const seen = async (path: string) => JSON.stringify(await (await fetchAs(key, 'GET', path)).json());
  expect(await seen('/api/stations')).toContain('A-1');
  expect(await seen('/api/sites')).toContain('Alpha Garage');
  expect(await seen('/api/sessions')).toContain('A-1');
  expect(await seen('/api/events?from=newest&limit=1000')).toContain('A-1');
  expect(await seen('/api/reports?month=2026-01&by=site')).not.toContain('bravo');
  expect(await seen('/api/tariffs')).toContain('alpha-price');
  expect((await fetchAs(key, 'POST', '/api/sites/alpha', { name: 'Alpha House' })).status).toBe(200);
});

test('no tool and no resource tells or changes anything of another site', async () => {
  const key = house.keys['agent'] as Key;
  await using client = await connect(house.sigec.addresses.mcp, modernClient, key.secret);
  const { tools } = (await (
    await fetch(`${house.sigec.addresses.mcp}/tools`, { headers: { authorization: `Bearer ${key.secret}` } })
  ).json()) as { tools: { name: string; inputSchema: object }[] };
  expect(tools.map(({ name }) => name)).toContain('list_charge_points');
  expect(tools.map(({ name }) => name)).not.toContain('list_devices');
  const leaks: string[] = [];
  for (const { name, inputSchema } of tools) {
    for (const fullness of ['full', 'bare'] as const) {
      const given = withIds(sampleOf(inputSchema, fullness));
      const response = await fetch(`${house.sigec.addresses.mcp}/tools/${name}/call`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ arguments: given }),
      });
      const text = await response.text();
      for (const mark of told(text, JSON.stringify(given))) leaks.push(`${name}: tells ${mark}`);
    }
  }
  const { resources } = await client.listResources();
  for (const mark of told(JSON.stringify(resources), '')) leaks.push(`resources: tell ${mark}`);
  const { resourceTemplates } = await client.listResourceTemplates();
  for (const { uriTemplate } of resourceTemplates) {
    const { station = '', site = '', session = '', tariff = '', event = '' } = house.bravo;
    for (const id of [station, site, session, tariff, event]) {
      const uri = uriTemplate.replaceAll(/\{\w+\}/g, encodeURIComponent(id));
      const text = await client.readResource({ uri }).then(JSON.stringify, String);
      for (const mark of told(text, uri)) leaks.push(`${uri}: tells ${mark}`);
    }
  }
  expect(leaks).toEqual([]);
  expect(await doneAtBravo(key)).toEqual([]);
}, 120_000);

test('nobody is told that something of another site changed', async () => {
  const key = house.keys['agent'] as Key;
  await using client = await connect(house.sigec.addresses.mcp, {}, key.secret);
  await client.subscribeResource({ uri: 'sigec://stations/A-1' });
  await expect(client.subscribeResource({ uri: 'sigec://stations/B-1' })).rejects.toMatchObject({
    data: { uri: 'sigec://stations/B-1' },
  });
});

test('live events, sessions and stations are those of their sites', async () => {
  const key = house.keys['operator'] as Key;
  const leaving = new AbortController();
  const response = await fetch(`${house.sigec.addresses.api}/api/events?sessions=true&stations=true`, {
    headers: { authorization: `Bearer ${key.secret}`, accept: 'text/event-stream' },
    signal: leaving.signal,
  });
  const heard: string[] = [];
  const reading = (async () => {
    for await (const part of response.body ?? []) heard.push(Buffer.from(part as Uint8Array).toString());
  })().catch(() => undefined);
  const { sigec } = house;
  await sigec.api.post('/api/sites/bravo', { name: 'Bravo Mansion' });
  await sigec.api.post('/api/tariffs', { id: 'after', currency: 'BRL', prices: [{ perKwh: '1' }] });
  await sigec.api.put('/api/sites/bravo/stations/B-1', { note: 'bravo-roof' });
  await sigec.api.put('/api/sites/alpha/stations/A-1', { note: 'alpha-roof' });
  await sigec.api.post('/api/sites/alpha', { name: 'Alpha Home' });
  await expect.poll(() => heard.join('')).toContain('Alpha Home');
  await expect.poll(() => heard.join('')).toMatch(/stations-changed\n.*alpha-roof/);
  leaving.abort();
  await reading;
  expect(heard.join('')).not.toContain('Bravo');
  expect(heard.join('')).not.toContain('B-1');
  expect(heard.join('')).not.toContain('tariff-');
});

async function furnish(): Promise<House> {
  const sigec = opened.use(await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept', FIRMWARE_HOSTS: 'firmware.example' }));
  const sites = { alpha: 'A-1', bravo: 'B-1' } as const;
  const session: Record<string, string> = {};
  for (const [site, id] of Object.entries(sites)) {
    const name = `${site[0]?.toUpperCase()}${site.slice(1)} Garage`;
    await sigec.api.post('/api/sites', { id: site, name, timeZone: 'America/Sao_Paulo', currency: 'BRL' });
    const station = opened.use(await simulate(sigec, id));
    await sigec.api.put(`/api/sites/${site}/stations/${id}`, { note: `${site}-note` });
    const prices = [{ perKwh: '2' }];
    await sigec.api.post('/api/tariffs', { id: `${site}-price`, currency: 'BRL', prices });
    await sigec.api.post('/api/tariff-assignments', { tariffId: `${site}-price`, siteId: site });
    const value = `04${Buffer.from(site).toString('hex')}`;
    await sigec.api.post('/api/tokens', { value, type: 'ISO14443', label: `${site}-card` }).catch(() => undefined);
    const ended = station.begin(value);
    station.charge(ended, 5_000);
    station.end(ended);
    station.charge(station.begin(value), 1_000);
    const running = async () => (await sigec.api.get<SessionPage>(`/api/sessions?stationId=${id}`)).sessions;
    await expect.poll(async () => (await running()).length).toBe(2);
    session[site] = (await running()).find(({ state }) => state === 'ended')?.id ?? '';
  }
  const { id: command } = await sigec.api.post<{ id: string }>('/api/stations/B-1/commands/clear-cache', { input: {} });
  const keys = await makeKeys(sigec);
  const proposed = await fetch(`${sigec.addresses.mcp}/tools/reset_charge_point/call`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys['proposer']?.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ arguments: { charge_point_id: 'B-1', why: 'bravo-why' } }),
  });
  const { data } = (await proposed.json()) as { data: { proposal_id: string } };
  const { assignments } = await sigec.api.get<{ assignments: { id: string; siteId: string }[] }>(
    '/api/tariff-assignments',
  );
  const { events } = await sigec.api.get<{ events: { id: string; stationId: string }[] }>('/api/events?limit=1000');
  const bravo = {
    ...{ station: 'B-1', site: 'bravo', session: session['bravo'] ?? '', tariff: 'bravo-price', command },
    proposal: data.proposal_id,
    assignment: assignments.find(({ siteId }) => siteId === 'bravo')?.id ?? '',
    event: events.find(({ stationId }) => stationId === 'B-1')?.id ?? '',
  };
  expect(Object.entries(bravo).filter(([, id]) => id === '' || id === undefined)).toEqual([]);
  return { sigec, bravo, keys, marks: ['B-1', 'Bravo', 'bravo', ...Object.values(bravo)] };
}

async function makeKeys({ api: root }: TestSigec): Promise<Record<string, Key>> {
  const make = async (wanted: object): Promise<Key> => {
    const { key, secret } = await root.post<CreatedKey>('/api/keys', { name: 'Walker', ...wanted });
    return { id: key.id, secret };
  };
  return {
    operator: await make({ kind: 'person', role: 'operator', sites: ['alpha'] }),
    administrator: await make({ kind: 'person', role: 'administrator', sites: ['alpha'] }),
    accountant: await make({ kind: 'person', role: 'accountant', sites: ['alpha'] }),
    agent: await make({ kind: 'agent', role: 'operator', sites: ['alpha'] }),
    proposer: await make({ kind: 'agent', role: 'operator' }),
  };
}

/** One request with everything that can be named in it naming site bravo. */
async function ask(endpoint: Endpoint, key: Key): Promise<{ status: number; text: string }> {
  const { method } = endpoint;
  const body = endpoint.body === undefined ? undefined : withIds(sampleAnswer(endpoint.body, 'full'));
  const response = await fetchAs(key, method, addressOf(endpoint), body);
  if (response.headers.get('content-type')?.includes('text/event-stream') === true) {
    await response.body?.cancel();
    return { status: response.status, text: '' };
  }
  return { status: response.status, text: await response.text() };
}

function addressOf({ path, query, method }: Endpoint): string {
  const { bravo } = house;
  const subjects: [RegExp, string | undefined][] = [
    [/^\/api\/stations\/:id/, bravo['station']],
    [/^\/api\/sites\/:id/, bravo['site']],
    [/^\/api\/sessions\/:id/, bravo['session']],
    [/^\/api\/tariffs\/:id/, bravo['tariff']],
    [/^\/api\/tariff-assignments\/:id/, bravo['assignment']],
    [/^\/api\/commands\/:id/, bravo['command']],
    [/^\/api\/proposals\/:id/, bravo['proposal']],
  ];
  const id = subjects.find(([pattern]) => pattern.test(path))?.[1] ?? '0198e1a0-0000-7000-8000-000000000001';
  const filled = path
    .replaceAll(':id', encodeURIComponent(id))
    .replaceAll(':stationId', 'B-1')
    .replaceAll(':name', 'clear-cache')
    .replaceAll(':action', 'ClearCache')
    .replaceAll(/:\w+/g, '1');
  // Of lists the first page of all there is; what is named in a filter would be answered with it.
  return method === 'GET' && query !== undefined && path === '/api/events'
    ? `${filled}?from=newest&limit=1000`
    : filled;
}

function fetchAs({ secret }: Key, method: string, path: string, body?: object): Promise<Response> {
  return fetch(`${house.sigec.addresses.api}${path}`, {
    method,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${secret}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Fields that name something name what is of site bravo. */
function withIds(value: unknown, name = ''): never {
  const { bravo } = house;
  const ids: Record<string, string | undefined> = {
    ...{
      stationId: bravo['station'],
      charge_point_id: bravo['station'],
      siteId: bravo['site'],
      site_id: bravo['site'],
    },
    ...{ sessionId: bravo['session'], session_id: bravo['session'], transaction_id: bravo['session'] },
    ...{
      tariffId: bravo['tariff'],
      tariff_id: bravo['tariff'],
      proposal_id: bravo['proposal'],
      event_id: bravo['event'],
    },
    ...{ stationIds: bravo['station'], charge_point_ids: bravo['station'] },
  };
  const fitting = (() => {
    if (Array.isArray(value)) return value.map((each: unknown) => withIds(each, name));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withIds(each, key)]));
    if (name === 'dry_run') return false;
    return typeof value === 'string' ? (ids[name] ?? value) : value;
  })();
  return fitting as never;
}

/** What an answer tells of bravo beyond what the caller wrote. */
function told(text: string, sent: string): string[] {
  return house.marks.filter((mark) => text.includes(mark) && !sent.includes(mark));
}

function marksIn(text: string, endpoint: Endpoint): string[] {
  const body = endpoint.body === undefined ? '' : JSON.stringify(withIds(sampleAnswer(endpoint.body, 'full')));
  return told(text, `${addressOf(endpoint)} ${body}`);
}

async function doneAtBravo({ id }: Key): Promise<unknown[]> {
  const client = new Client({ connectionString: house.sigec.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ kind: string }>(
      `select kind from event where principal = $1 and (station_id = 'B-1' or body::text like '%bravo%' or body::text like '%B-1%')`,
      [id],
    );
    return rows;
  } finally {
    await client.end();
  }
}
