import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewKey } from '#contract/agents/principal.ts';
import type { Attention } from '#contract/attention.ts';
import type { LivePower, StationPowers, TodayReport } from '#contract/reports/report.ts';
import type { Found } from '#contract/search.ts';
import type { SessionOrder } from '#contract/sessions/order.ts';
import type { SimulatedStationInfo } from '#contract/stations/simulated-station.ts';
import type { OcppVersion, StationPage } from '#contract/stations/station.ts';
import { SimulatedStation } from '#simulator/station.ts';
import { startSigec, type TestSigec } from '../../../test/support/sigec.ts';

let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec();
});
afterAll(() => sigec[Symbol.asyncDispose]());

const attention = (perKind = 20) => sigec.api.get<Attention>(`/api/attention?perKind=${perKind}`);
const ids = async () => (await attention()).items.map(({ id }) => id);
const search = async (q: string) =>
  (await sigec.api.get<{ found: Found[] }>(`/api/search?q=${encodeURIComponent(q)}`)).found;

function station(id: string, version: OcppVersion = '2.0.1'): SimulatedStation {
  const simulated = new SimulatedStation({
    id,
    version,
    url: sigec.addresses.ocpp.slice(0, -1),
    statusEverySeconds: 0,
  });
  simulated.start();
  return simulated;
}

async function asKey(path: string, wanted: Partial<NewKey>): Promise<Response> {
  const { secret } = await sigec.api.post<{ secret: string }>('/api/keys', {
    name: 'a reader',
    kind: 'program',
    role: 'viewer',
    ...wanted,
  });
  return fetch(`${sigec.addresses.api}${path}`, { headers: { authorization: `Bearer ${secret}` } });
}

test('what needs a person is one list: a fault before a stranger before one that is offline, each gone once it is mended', async () => {
  expect(await attention()).toMatchObject({ items: [], counts: {} });
  for (const id of ['NOW-1', 'NOW-2']) await sigec.api.post(`/api/stations/${id}/accept`, { withPassword: false });
  await using broken = station('NOW-1', '1.6');
  await using _stranger = station('NOW-3');
  const away = station('NOW-2');
  await expect.poll(() => [broken.state, away.state, _stranger.state]).toEqual(['accepted', 'accepted', 'pending']);
  await away.stop();
  const [connector] = broken.connectors.find({ evseId: 1 });
  if (connector === undefined) throw new Error('no connector');
  broken.changeConnector(connector, {
    status: 'faulted',
    activity: null,
    fault: { code: 'GroundFailure', info: '', vendorCode: '' },
  });
  await expect.poll(ids).toEqual(['faulted:NOW-1', 'pending:NOW-3', 'offline:NOW-2']);
  const { items, counts } = await attention(1);
  expect(counts).toEqual({ faulted: 1, pending: 1, offline: 1 });
  expect(items[0]).toMatchObject({
    severity: 'critical',
    connectors: [{ evseId: 1, reason: expect.any(String) as string }],
  });

  broken.changeConnector(connector, { status: 'available', activity: null, fault: null });
  await sigec.api.post('/api/stations/NOW-3/reject', {});
  await expect.poll(ids).toEqual(['offline:NOW-2']);
});

test('who has a role at one site is told of its stations alone, and who may not read tokens of no rejected one', async () => {
  for (const [id, siteId] of [
    ['SITE-1', 'here'],
    ['SITE-2', 'there'],
  ] as const) {
    await sigec.api.post(`/api/stations/${id}/accept`, { withPassword: false });
    await sigec.api.post('/api/sites', { id: siteId, name: siteId, timeZone: 'UTC', currency: 'BRL' });
    await sigec.api.put(`/api/sites/${siteId}/stations/${id}`, {});
  }
  await using stranger = station('STRANGER-1');
  await expect.poll(() => stranger.state).toBe('pending');
  expect(await ids()).toEqual(expect.arrayContaining(['pending:STRANGER-1', 'offline:SITE-1', 'offline:SITE-2']));
  const narrow = (await (await asKey('/api/attention', { sites: ['here'] })).json()) as Attention;
  expect(narrow.items.map(({ id }) => id)).toEqual(['offline:SITE-1']);
  expect(narrow.counts).toEqual({ offline: 1 });
  const found = (await (await asKey('/api/search?q=site', { sites: ['here'] })).json()) as { found: Found[] };
  expect(found.found.map(({ id }) => id)).toEqual(['SITE-1']);
  const power = (await (await asKey('/api/reports/power', { sites: ['here'] })).json()) as LivePower;
  expect(power).toMatchObject({ sessions: 0, powerW: 0 });
  const here = (await (await asKey('/api/stations', { sites: ['here'] })).json()) as StationPage;
  expect(here.stations.map(({ id, place }) => ({ id, place }))).toEqual([
    { id: 'SITE-1', place: { siteId: 'here', note: null } },
  ]);
});

