import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ChargingNeed, chargingNeed } from '#contract/energy/charging-need.ts';
import { temporaryLimit } from '#contract/energy/site-energy.ts';
import { system } from '#principals/actor.ts';
import { depotSettings, type EnergySite, openEnergySite } from '../../../../test/support/energy-site.ts';

let site: EnergySite;
beforeEach(async () => {
  site = await openEnergySite();
});
afterEach(() => site[Symbol.asyncDispose]());

const register = 'Energy.Active.Import.Register';
const limit = (changes: object) => temporaryLimit.parse({ nodeId: 'grid', limitA: 32, ...changes });
const later = (hours: number) => new Date(site.clock.at.getTime() + hours * 3_600_000).toISOString();
const by = { actor: system, source: 'driver' as const };
const say = (sessionId: string, need: Partial<ChargingNeed>) =>
  site.inputs.setNeed(sessionId, chargingNeed.parse(need), by);
const start = (energyWh = 1000) =>
  site.session({ kind: 'started', readings: [{ measurand: register, value: energyWh, context: 'Transaction.Begin' }] });

test('settings have versions, and who changed them is in the ledger', async () => {
  const { inputs, ledger, changes } = site;
  await inputs.set('depot', depotSettings(), system);
  const second = await inputs.set('depot', depotSettings({ mode: 'control' }), system);
  expect(second).toMatchObject({ siteId: 'depot', version: 2, mode: 'control', changedBy: 'system' });
  expect(await inputs.managedSites()).toEqual(['depot']);
  const events = () => ledger.read({ kinds: ['site-energy-set'], limit: 10 });
  // The ledger shows an event once no older transaction of the server is left open.
  await expect.poll(async () => (await events()).map(({ body }) => body['version'])).toEqual([1, 2]);
  expect(changes).toEqual(['depot', 'depot']);
});

test('a tree that did not change is the same one each time it is read, and a new one is read at once', async () => {
  const { inputs } = site;
  await inputs.set('depot', depotSettings(), system);
  const { settings } = await inputs.read('depot');
  expect((await inputs.read('depot')).settings.tree).toBe(settings.tree);
  await inputs.set('depot', depotSettings({ tree: { nodes: settings.tree.nodes.slice(0, 1) } }), system);
  expect((await inputs.read('depot')).settings.tree.nodes).toHaveLength(1);
});

test('a site whose settings were removed is planned no more, and goes on counting its versions', async () => {
  const { inputs } = site;
  await inputs.set('depot', depotSettings(), system);
  await inputs.remove('depot', system);
  await expect(inputs.get('depot')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await inputs.managedSites()).toEqual([]);
  expect(await inputs.set('depot', depotSettings(), system)).toMatchObject({ version: 3 });
});

test('an EVSE of a station that stands elsewhere is refused by name', async () => {
  await site.sites.takeStation({ siteId: 'depot', stationId: 'CP-2', actor: system });
  await expect(site.inputs.set('depot', depotSettings(), system)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('CP-2') as string,
    details: { field: 'tree' },
  });
});

test.each([
  ['a meter at no node', { meters: [{ id: 'm', nodeId: 'roof', kind: 'pv', source: { kind: 'push' } }] }, /roof/],
  [
    'two meters of one id',
    { meters: ['load', 'pv'].map((kind) => ({ id: 'm', nodeId: 'grid', kind, source: { kind: 'push' } })) },
    /Two meters/,
  ],
  ['a battery at no node', { battery: { nodeId: 'cellar', capacityWh: 1, maxChargeW: 1, maxDischargeW: 1 } }, /cellar/],
])('%s is refused', async (_what, changes, sentence) => {
  await expect(site.inputs.set('depot', depotSettings(changes), system)).rejects.toThrow(sentence);
});

