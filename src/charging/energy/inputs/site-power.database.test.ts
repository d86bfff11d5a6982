import { afterEach, beforeEach, expect, test } from 'vitest';
import { meterReading, type SeriesImport } from '#contract/energy/site-energy.ts';
import type { DerivedWrite } from '#ledger/ledger-types.ts';
import { system } from '#principals/actor.ts';
import { depotSettings, type EnergySite, openEnergySite } from '../../../../test/support/energy-site.ts';
import { limitWrites, releasedLimits } from '../../charging-profiles/limit-projections.ts';
import { valueAt } from '../planner/plan-problem.ts';
import { pointsOfRuns } from './prices/import-series.ts';

let site: EnergySite;
beforeEach(async () => {
  site = await openEnergySite();
});
afterEach(() => site[Symbol.asyncDispose]());

const push = { kind: 'push' };
const gridMeter = { id: 'main', nodeId: 'grid', kind: 'grid', source: push };
const read = (meterId: string, powerW: number, changes: object = {}) =>
  meterReading.parse({ meterId, powerW, ...changes });
const given = async () => (await site.inputs.read('depot')).given[0];
const pass = (minutes: number) => {
  site.clock.at = new Date(site.clock.at.getTime() + minutes * 60_000);
};
const file = (content: string): SeriesImport => ({ kind: 'import-price', content, perMwh: false });

test('what a grid meter sees besides the cars is what cannot be steered', async () => {
  await site.inputs.set('depot', depotSettings({ meters: [gridMeter] }), system);
  await site.session({ kind: 'started', readings: [{ measurand: 'Power.Active.Import', value: 11_000 }] });
  await site.inputs.addReadings('depot', [read('main', 18_000)]);
  const power = await given();
  expect(valueAt(power?.limitW ?? [], site.clock.at.getTime())).toBe(7_000);
  expect((await site.inputs.read('depot')).meters).toMatchObject([
    { meterId: 'main', powerW: 18_000, isSilent: false, countsW: 18_000 },
  ]);
});

test('a meter that falls silent counts as its maximum, with a warning, and the planner is told', async () => {
  await site.inputs.set('depot', depotSettings({ meters: [{ ...gridMeter, kind: 'load', maxW: 20_000 }] }), system);
  await site.inputs.addReadings('depot', [read('main', 3_000)]);
  await site.inputs.sample();
  const told = site.changes.length;
  pass(5);
  await site.inputs.sample();
  expect(site.changes.length).toBe(told + 1);
  const inputs = await site.inputs.read('depot');
  expect(valueAt(inputs.given[0]?.limitW ?? [], site.clock.at.getTime())).toBe(20_000);
  expect(inputs.warnings).toMatchObject([{ code: 'meter-silent', values: { meter: 'main', countsKw: 20 } }]);
});

test('a meter that was never read counts as what its fuse carries', async () => {
  await site.inputs.set('depot', depotSettings({ meters: [gridMeter] }), system);
  const inputs = await site.inputs.read('depot');
  expect(inputs.warnings).toMatchObject([{ code: 'meter-never-read', values: { countsKw: 43.5 } }]);
});

test('the highest quarter of an hour of the month is remembered, and a new month begins without one', async () => {
  await site.inputs.set('depot', depotSettings({ meters: [gridMeter], prices: { demandChargePerKw: 10 } }), system);
  for (const powerW of [30_000, 50_000]) {
    await site.inputs.addReadings('depot', [read('main', powerW)]);
    await site.inputs.sample();
  }
  const { peakW, prices } = await site.inputs.read('depot');
  expect(peakW).toBe(40_000);
  expect(prices.demandCharge).toMatchObject({ peakW: 40_000, share: 1 / 31 });
  site.clock.at = new Date('2026-04-01T08:00:00Z');
  expect((await site.inputs.read('depot')).peakW).toBe(0);
});

test('readings of a meter that is not there, or of tomorrow, are refused', async () => {
  await site.inputs.set('depot', depotSettings({ meters: [gridMeter] }), system);
  await expect(site.inputs.addReadings('depot', [read('roof', 1)])).rejects.toThrow(
    /no meter roof at depot; there are main/,
  );
  const at = new Date(site.clock.at.getTime() + 86_400_000).toISOString();
  await expect(site.inputs.addReadings('depot', [read('main', 1, { at })])).rejects.toThrow(/has not come yet/);
});