test('an administrator simulates a station and starts a session there, which counts at once', async () => {
  const denied = await fetch(`${sigec.addresses.api}/api/simulated-stations`, { method: 'POST' });
  expect(denied.status).toBe(401);
  const added = await sigec.api.post<SimulatedStationInfo>('/api/simulated-stations');
  expect(added).toMatchObject({ stationId: 'SIMULATED-1', version: '2.0.1' });
  const isOnline = async () =>
    (await sigec.api.get<StationPage>('/api/stations?state=online')).stations.map(({ id }) => id);
  await expect.poll(isOnline, { timeout: 10_000 }).toContain('SIMULATED-1');

  const before = await sigec.api.get<TodayReport>('/api/reports/today');
  expect(before.today.total).toMatchObject({ sessions: 0, energyWh: 0 });
  expect(before.weekBefore.hours).toHaveLength(24);
  const start = { stationId: added.stationId, evseId: 1, token: added.token };
  const order = await sigec.api.post<SessionOrder>('/api/sessions/start?wait=10', start);
  expect(order.result).toBe('started');
  const running = async () => (await sigec.api.get<LivePower>('/api/reports/power')).sessions;
  await expect.poll(running, { timeout: 10_000 }).toBe(1);
  const inUse = async () => (await sigec.api.get<TodayReport>('/api/reports/today')).today.total.utilisation ?? 0;
  await expect.poll(inUse, { timeout: 15_000 }).toBeGreaterThan(0);
  const powers = async () => (await sigec.api.get<StationPowers>('/api/reports/station-power')).stations;
  await expect.poll(powers).toMatchObject([{ stationId: 'SIMULATED-1', sessions: 1 }]);
  const elsewhere = (await (await asKey('/api/reports/station-power', { sites: ['here'] })).json()) as StationPowers;
  expect(elsewhere.stations).toEqual([]);

  const left = await sigec.api.delete<{ stations: SimulatedStationInfo[] }>('/api/simulated-stations/SIMULATED-1');
  expect(left.stations).toEqual([]);
  await expect.poll(isOnline, { timeout: 10_000 }).not.toContain('SIMULATED-1');
}, 60_000);

test('a search finds things of every kind by what a person would type', async () => {
  await sigec.api.post('/api/stations/PAULISTA-01/accept', { withPassword: false });
  await sigec.api.post('/api/sites', { id: 'sp', name: 'São Paulo', timeZone: 'America/Sao_Paulo', currency: 'BRL' });
  await sigec.api.post('/api/drivers', { name: 'Ana Souza', email: 'ana@example.org' });
  await sigec.api.post('/api/tokens', { value: 'CARD-ZEBRA', note: 'blue card' });
  await sigec.api.post('/api/tariffs', { id: 'night', currency: 'BRL', perKwh: '1.20' });
  const names = async (q: string) => (await search(q)).map(({ kind, name }) => `${kind} ${name}`);
  expect(await names('paulista 01')).toEqual(['station PAULISTA-01']);
  expect(await names('sao')).toEqual(['site São Paulo']);
  expect(await names('souza')).toEqual(['driver Ana Souza']);
  expect(await names('blue')).toEqual(['token …EBRA']);
  expect(await names('nig')).toEqual(['tariff night']);
  expect(await names('%')).toEqual([]);
});