test('a limit for a while takes the place of the one that the same actor set there', async () => {
  const { inputs } = site;
  await inputs.set('depot', depotSettings(), system);
  await inputs.setLimit('depot', limit({ until: later(5) }), system);
  const limits = await inputs.setLimit('depot', limit({ limitA: 16, why: 'feast' }), system);
  expect(limits).toMatchObject([{ nodeId: 'grid', limitA: 16, until: null, source: 'person', why: 'feast' }]);
  expect(await inputs.removeLimit('depot', 'grid', system)).toEqual([]);
  await expect(inputs.removeLimit('depot', 'grid', system)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a limit that is over is shown no more', async () => {
  await site.inputs.set('depot', depotSettings(), system);
  await site.inputs.setLimit('depot', limit({ until: later(1) }), system);
  site.clock.at = new Date(later(2));
  expect(await site.inputs.limits('depot')).toEqual([]);
});

test('a grid operator has a limit for each hour, and a person does not take them away', async () => {
  const { inputs } = site;
  await inputs.set('depot', depotSettings(), system);
  const limits = [1, 2].map((hour) =>
    limit({ limitA: null, limitW: hour * 1000, exportLimitW: 0, from: later(hour), until: later(hour + 1) }),
  );
  await inputs.replaceLimits({ siteId: 'depot', source: 'openadr', limits, actor: system });
  expect((await inputs.limits('depot')).map(({ limitW, exportLimitW }) => [limitW, exportLimitW])).toEqual([
    [1000, 0],
    [2000, 0],
  ]);
  await expect(inputs.removeLimit('depot', 'grid', system)).rejects.toMatchObject({ code: 'CONFLICT' });
  await inputs.replaceLimits({ siteId: 'depot', source: 'openadr', limits: [], actor: system });
  expect(await inputs.limits('depot')).toEqual([]);
});

test.each([
  ['at no node', { nodeId: 'roof' }, /There is no node roof at depot; there are grid, CP-1:1, CP-2:1/],
  ['of nothing', { limitA: null }, /neither limitA nor limitW/],
  ['above what a fuse carries', { limitA: 1_000 }, /only lowers what grid carries/],
  ['that ends before it begins', { from: '2026-03-02T00:00:00Z', until: '2026-03-01T09:00:00Z' }, /before it begins/],
])('a limit %s is refused', async (_what, changes, sentence) => {
  await site.inputs.set('depot', depotSettings(), system);
  await expect(site.inputs.setLimit('depot', limit(changes), system)).rejects.toThrow(sentence);
});

test('a running session is a car; what nobody said of it is foreseen and named', async () => {
  await site.inputs.set('depot', depotSettings(), system);
  const sessionId = await start();
  const { cars, timeZone, currency } = await site.inputs.read('depot');
  expect({ timeZone, currency }).toEqual({ timeZone: 'Europe/Berlin', currency: 'EUR' });
  expect(cars).toMatchObject([
    {
      sessionId,
      nodeId: 'CP-1:1',
      phases: 3,
      maxA: 32,
      minA: 6,
      need: {
        source: 'predicted',
        stated: null,
        energyWh: 10_000,
        assumptions: ['energy', 'departure', 'phases', 'max-current'],
      },
    },
  ]);
});

test('energy is wanted from the moment it was asked for, less what flowed since', async () => {
  await site.inputs.set('depot', depotSettings(), system);
  const sessionId = await start();
  await site.session({ kind: 'updated', minute: 1, readings: [{ measurand: register, value: 3000 }] });
  expect(await say(sessionId, { energyWh: 20_000, departsAt: later(6) })).toMatchObject({
    source: 'driver',
    energyWh: 20_000,
    departsAt: later(6),
  });
  await site.session({ kind: 'updated', minute: 2, readings: [{ measurand: register, value: 8000 }] });
  expect(await site.inputs.need(sessionId)).toMatchObject({ energyWh: 15_000 });
  expect((await site.inputs.removeNeed(sessionId, system)).source).toBe('predicted');
});

test('80 % by seven: of the size and level that the site assumes, and says so', async () => {
  await site.inputs.set('depot', depotSettings(), system);
  const need = await say(await start(), { targetPercent: 80, departsAt: later(6) });
  // (80 - 40) % of 60 kWh, with what is lost on the way into the battery
  expect(need.energyWh).toBeCloseTo(24_000 / 0.9, 0);
  expect(need.assumptions).toEqual(expect.arrayContaining(['battery-size', 'arrival-level']));
});

test('what the meter values say of the battery counts before what is assumed', async () => {
  await site.inputs.set('depot', depotSettings(), system);
  const sessionId = await start();
  await site.session({ kind: 'updated', minute: 1, readings: [{ measurand: 'SoC', value: 70 }] });
  const need = await say(sessionId, { targetPercent: 80, capacityWh: 50_000 });
  expect(need.energyWh).toBeCloseTo(5_000 / 0.9, 0);
  expect(need).toMatchObject({ batteryPercent: 70, capacityWh: 50_000 });
  expect(need.assumptions).not.toContain('arrival-level');
});

test('a departure that has passed is refused; one that cannot be met is accepted', async () => {
  await site.inputs.set('depot', depotSettings(), system);
  const sessionId = await start();
  await expect(say(sessionId, { departsAt: later(-1) })).rejects.toThrow(/has passed/);
  await expect(say(sessionId, { departsAt: later(24 * 8) })).rejects.toThrow(/more than 7 days/);
  expect(await say(sessionId, { energyWh: 90_000, departsAt: later(0.1) })).toMatchObject({ energyWh: 90_000 });
});

test('what would be needed is a question that changes nothing', async () => {
  await site.inputs.set('depot', depotSettings(), system);
  const sessionId = await start();
  const instead = new Map([[sessionId, chargingNeed.parse({ energyWh: 7_000 })]]);
  expect((await site.inputs.read('depot', instead)).cars[0]?.need.energyWh).toBe(7_000);
  expect((await site.inputs.need(sessionId)).source).toBe('predicted');
});

test('nothing is planned for a session that has ended, or where no limits were drawn', async () => {
  const sessionId = await start();
  await expect(site.inputs.need(sessionId)).rejects.toThrow(/Nothing is planned for the station CP-1/);
  await site.inputs.set('depot', depotSettings(), system);
  await site.session({ kind: 'ended', minute: 5, stopReason: 'Local' });
  await expect(site.inputs.need(sessionId)).rejects.toThrow(/has ended/);
});
