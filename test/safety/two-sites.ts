import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect } from 'vitest';
import type { CreatedKey } from '../../src/contract/agents/principal.ts';
import type { SessionPage } from '../../src/contract/sessions/session.ts';
import { simulate } from '../support/operator.ts';
import { bootPayload, connectRaw } from '../support/raw-station.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import { scripted } from '../support/use-case.ts';

export type WalkerKey = { id: string; secret: string };
export type TwoSites = {
  sigec: TestSigec;
  /** A session of alpha. */
  session: string;
  /** The id of one of each kind of thing that is of site bravo. */
  bravo: Record<string, string>;
  /** What tells of bravo wherever it is read. */
  marks: readonly string[];
  keys: Record<string, WalkerKey>;
};

/** An installation with two sites, of which everything that can be there is at bravo. */
export async function furnishTwoSites(opened: AsyncDisposableStack): Promise<TwoSites> {
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
  const keys = await makeKeys(sigec);
  const { assignments } = await sigec.api.get<{ assignments: { id: string; siteId: string }[] }>(
    '/api/tariff-assignments',
  );
  const things = await placeThings(sigec, keys['proposer']);
  const { events } = await sigec.api.get<{ events: { id: string; stationId: string }[] }>('/api/events?limit=1000');
  const bravo = {
    station: 'B-1',
    site: 'bravo',
    session: session['bravo'] ?? '',
    tariff: 'bravo-price',
    assignment: assignments.find(({ siteId }) => siteId === 'bravo')?.id ?? '',
    event: events.find(({ stationId }) => stationId === 'B-1')?.id ?? '',
    ...things,
  };
  expect(Object.entries(bravo).filter(([, id]) => id === '' || id === undefined)).toEqual([]);
  return {
    sigec,
    session: session['alpha'] ?? '',
    bravo,
    keys,
    marks: ['B-1', 'B-2', 'Bravo', 'bravo', ...Object.values(bravo)],
  };
}

/** What comes about at a station in the course of time. */
async function placeThings({ api, addresses, databaseUrl }: TestSigec, proposer: WalkerKey | undefined) {
  const { id: command } = await api.post<{ id: string }>('/api/stations/B-1/commands/clear-cache', { input: {} });
  const proposed = await fetch(`${addresses.mcp}/tools/reset_charge_point/call`, {
    method: 'POST',
    headers: { authorization: `Bearer ${proposer?.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ arguments: { charge_point_id: 'B-1', why: 'bravo-why' } }),
  });
  const { data } = (await proposed.json()) as { data: { proposal_id: string } };
  const { id: ticket } = await api.post<{ id: string }>('/api/tickets', { stationId: 'B-1', title: 'bravo-ticket' });
  const { logFile } = await api.post<{ logFile: { id: string } }>('/api/stations/B-1/log-files', {});
  const { id: conversation } = await api.post<{ id: string }>('/api/assistant/conversations');
  const { id: rule } = await api.post<{ id: string }>('/api/rules', {
    name: 'bravo-rule',
    when: { on: 'event', kind: 'connector-status' },
    where: { stationIds: ['B-1'] },
    actions: [{ do: 'command', name: 'reset', input: { when: 'idle' } }],
  });
  const evse = { id: 'B-1:1', parentId: 'bravo-grid', kind: 'evse', evse: { stationId: 'B-1', evseId: 1 } };
  await api.put('/api/sites/bravo/energy', {
    mode: 'plan',
    tree: { nodes: [{ id: 'bravo-grid', parentId: null, kind: 'grid-connection', limitA: 63 }, evse] },
  });
  const outage = await breakStation({ api, addresses });
  const finding = randomUUID();
  await using database = new AsyncDisposableStack();
  const client = database.adopt(new Client({ connectionString: databaseUrl }), (open) => open.end());
  await client.connect();
  await client.query(
    `insert into finding (id, kind, station_id, severity, detector, risk, horizon_hours, cause, action, figures, evidence, opened_at, last_seen_at)
     values ($1, 'relay-failing', 'B-1', 'warning', 'cusum', 0.9, 24, 'relay', 'ticket', '{}', '[]', now(), now())`,
    [finding],
  );
  return { command, proposal: data.proposal_id, ticket, logFile: logFile.id, conversation, rule, outage, finding };
}

/** A second station of bravo whose connector has a fault. */
async function breakStation({ api, addresses }: Pick<TestSigec, 'api' | 'addresses'>): Promise<string> {
  await using station = scripted(await connectRaw(addresses.ocpp, 'B-2'));
  await station.call('BootNotification', bootPayload['2.0.1']);
  await api.put('/api/sites/bravo/stations/B-2', { note: 'bravo-second' });
  const status = { evseId: 1, connectorId: 1, timestamp: new Date().toISOString() };
  for (const connectorStatus of ['Available', 'Faulted'])
    await station.call('StatusNotification', { ...status, connectorStatus });
  const outages = async () => (await api.get<{ outages: { id: string }[] }>('/api/outages?stationId=B-2')).outages;
  await expect.poll(outages).toHaveLength(1);
  return (await outages())[0]?.id ?? '';
}

async function makeKeys({ api: root }: TestSigec): Promise<Record<string, WalkerKey>> {
  const make = async (wanted: object): Promise<WalkerKey> => {
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
