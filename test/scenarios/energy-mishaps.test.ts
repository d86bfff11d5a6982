import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { EnergyPlan, EnergyStatus } from '../../src/contract/energy/energy-plan.ts';
import { inWords } from '../../src/contract/problems/problem-words.ts';
import type { SessionPage } from '../../src/contract/sessions/session.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import { SimulatedVehicle } from '../../src/simulator/vehicle.ts';
import { proposingAgent } from '../support/proposing-agent.ts';
import { runSigec } from '../support/run-sigec.ts';
import { adminKey, startSigec, type TestSigec } from '../support/sigec.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const patience = { timeout: 60_000, interval: 50 };
const minuteMs = 60_000;
const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

type World = Awaited<ReturnType<typeof openWorld>>;

/** One car at a site in Berlin with 20 A, at a time of our own. */
async function openWorld(at: string) {
  await using opened = new AsyncDisposableStack();
  const clock = { at: Date.parse(at), now: () => new Date(clock.at) };
  const sigec: TestSigec = opened.use(await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' }, { clock }));
  const { api } = sigec;
  await api.post('/api/tokens', { value: 'MISHAP' });
  await api.post('/api/sites', { id: 'depot', name: 'Depot', timeZone: 'Europe/Berlin', currency: 'EUR' });
  const url = sigec.addresses.ocpp.slice(0, -1);
  const usual = { statusEverySeconds: 0, sampleEverySeconds: 1, secondMs: 100 };
  const station = new SimulatedStation({ id: 'MI-1', version: '2.0.1', url, clock, ...usual });
  opened.defer(() => station.stop());
  station.start();
  await vi.waitFor(() => expect(station.state).toBe('accepted'), patience);
  await api.put('/api/sites/depot/stations/MI-1', {});
  await api.put('/api/sites/depot/energy', settings());
  await vi.waitFor(() => expect(station.profiles.all.length).toBeGreaterThan(0), patience);
  station.visits.plugIn(1, new SimulatedVehicle({ capacityWh: 80_000, acW: 22_000, dcW: 100_000 }, 0.2));
  expect(await station.present({ evseId: 1, token: 'MISHAP', isBeforeCable: false })).toBe('started');
  await vi.waitFor(async () => expect((await planOf()).cars).toHaveLength(1), patience);
  const sessionId = (await api.get<SessionPage>('/api/sessions?state=running')).sessions[0]?.id ?? '';
  const running = opened.move();
  function planOf() {
    return api.get<EnergyPlan>('/api/sites/depot/energy/plan');
  }
  return {
    clock,
    sigec,
    api,
    station,
    sessionId,
    planOf,
    heldA: () => station.profiles.limitA(1, clock.now()) ?? 32,
    terminal: (...args: string[]) =>
      runSigec(args, { SIGEC_URL: sigec.addresses.api, SIGEC_KEY: adminKey, LANG: 'pt_BR.UTF-8' }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const settings = (changes: object = {}) => ({
  mode: 'control',
  prices: { import: { windows: [{ days: everyDay, hours: '02:30-06:00', perKwh: 0.1 }], otherwisePerKwh: 0.3 } },
  tree: {
    nodes: [
      { id: 'grid', parentId: null, kind: 'grid-connection', limitA: 20 },
      { id: 'MI-1:1', parentId: 'grid', kind: 'evse', evse: { stationId: 'MI-1', evseId: 1 } },
    ],
  },
  ...changes,
});

let world: World;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigec-mishaps-'));
  world = await openWorld('2026-03-28T21:00:00Z'); // ten in the evening; the clock is put forward in this night
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

test('wrong prices are refused with their line and what to do, in the language of the reader, and charging goes on', async () => {
  const content = 'time,price\n2026-03-28T22:00:00Z,0.20\n2026-03-29 02:30,0.20\n2026-03-29T02:00:00Z,cheap\n';
  await expect(world.api.post('/api/sites/depot/energy/series', { kind: 'import-price', content })).rejects.toThrow(
    /400 .*line 3.*is no moment that was/,
  ); // at half past two this night there is no such time
  const file = join(folder, 'prices.csv');
  await writeFile(file, content);
  const { exitCode, stderr } = await world.terminal('energy', 'price', 'import', 'depot', file);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('linha 3') as string });
  expect((await world.planOf()).cars[0]?.shortWh).toBe(0);
  expect(world.heldA()).toBeGreaterThan(0);
});

test('prices that end are those of the day before from there on, and a warning says so', async () => {
  await world.api.put('/api/sites/depot/energy', settings({ prices: { import: null } }));
  const content = 'time,price\n2026-03-28T18:00:00Z,0.5\n2026-03-28T19:00:00Z,0.2\n2026-03-28T20:00:00Z,0.3\n';
  await world.api.post('/api/sites/depot/energy/series', { kind: 'import-price', content });
  await world.api.post('/api/sites/depot/energy/plan/apply');
  const { warnings, cars } = await world.planOf();
  expect(warnings.map(({ code }) => code)).toContain('prices-missing');
  expect(cars[0]?.readyAt).not.toBeNull();
  await world.api.put('/api/sites/depot/energy', settings());
});

test('a limit below zero is refused where it is said, and the one before holds', async () => {
  const limits = '/api/sites/depot/energy/limits';
  await expect(world.api.put(limits, { nodeId: 'grid', limitA: -5 })).rejects.toThrow(/400 .*limitA/);
  const tree = { nodes: [{ id: 'grid', parentId: null, kind: 'grid-connection', limitA: -63 }] };
  await expect(world.api.put('/api/sites/depot/energy', settings({ tree }))).rejects.toThrow(/400 .*limitA/);
  const { exitCode, stderr } = await world.terminal('energy', 'limit', 'depot', 'grid', '--', '-5A');
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('-5A') as string });
  const { nodes } = await world.planOf();
  expect(nodes.find(({ nodeId }) => nodeId === 'grid')?.limitA).toEqual([20, 20, 20]);
  expect(world.heldA()).toBeLessThanOrEqual(20);
});

