import { expect, test } from 'vitest';
import { chargingNeed } from '#contract/energy/charging-need.ts';
import { temporaryLimit } from '#contract/energy/site-energy.ts';
import { system } from '#principals/actor.ts';
import { depotSettings, openEnergySite } from '../../../test/support/energy-site.ts';
import { rebuildEnergy } from './rebuild-energy.ts';

const signal = new AbortController().signal;

test('settings, limits, prices and needs are what the ledger says, and are put right where they are not', async () => {
  await using site = await openEnergySite();
  const { inputs, database, clock } = site;
  const { pool } = database;
  const check = () => rebuildEnergy(database, { isCheck: true, signal });
  await inputs.set('depot', depotSettings({ mode: 'plan' }), system);
  await inputs.set('depot', depotSettings({ mode: 'control' }), system);
  await inputs.setLimit('depot', temporaryLimit.parse({ nodeId: 'grid', limitA: 40 }), system);
  await inputs.setLimit('depot', temporaryLimit.parse({ nodeId: 'grid', limitA: 30 }), system);
  const day = clock.now().toISOString().slice(0, 10);
  const prices = (first: number) =>
    `time,price\n${day}T00:00:00Z,${first}\n${day}T01:00:00Z,0.2\n${day}T02:00:00Z,0.1\n`;
  for (const first of [0.5, 0.4])
    await inputs.importSeries('depot', { kind: 'import-price', content: prices(first), perMwh: false }, system);
  await inputs.importSeries('depot', { kind: 'carbon', content: prices(0.3), perMwh: false }, system);
  await inputs.removeSeries('depot', 'carbon', system);
  const sessionId = await site.session({ kind: 'started' });
  const by = { actor: system, source: 'operator' as const };
  await inputs.setNeed(sessionId, chargingNeed.parse({ energyWh: 10_000 }), by);
  await inputs.setNeed(sessionId, chargingNeed.parse({ energyWh: 20_000 }), by);
  expect(await check()).toMatchObject({ events: 10, different: 0, tables: {} });

  await pool.query(`update site_energy set settings = jsonb_set(settings, '{mode}', '"off"')`);
  await pool.query('delete from energy_limit');
  await pool.query('update energy_series_point set value = 9 where value = 0.4');
  await pool.query('update charging_need set energy_wh = 1');
  const tables = { site_energy: 1, energy_limit: 1, energy_series_point: 1, charging_need: 1 };
  expect(await check()).toMatchObject({ different: 4, tables, written: 0 });
  expect(await rebuildEnergy(database, { isCheck: false, signal })).toMatchObject({ different: 4, written: 4 });
  expect(await check()).toMatchObject({ different: 0 });
  expect(await inputs.limits('depot')).toMatchObject([{ limitA: 30 }]);
  expect(await inputs.get('depot')).toMatchObject({ mode: 'control', version: 2 });
});