test('a reading that comes late does not hide the newer one', async () => {
  await site.inputs.set('depot', depotSettings({ meters: [gridMeter] }), system);
  await site.inputs.addReadings('depot', [read('main', 5_000)]);
  const at = new Date(site.clock.at.getTime() - 600_000).toISOString();
  await site.inputs.addReadings('depot', [read('main', 9_000, { at })]);
  expect((await site.inputs.read('depot')).meters).toMatchObject([{ powerW: 5_000 }]);
});

test('a battery is used once its meter tells how full it is', async () => {
  const battery = { nodeId: 'grid', meterId: 'cellar', capacityWh: 10_000, maxChargeW: 5_000, maxDischargeW: 5_000 };
  const meters = [{ id: 'cellar', nodeId: 'grid', kind: 'battery', source: push }];
  await site.inputs.set('depot', depotSettings({ meters, battery }), system);
  expect((await site.inputs.read('depot')).battery).toBeNull();
  await site.inputs.addReadings('depot', [read('cellar', 0, { storedPercent: 60 })]);
  expect((await site.inputs.read('depot')).battery).toMatchObject({ storedWh: 6_000, reserveWh: 2_000 });
});

test('a battery that charges takes its share of the connection', async () => {
  const meters = [gridMeter, { id: 'cellar', nodeId: 'grid', kind: 'battery', source: push }];
  await site.inputs.set('depot', depotSettings({ meters }), system);
  await site.session({ kind: 'started', readings: [{ measurand: 'Power.Active.Import', value: 10_000 }] });
  await site.inputs.addReadings('depot', [read('main', 25_000), read('cellar', 10_000)]);
  const counted = (await site.inputs.read('depot')).given;
  const sumW = counted.reduce((sum, { limitW }) => sum + valueAt(limitW, site.clock.at.getTime()), 0);
  expect(sumW).toBe(15_000); // the building's 5 kW and the battery's 10 kW: of 25 kW, 10 kW are left for cars
});

test('a limit that a station tells of is one of the site until it is released, and an alarm of the grid ends feeding back', async () => {
  await site.inputs.set('depot', depotSettings(), system);
  const write = async (writes: readonly DerivedWrite[]) => {
    const client = await site.database.connect();
    for (const { projection, row } of writes) await projection.write(client, [row as never]);
    await client.end();
  };
  const { tree } = await site.inputs.get('depot');
  const evse = tree.nodes.find((node) => node.evse !== null)?.evse;
  const { stationId = '', evseId = 1 } = evse ?? {};
  const schedules = [{ unit: 'A' as const, periods: [{ startSeconds: 0, limit: 10 }] }];
  const limit = { stationId, evseId, source: 'EMS', isGridCritical: null, isLocalGeneration: null, schedules };
  await write(limitWrites({ ...limit, at: site.clock.at }));
  expect((await site.inputs.read('depot')).limits).toMatchObject([{ limitA: 10, source: 'station', setBy: 'EMS' }]);
  expect(await site.inputs.limits('depot')).toHaveLength(1);
  await write([
    { projection: releasedLimits as never, row: { stationId, evseId: null, source: 'EMS', at: site.clock.at } },
  ]);
  expect((await site.inputs.read('depot')).limits).toEqual([]);
  await site.database.pool.query(
    "insert into der_alarm (station_id, type, raised_at) values ($1, 'limit-max-discharge', now())",
    [stationId],
  );
  const { warnings } = await site.inputs.read('depot');
  expect(warnings).toMatchObject([{ code: 'energy-der-alarm', values: { stationId } }]);
});

test('imported prices are read by plans, and the ledger holds every value of them', async () => {
  await site.inputs.set('depot', depotSettings(), system);
  const content = 'time,price\n2026-03-01T08:00:00Z,0.3\n2026-03-01T09:00:00Z,0.1\n';
  const imported = await site.inputs.importSeries('depot', file(content), system);
  expect(imported).toMatchObject({ points: 2, until: '2026-03-01T10:00:00.000Z', warnings: [] });
  const { prices } = await site.inputs.read('depot');
  expect(valueAt(prices.importPerKwh, Date.parse('2026-03-01T09:30:00Z'))).toBe(0.1);
  await site.inputs.importSeries('depot', file(content), system);
  // The ledger shows an event once no older transaction of the server is left open.
  const runs = async () => {
    const events = await site.ledger.read({ kinds: ['energy-series-imported'], limit: 10 });
    return events.map(({ body }) => pointsOfRuns(body['runs'] as number[][]).map(({ value }) => value));
  };
  await expect.poll(runs).toEqual([[0.3, 0.1]]); // the same file again says nothing new
  expect(await site.inputs.series('depot')).toMatchObject([
    { kind: 'import-price', source: 'CSV', points: [{ value: 0.3 }, {}] },
  ]);
  await site.inputs.removeSeries('depot', 'import-price', system);
  expect(await site.inputs.series('depot')).toEqual([]);
});

