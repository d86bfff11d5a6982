import { Client } from 'pg';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { api } from '../../src/contract/api/api.ts';
import type { Endpoint } from '../../src/contract/api/define-api.ts';
import { connect, modernClient } from '../support/mcp-client.ts';
import { sampleAnswer, sampleOf } from '../support/sample-answer.ts';
import { furnishTwoSites, type TwoSites, type WalkerKey } from './two-sites.ts';

// Somebody with roles at site alpha alone asks for everything there is, by every route and every tool, with the ids of site bravo in hand.

let house: TwoSites;
const opened = new AsyncDisposableStack();
beforeEach(async () => {
  house ??= await furnishTwoSites(opened); // within a test: the stations are waited for
}, 120_000);
afterAll(() => opened.disposeAsync());

const tree = {
  nodes: [
    { id: 'grid', parentId: null, kind: 'grid-connection', limitA: 63 },
    { id: 'A-1:1', parentId: 'grid', kind: 'evse', evse: { stationId: 'A-1', evseId: 1 } },
  ],
};

const endpoints = Object.values(api)
  .flatMap((subject) => Object.values(subject as Record<string, Endpoint>))
  .filter(({ access, path }) => access !== 'open' && path.startsWith('/api/'));

test.each(['operator', 'administrator', 'accountant'])(
  '%s of one site: no route tells or changes anything of another',
  async (role) => {
    const key = house.keys[role] as WalkerKey;
    const leaks: string[] = [];
    for (const endpoint of endpoints) {
      const { status, text } = await ask(endpoint, key);
      if (status >= 500) leaks.push(`${endpoint.method} ${endpoint.path}: ${status} ${text.slice(0, 200)}`);
      for (const mark of marksIn(text, endpoint)) leaks.push(`${endpoint.method} ${endpoint.path}: tells ${mark}`);
    }
    for (const address of filteredAddresses()) {
      const answer = await fetchAs(key, 'GET', address);
      const text = await answer.text();
      if (answer.status >= 500) leaks.push(`${address}: ${answer.status} ${text.slice(0, 200)}`);
      for (const mark of told(text, address)) leaks.push(`${address}: tells ${mark}`);
    }
    expect(leaks).toEqual([]);
    expect(await doneAtBravo(key)).toEqual([]);
  },
  120_000,
);

test('they do see and change what is theirs', async () => {
  const key = house.keys['operator'] as WalkerKey;
  const seen = async (path: string) => JSON.stringify(await (await fetchAs(key, 'GET', path)).json());
  expect(await seen('/api/stations')).toContain('A-1');
  expect(await seen('/api/sites')).toContain('Alpha Garage');
  expect(await seen('/api/sessions')).toContain('A-1');
  expect(await seen('/api/events?from=newest&limit=1000')).toContain('A-1');
  expect(await seen('/api/reports?month=2026-01&by=site')).not.toContain('bravo');
  expect(await seen('/api/tariffs')).toContain('alpha-price');
  expect((await fetchAs(key, 'POST', '/api/sites/alpha', { name: 'Alpha House' })).status).toBe(200);
});

test('whatever there is to read of their own site, its stations and sessions, they may read', async () => {
  const own = endpoints.filter(
    ({ method, path, within }) =>
      method === 'GET' && within === 'sites' && /^\/api\/(stations|sites|sessions)\/:id/.test(path),
  );
  const ofAlpha = ({ path }: Endpoint) =>
    path
      .replace('/api/stations/:id', '/api/stations/A-1')
      .replace('/api/sites/:id', '/api/sites/alpha')
      .replace('/api/sessions/:id', `/api/sessions/${house.session}`)
      .replaceAll(/:\w+/g, '1');
  await house.sigec.api.put('/api/sites/alpha/energy', { mode: 'plan', tree });
  const refused: string[] = [];
  for (const endpoint of own) {
    const { status } = await fetchAs(house.keys['operator'] as WalkerKey, 'GET', ofAlpha(endpoint));
    if (status === 403 || status >= 500) refused.push(`${endpoint.path}: ${status}`);
  }
  expect(own.length).toBeGreaterThan(40);
  expect(refused).toEqual([]);
});

test('who sees one site plans its energy, and chooses no address inside the house that we ask', async () => {
  const key = house.keys['operator'] as WalkerKey;
  const meterAt = (host: string) => ({
    id: `at-${host}`,
    nodeId: 'grid',
    kind: 'load',
    source: { kind: 'modbus-tcp', host, model: 'sdm630' },
  });
  const set = async (meters: object[], by?: WalkerKey) =>
    by === undefined
      ? house.sigec.api.put('/api/sites/alpha/energy', { mode: 'plan', tree, meters })
      : (await fetchAs(by, 'PUT', '/api/sites/alpha/energy', { mode: 'plan', tree, meters })).status;
  expect(await set([], key)).toBe(200);
  expect(await set([meterAt('10.0.0.9')], key)).toBe(403);
  await set([meterAt('10.0.0.8')]);
  expect(await set([meterAt('10.0.0.8')], key)).toBe(200);
  expect(await set([meterAt('10.0.0.8'), meterAt('10.0.0.9')], key)).toBe(403);
});

