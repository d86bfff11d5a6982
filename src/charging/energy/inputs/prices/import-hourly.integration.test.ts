import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { guardedFetch } from '#base/guarded-fetch.ts';
import { silentLog } from '#base/log.ts';
import { system } from '#principals/actor.ts';
import { depotSettings, openEnergySite } from '../../../../../test/support/energy-site.ts';
import { importHourly } from './import-hourly.ts';

test('prices are read from their address once an hour, and a failure leaves those that are known', async () => {
  await using opened = new AsyncDisposableStack();
  const site = opened.use(await openEnergySite());
  let answer = { status: 200, body: 'time;EUR/MWh\n2026-03-01T08:00Z;85,5\n' };
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(answer.status).end(answer.body);
  });
  opened.defer(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const importUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/prices.csv`;
  await site.inputs.set('depot', depotSettings(), system);
  const priceErrors = new Map();
  const needs = { ...site.needs, changed: () => undefined, log: silentLog, priceErrors };
  const imports = importHourly({ ...needs, fetchPrices: guardedFetch({ isLoopbackFine: true }) });
  opened.defer(() => imports.close());
  await site.inputs.set('depot', depotSettings({ prices: { importUrl } }), system);

  await imports.now();
  await imports.now();
  expect(asked).toBe(1);
  expect(await site.inputs.series('depot')).toMatchObject([{ source: '127.0.0.1', points: [{ value: 0.0855 }] }]);

  answer = { status: 503, body: 'later' };
  site.clock.at = new Date(site.clock.at.getTime() + 3_600_000);
  await imports.now();
  expect(priceErrors.get('depot')).toMatchObject({
    code: 'price-import-failed',
    values: { reason: 'the server answered 503' },
  });
  expect(await site.inputs.series('depot')).toHaveLength(1);
});

test('an address inside the network is not asked unless the operator lets us', async () => {
  await using site = await openEnergySite();
  await site.inputs.set('depot', depotSettings({ prices: { importUrl: 'http://127.0.0.1:9/prices.csv' } }), system);
  const priceErrors = new Map();
  const needs = { ...site.needs, changed: () => undefined, log: silentLog, priceErrors };
  const imports = importHourly({ ...needs, fetchPrices: guardedFetch({}) });
  await imports.now();
  await imports.close();
  expect(priceErrors.get('depot')).toMatchObject({
    values: { reason: expect.stringMatching(/https|open net/) as string },
  });
});
