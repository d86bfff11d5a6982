import { afterEach, beforeEach, expect, test } from 'vitest';
import { meterReading, type SeriesImport } from '#contract/energy/site-energy.ts';
import { system } from '#principals/actor.ts';
import { depotSettings, type EnergySite, openEnergySite } from '../../../../test/support/energy-site.ts';
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