test('no tool and no resource tells or changes anything of another site', async () => {
  const key = house.keys['agent'] as WalkerKey;
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
    for (const id of Object.values(house.bravo)) {
      const uri = uriTemplate.replaceAll(/\{\w+\}/g, encodeURIComponent(id));
      const text = await client.readResource({ uri }).then(JSON.stringify, String);
      for (const mark of told(text, uri)) leaks.push(`${uri}: tells ${mark}`);
    }
  }
  expect(leaks).toEqual([]);
  expect(await doneAtBravo(key)).toEqual([]);
}, 120_000);

test('nobody is told that something of another site changed', async () => {
  const key = house.keys['agent'] as WalkerKey;
  await using client = await connect(house.sigec.addresses.mcp, {}, key.secret);
  await client.subscribeResource({ uri: 'sigec://stations/A-1' });
  await expect(client.subscribeResource({ uri: 'sigec://stations/B-1' })).rejects.toMatchObject({
    data: { uri: 'sigec://stations/B-1' },
  });
});

test('live events, sessions and stations are those of their sites', async () => {
  const key = house.keys['operator'] as WalkerKey;
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

/** One request with everything that can be named in it naming site bravo. */
async function ask(endpoint: Endpoint, key: WalkerKey): Promise<{ status: number; text: string }> {
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
    [/^\/api\/tickets\/:id/, bravo['ticket']],
    [/^\/api\/findings\/:id/, bravo['finding']],
    [/^\/api\/outages\/:id/, bravo['outage']],
    [/^\/api\/rules\/:id/, bravo['rule']],
    [/^\/api\/log-files\/:id/, bravo['logFile']],
    [/^\/api\/assistant\/conversations\/:id/, bravo['conversation']],
  ];
  const id = subjects.find(([pattern]) => pattern.test(path))?.[1] ?? '0198e1a0-0000-7000-8000-000000000001';
  const filled = path
    .replaceAll(':id', encodeURIComponent(id))
    .replaceAll(':stationId', 'B-1')
    .replaceAll(':nodeId', 'B-1:1')
    .replaceAll(':name', 'clear-cache')
    .replaceAll(':action', 'ClearCache')
    .replaceAll(/:\w+/g, '1');
  return method === 'GET' && query !== undefined && path === '/api/events'
    ? `${filled}?from=newest&limit=1000`
    : filled;
}

/** Lists that are asked for by a filter which names something of bravo: one filter at a time, so that what comes back is known by all else. */
function filteredAddresses(): string[] {
  const { bravo } = house;
  const filters: Record<string, string | undefined> = {
    stationId: bravo['station'],
    siteId: bravo['site'],
    tariffId: bravo['tariff'],
    search: 'rav',
    q: 'rav',
    after: bravo['session'],
    by: 'station',
    state: 'open',
    sessionRef: bravo['session'],
    lang: 'en',
  };
  return endpoints
    .filter(({ method, query }) => method === 'GET' && query !== undefined)
    .flatMap((endpoint) => {
      const { shape } = endpoint.query as unknown as { shape?: object };
      const address = addressOf(endpoint).split('?')[0] ?? '';
      return Object.entries(filters).flatMap(([name, value]) =>
        value !== undefined && shape !== undefined && name in shape
          ? [`${address}?${new URLSearchParams({ [name]: value }).toString()}`]
          : [],
      );
    });
}

function fetchAs({ secret }: WalkerKey, method: string, path: string, body?: object): Promise<Response> {
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
    stationId: bravo['station'],
    charge_point_id: bravo['station'],
    siteId: bravo['site'],
    site_id: bravo['site'],
    sessionId: bravo['session'],
    session_id: bravo['session'],
    transaction_id: bravo['session'],
    tariffId: bravo['tariff'],
    tariff_id: bravo['tariff'],
    proposal_id: bravo['proposal'],
    event_id: bravo['event'],
    ticket_id: bravo['ticket'],
    finding_id: bravo['finding'],
    outage_id: bravo['outage'],
    rule_id: bravo['rule'],
    stationIds: bravo['station'],
    charge_point_ids: bravo['station'],
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

async function doneAtBravo({ id }: WalkerKey): Promise<unknown[]> {
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