test('a deadline that cannot be met is no error: the car gets what is possible, and the plan says what lacks and why', async () => {
  const need = `/api/sessions/${world.sessionId}/charging-need`;
  world.clock.at += 2 * minuteMs; // what was sent last was sent a while ago
  await world.api.put(need, { energyWh: 50_000, departsAt: new Date(world.clock.at + 60 * minuteMs).toISOString() });
  const [car] = (await world.planOf()).cars; // what was just said is in the next plan that anybody sees
  expect(car?.shortWh).toBeGreaterThan(30_000);
  expect(car?.explanation.code).toBe('plan-short-by-node');
  expect(inWords(car?.explanation ?? { code: '', values: {} }, { language: 'pt-BR' })).toMatch(
    /^Vão faltar .* kWh .*, pois grid/,
  );
  await expect.poll(world.heldA, patience).toBeGreaterThan(19);
  await expect(world.api.put(need, { energyWh: 1, departsAt: '2026-03-28T20:00:00Z' })).rejects.toThrow(
    /400 .*has passed/,
  );
  await world.api.delete(need);
});

test('a meter that is silent counts with the most it can draw, and cars keep to what is left', async () => {
  const meter = { id: 'building', nodeId: 'grid', kind: 'load', source: { kind: 'push' }, maxW: 6_900 };
  await world.api.put('/api/sites/depot/energy', settings({ meters: [meter] }));
  const readings = [{ meterId: 'building', powerW: 0, at: world.clock.now().toISOString() }];
  const taken = await fetch(`${world.sigec.addresses.api}/api/sites/depot/energy/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings }),
  });
  expect(taken.status).toBe(204);
  const status = () => world.api.get<EnergyStatus>('/api/sites/depot/energy/status');
  expect((await status()).warnings.map(({ code }) => code)).not.toContain('meter-silent');
  world.clock.at += 10 * minuteMs;
  await world.api.post('/api/sites/depot/energy/plan/apply');
  expect((await status()).warnings.map(({ code }) => code)).toContain('meter-silent');
  await expect.poll(world.heldA, patience).toBeLessThanOrEqual(10);
  expect(world.heldA()).toBeGreaterThanOrEqual(6);
  const { stdout } = await world.terminal('energy', 'meter', 'list', 'depot');
  expect(stdout).toMatch(/building .* 6,9 kW .*calado/);
  await world.api.put('/api/sites/depot/energy', settings());
});

/** What "by 07:00" comes to, and from when on energy is cheap: both by the clock of the site. */
async function tonight({ sigec, planOf, sessionId }: World) {
  await using agent = await proposingAgent(sigec);
  const asked = { charge_point_id: 'MI-1', energy_kwh: 30, by: '07:00' };
  const { structuredContent } = await agent.client.callTool({ name: 'set_charging_need', arguments: asked });
  const { proposal_id: id } = structuredContent as { proposal_id: string };
  await sigec.api.post(`/api/proposals/${id}/approve`, { apply: true });
  await expect.poll(async () => (await planOf()).cars[0]?.need?.source, patience).toBe('agent');
  const { slots, cars } = await planOf();
  const cheap = slots.filter(({ importPerKwh }) => importPerKwh === 0.1).map(({ from }) => from);
  expect(cars[0]?.sessionId).toBe(sessionId);
  return { departsAt: cars[0]?.need?.stated?.departsAt, cheapFrom: cheap[0], shortWh: cars[0]?.shortWh };
}

test('the clock is put forward in the night: seven is an hour sooner, and what begins in the skipped hour begins after it', async () => {
  expect(await tonight(world)).toEqual({
    departsAt: '2026-03-29T05:00:00.000Z',
    cheapFrom: '2026-03-29T01:00:00.000Z',
    shortWh: 0,
  });
});

test('the clock is put back in the night: seven is an hour later, and the hour that comes twice has its prices twice', async () => {
  await using autumn = await openWorld('2026-10-24T20:00:00Z');
  expect(await tonight(autumn)).toEqual({
    departsAt: '2026-10-25T06:00:00.000Z',
    cheapFrom: '2026-10-25T00:30:00.000Z',
    shortWh: 0,
  });
});
