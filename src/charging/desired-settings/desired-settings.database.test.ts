import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Group } from '#contract/access/group.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import type { DesiredSettingList } from '#contract/stations/desired-setting.ts';
import type { MessageList } from '#contract/stations/message.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import { SimulatedStation } from '#simulator/station.ts';
import { type House, openHouse } from '../../../test/support/house.ts';
import { simulatedAt } from '../../../test/support/without-sockets.ts';

const versions = ['1.6', '2.0.1', '2.1'] as const;
const twos = ['2.0.1', '2.1'] as const;
const patience = { timeout: 30_000, interval: 100 };

let house: House;
const running: SimulatedStation[] = [];

beforeAll(async () => {
  house = await openHouse({ OCPP_UNKNOWN_STATIONS: 'accept', STATIONS_IN_SYNC: 'on' });
});
afterAll(async () => {
  await Promise.all(running.map((station) => station.stop()));
  await house[Symbol.asyncDispose]();
});

async function addSite(id: string, more: object): Promise<void> {
  await house.api.post('/api/sites', { id, name: id, timeZone: 'America/Sao_Paulo', currency: 'BRL', ...more });
}

async function place(stationId: string, siteId: string): Promise<void> {
  await house.api.put(`/api/sites/${siteId}/stations/${stationId}`, {});
}

/** A simulated station that is connected. */
async function start(id: string, version: OcppVersion): Promise<SimulatedStation> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const station = new SimulatedStation({
    id,
    version,
    ...simulatedAt(house.addresses.ocpp),
    statusEverySeconds: 0,
    backOff: { minimumSeconds: 1, randomSeconds: 0, doublings: 1 },
    rebootSeconds: 1,
    secondMs: 50,
    onEvent: (event) => {
      if (event.kind === 'state-changed' && event.state === 'accepted') resolve();
    },
  });
  running.push(station);
  station.start();
  await promise;
  return station;
}

function setting(station: SimulatedStation, name: string) {
  const [component = '', variable = ''] = name.split('.');
  const found = variable === '' ? station.deviceModel.byKey(name) : station.deviceModel.find({ component, variable });
  if (found === undefined) throw new Error(`${station.id} has no ${name}`);
  return found;
}

const offlineOf = (station: SimulatedStation) => ({
  known: setting(station, 'AuthCtrlr.LocalAuthorizeOffline').read(),
  unknown: setting(station, 'AuthCtrlr.OfflineTxForUnknownIdEnabled').read(),
});

/** How each setting stands. */
async function kept(stationId: string): Promise<Record<string, string>> {
  const { settings } = await house.api.get<DesiredSettingList>(`/api/stations/${stationId}/desired-settings`);
  return Object.fromEntries(
    settings.map(({ name, state, said }) => [name, said === null ? state : `${state}: ${said}`]),
  );
}

/** What was sent to change something. */
async function changesSent(stationId: string): Promise<string[]> {
  const { messages } = await house.api.get<MessageList>(`/api/stations/${stationId}/messages?limit=1000`);
  return messages.flatMap(({ action, request }) =>
    action === 'ChangeConfiguration' || action === 'SetVariables' ? [request] : [],
  );
}

test.concurrent.for(versions)(
  'OCPP %s: what a site asks for is set on its stations, and only what differs is sent',
  async (version, { expect }) => {
    const siteId = `site-${version}`;
    const stationId = `SET-${version}`;
    await addSite(siteId, {
      offlinePolicy: 'accept-unknown',
      tariffFallbackText: 'R$ 2 por kWh',
      costFallbackText: 'Veja o recibo',
    });
    const station = await start(stationId, version);
    expect(await kept(stationId)).toEqual({});
    await place(stationId, siteId);
    const text = version === '1.6' ? 'not-in-version' : 'in-sync';
    await expect
      .poll(() => kept(stationId), patience)
      .toEqual({
        'offline-known': 'in-sync',
        'offline-unknown': 'in-sync',
        'tariff-fallback': 'in-sync',
        'cost-fallback': text,
      });
    expect(offlineOf(station)).toEqual({ known: 'true', unknown: 'true' });
    if (version === '1.6')
      expect(JSON.parse(setting(station, 'DefaultPrice').read())).toEqual({
        priceText: 'R$ 2 por kWh',
        priceTextOffline: 'R$ 2 por kWh',
      });
    else {
      expect(setting(station, 'TariffCostCtrlr.TariffFallbackMessage').read()).toBe('R$ 2 por kWh');
      expect(setting(station, 'TariffCostCtrlr.TotalCostFallbackMessage').read()).toBe('Veja o recibo');
    }
    // Stations decide by their list offline anyway.
    expect((await changesSent(stationId)).join()).not.toContain('LocalAuthorizeOffline');

    const before = (await changesSent(stationId)).length;
    await house.api.post(`/api/sites/${siteId}`, { offlinePolicy: 'nobody' });
    await expect.poll(() => offlineOf(station), patience).toEqual({ known: 'false', unknown: 'false' });
    await expect
      .poll(() => kept(stationId), patience)
      .toMatchObject({ 'offline-known': 'in-sync', 'offline-unknown': 'in-sync' });
    const later = (await changesSent(stationId)).slice(before);
    expect(later).toHaveLength(version === '1.6' ? 2 : 1);
    expect(later.join()).not.toContain('R$');
  },
);