test('a second file replaces its hours and leaves the others', async () => {
  await site.inputs.set('depot', depotSettings(), system);
  const hours = (...values: string[]) => file(['time,price', ...values].join('\n'));
  await site.inputs.importSeries(
    'depot',
    hours('2026-03-01T08:00Z,1', '2026-03-01T09:00Z,2', '2026-03-01T10:00Z,3'),
    system,
  );
  await site.inputs.importSeries('depot', hours('2026-03-01T09:00Z,5'), system);
  const [series] = await site.inputs.series('depot');
  expect(series?.points.map(({ value }) => value)).toEqual([1, 5, 3]);
  expect(series?.until).toBe('2026-03-01T11:00:00.000Z');
});

test('a wrong file is refused with its line and reason, and changes nothing', async () => {
  await site.inputs.set('depot', depotSettings(), system);
  await expect(
    site.inputs.importSeries('depot', file('time,price\n2026-03-01T08:00Z,dear'), system),
  ).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: 'The file cannot be read as CSV: line 2: "dear" is no number, such as 0.25',
    details: { field: 'content', problems: [{ line: 2 }] },
  });
  expect(await site.inputs.series('depot')).toEqual([]);
});

test('a reading that no meter can have made is refused, and the one before counts', async () => {
  const meters = [{ ...gridMeter, kind: 'load', maxW: 20_000 }];
  await site.inputs.set('depot', depotSettings({ meters }), system);
  await site.inputs.addReadings('depot', [read('main', 3_000)]);
  for (const powerW of [900_000_000, -900_000_000])
    await expect(site.inputs.addReadings('depot', [read('main', powerW)])).rejects.toThrow(/no more than 400 kW/);
  await site.inputs.addReadings('depot', [read('main', 60_000)]); // too much for its settings, and possible
  expect((await site.inputs.read('depot')).meters[0]?.powerW).toBe(60_000);
});

test('where a meter tells each line, the busiest one is what cars must leave free', async () => {
  await site.inputs.set('depot', depotSettings({ meters: [{ ...gridMeter, kind: 'load' }] }), system);
  await site.inputs.addReadings('depot', [read('main', 7_820, { lineA: [30, 2, 2] })]);
  const power = await given();
  const now = site.clock.at.getTime();
  expect([valueAt(power?.limitW ?? [], now), valueAt(power?.costW ?? [], now)]).toEqual([30 * 690, 7_820]);
});

test('a session at a station that is not in the tree takes its share of the connection, unless a meter sees it there', async () => {
  const settings = (meters: object[] = []) => {
    const { tree, ...rest } = depotSettings({ meters });
    return { ...rest, tree: { nodes: tree.nodes.filter(({ evse }) => evse?.stationId !== 'CP-2') } };
  };
  const countedW = async () => {
    const { given: all, warnings } = await site.inputs.read('depot');
    expect(warnings.map(({ code }) => code)).toContain('energy-unmanaged-session');
    return all.reduce((sum, { limitW }) => sum + valueAt(limitW, site.clock.at.getTime()), 0);
  };
  await site.inputs.set('depot', settings(), system);
  const stray = { stationId: 'CP-2', ref: 'T2' };
  await site.session({ kind: 'started', ...stray });
  expect(await countedW()).toBe(32 * 690); // nobody knows yet
  pass(5);
  await site.session({
    kind: 'updated',
    ...stray,
    minute: 5,
    readings: [{ measurand: 'Power.Active.Import', value: 3_680 }],
  });
  expect(await countedW()).toBe(16 * 690); // on one line, and nobody said which
  await site.inputs.set('depot', settings([gridMeter]), system);
  await site.inputs.addReadings('depot', [read('main', 9_000)]);
  expect(await countedW()).toBe(9_000);
});
