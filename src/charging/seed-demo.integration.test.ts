import { expect, test } from 'vitest';
import type { DriverList } from '#contract/access/driver.ts';
import type { RefusalList, TokenList } from '#contract/access/token.ts';
import type { TariffTrialAnswer } from '#contract/billing/tariff.ts';
import type { SiteDetail } from '#contract/stations/site.ts';
import type { Station, StationPage } from '#contract/stations/station.ts';
import { startSigec } from '../../test/support/sigec.ts';

test('the demo has a site with stations, a driver with a card, a tariff with a night price, and somebody who is refused', async () => {
  await using sigec = await startSigec({}, { isDemo: true });
  const { api } = sigec;
  const { stations } = await api.get<SiteDetail>('/api/sites/sao-paulo');
  expect(stations.map(({ stationId }) => stationId).toSorted()).toEqual([
    'CONGONHAS-03',
    'IBIRAPUERA-02',
    'PAULISTA-01',
  ]);

  const { drivers } = await api.get<DriverList>('/api/drivers');
  expect(drivers).toMatchObject([{ name: 'Ana Souza' }]);
  const { tokens } = await api.get<TokenList>(`/api/tokens?driverId=${drivers[0]?.id}`);
  expect(tokens).toMatchObject([{ label: '…-ANA' }]);

  const tryAt = (startedAt: string) =>
    api.post<TariffTrialAnswer>('/api/tariffs/city/try', { startedAt, minutes: 30, kwh: '10', siteId: 'sao-paulo' });
  const [day, night] = [await tryAt('2026-03-02T15:00:00Z'), await tryAt('2026-03-03T02:00:00Z')]; // 12:00 and 23:00 there
  expect([day.total, night.total]).toEqual(['19.00', '12.00']);

  const refused = async () => (await api.get<RefusalList>('/api/refusals')).refusals;
  await expect.poll(refused, { timeout: 60_000 }).toContainEqual(expect.objectContaining({ reason: 'blocked' }));
}, 90_000);

test('where others reach it, the demo comes up with passwords, and the one that waits types in its own', async () => {
  await using sigec = await startSigec({ HOST: '0.0.0.0' }, { isDemo: true });
  const { api } = sigec;
  expect(sigec.isPasswordRequired).toBe(true);
  const station = (id: string) => api.get<Station>(`/api/stations/${id}`);
  await expect.poll(async () => (await station('PAULISTA-01')).link.state, { timeout: 60_000 }).toBe('online');
  expect(await station('PAULISTA-01')).toMatchObject({ hasPassword: true });

  const waits = async () => (await api.get<StationPage>('/api/stations?state=pending')).stations.map(({ id }) => id);
  await expect.poll(waits, { timeout: 60_000 }).toEqual(['BOA-VIAGEM-08']);
  await api.post('/api/stations/BOA-VIAGEM-08/accept', {});
  await expect.poll(async () => (await station('BOA-VIAGEM-08')).link.state, { timeout: 80_000 }).toBe('online');
}, 200_000);