test.concurrent.for(versions)(
  'OCPP %s: a station that was away hears of it at its return',
  async (version, { expect }) => {
    const stationId = `AWAY-${version}`;
    await addSite(`away-${version}`, {});
    const station = await start(stationId, version);
    await place(stationId, `away-${version}`);
    station.loseNetwork();
    await expect
      .poll(() => house.api.get<{ link: { state: string } }>(`/api/stations/${stationId}`), patience)
      .toMatchObject({ link: { state: 'offline' } });
    await house.api.post(`/api/sites/away-${version}`, { offlinePolicy: 'accept-unknown' });
    expect(await kept(stationId)).toEqual({ 'offline-known': 'pending', 'offline-unknown': 'pending' });
    station.regainNetwork();
    await expect
      .poll(() => kept(stationId), patience)
      .toEqual({ 'offline-known': 'in-sync', 'offline-unknown': 'in-sync' });
    expect(offlineOf(station).unknown).toBe('true');
  },
);

test.concurrent.for(versions)(
  'OCPP %s: a setting that is refused, or not known, says so; one changed by hand is put back',
  async (version, { expect }) => {
    const stationId = `ODD-${version}`;
    await addSite(`odd-${version}`, { offlinePolicy: 'accept-unknown', tariffFallbackText: 'R$ 2 por kWh' });
    const station = await start(stationId, version);
    delete setting(station, 'AuthCtrlr.OfflineTxForUnknownIdEnabled').write;
    const all = station.deviceModel.all as unknown[];
    all.splice(
      all.indexOf(setting(station, version === '1.6' ? 'DefaultPrice' : 'TariffCostCtrlr.TariffFallbackMessage')),
      1,
    );
    await place(stationId, `odd-${version}`);
    await expect
      .poll(() => kept(stationId), patience)
      .toEqual({
        'offline-known': 'in-sync',
        'offline-unknown': 'refused: rejected',
        'tariff-fallback': 'unknown-to-station',
      });
    const input = { variables: [{ name: 'AuthCtrlr.LocalAuthorizeOffline', value: 'false' }] };
    const { outcome } = await house.api.post<CommandRecord>(`/api/stations/${stationId}/commands/set-variables`, {
      input,
    });
    expect(outcome?.status).toBe('accepted');
    await expect.poll(() => offlineOf(station).known, patience).toBe('true');
  },
);

test.concurrent.for(versions)(
  'OCPP %s: a text that is too long for the version is refused with the reason, once, and keeps nothing else back',
  async (version, { expect }) => {
    const stationId = `LONG-${version}`;
    await addSite(`long-${version}`, { offlinePolicy: 'accept-unknown', tariffFallbackText: 'x'.repeat(255) });
    await start(stationId, version);
    await place(stationId, `long-${version}`);
    const text =
      version === '1.6'
        ? 'refused: The value has 548 characters, and OCPP 1.6 has room for 500; shorten the text of the site.'
        : 'in-sync';
    await expect
      .poll(() => kept(stationId), patience)
      .toEqual({ 'offline-known': 'in-sync', 'offline-unknown': 'in-sync', 'tariff-fallback': text });
    if (version !== '1.6') return;
    const { settings } = await house.api.get<DesiredSettingList>(`/api/stations/${stationId}/desired-settings`);
    const { since, nextTryAt } = settings.find(({ name }) => name === 'tariff-fallback') ?? {};
    expect(Date.parse(nextTryAt ?? '') - Date.parse(since ?? '')).toBeGreaterThan(23 * 3_600_000);
  },
);

test('the master pass is told to stations that know one, and taken back', async () => {
  const stations = await Promise.all(versions.map((version) => start(`MASTER-${version}`, version)));
  const group = await house.api.post<Group>('/api/groups', { name: 'Wardens', value: 'MASTER1', isMasterPass: true });
  for (const station of stations) {
    const state = station.version === '1.6' ? 'not-in-version' : 'in-sync';
    await expect.poll(() => kept(station.id), patience).toEqual({ 'master-pass': state });
    if (station.version !== '1.6') expect(setting(station, 'AuthCtrlr.MasterPassGroupId').read()).toBe('MASTER1');
  }
  await house.api.post(`/api/groups/${group.id}`, { isMasterPass: false });
  for (const version of twos) {
    const station = stations[versions.indexOf(version)];
    if (station === undefined) throw new Error('not started');
    await expect.poll(() => setting(station, 'AuthCtrlr.MasterPassGroupId').read(), patience).toBe('');
  }
});
