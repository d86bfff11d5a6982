import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Group } from '#contract/access/group.ts';
import type { EventPage } from '#contract/event.ts';
import type { Site, SiteDetail, SiteList } from '#contract/stations/site.ts';
import { type House, openHouse } from '../../../test/support/house.ts';
import { bootPayload, connectRaw } from '../../../test/support/raw-station.ts';

let sigec: House;
beforeAll(async () => {
  sigec = await openHouse({ OCPP_UNKNOWN_STATIONS: 'accept' });
  for (const stationId of ['CP-1', 'CP-2']) {
    await using station = await connectRaw(sigec.addresses.ocpp, stationId, { protocols: ['ocpp1.6'] });
    await station.ask([2, 'boot', 'BootNotification', bootPayload['1.6']]);
  }
});
afterAll(() => sigec[Symbol.asyncDispose]());

const site = (id: string, more: object = {}) =>
  sigec.api.post<Site>('/api/sites', { id, name: `Site ${id}`, timeZone: 'Europe/Lisbon', currency: 'EUR', ...more });
const get = (id: string) => sigec.api.get<SiteDetail>(`/api/sites/${id}`);

test('a site is made, changed and removed; what is not named stays', async () => {
  const made = await site('lisbon', {
    address: { city: 'Lisboa', country: 'PT' },
    position: { latitude: 38.7, longitude: -9.1 },
    openingHours: [{ days: ['mon', 'tue'], hours: '06:00-22:00' }],
  });
  expect(made).toMatchObject({ admits: 'everyone', isClosedOutside: false, offlinePolicy: null, stationCount: 0 });
  expect(await get('lisbon')).toEqual({ ...made, stations: [], devices: [] });
  await expect(site('lisbon')).rejects.toThrow('409');
  const changed = await sigec.api.post<Site>('/api/sites/lisbon', { name: 'Baixa', openingHours: null });
  expect(changed).toEqual({ ...made, name: 'Baixa', openingHours: null });
  expect((await sigec.api.get<SiteList>('/api/sites')).sites).toEqual([changed]);
  expect(await sigec.api.delete('/api/sites/lisbon')).toEqual(changed);
  await expect(get('lisbon')).rejects.toThrow('404');
  // Transactions of other databases on the same server hold the position of readers back for a moment.
  const kinds = async () => {
    const { events } = await sigec.api.get<EventPage>('/api/events?limit=1000');
    return events.filter(({ body }) => body['siteId'] === 'lisbon').map(({ kind }) => kind);
  };
  await expect.poll(kinds, { timeout: 5_000 }).toEqual(['site-added', 'site-changed', 'site-removed']);
});

test.each([
  ['timeZone', { timeZone: 'Mars/Olympus' }],
  ['currency', { currency: 'euro' }],
  ['openingHours', { openingHours: [{ days: ['mon'], hours: '25:00-26:00' }] }],
  ['openingHours', { openingHours: [] }],
  ['position', { position: { latitude: 99, longitude: 0 } }],
  ['group', { admits: ['tok_nobody'] }],
])('a site with an impossible %s is refused', async (field, wrong) => {
  await expect(site('wrong', wrong)).rejects.toThrow(new RegExp(`400.*${field}`));
});

test('a station stands at one site, moves, and is activated by its own rule or the one of its site', async () => {
  await site('north');
  await site('south');
  const group = await sigec.api.post<Group>('/api/groups', { name: 'Staff' });
  const place = (id: string, stationId: string, body: object = {}) =>
    sigec.api.put(`/api/sites/${id}/stations/${stationId}`, body);
  expect(await place('north', 'CP-1', { note: 'by the lift', admits: [group.id] })).toEqual({
    stationId: 'CP-1',
    siteId: 'north',
    note: 'by the lift',
    admits: [group.id],
  });
  await expect(place('north', 'CP-9')).rejects.toThrow('404');
  await expect(place('nowhere', 'CP-1')).rejects.toThrow('404');
  await expect(place('north', 'CP-2', { admits: ['tok_nobody'] })).rejects.toThrow('admits');
  // The group cannot go while a station activates it.
  await expect(sigec.api.delete(`/api/groups/${group.id}`)).rejects.toThrow(/409.*CP-1/);
  await place('south', 'CP-1');
  expect(await get('north')).toMatchObject({ stationCount: 0, stations: [] });
  expect(await get('south')).toMatchObject({ stationCount: 1, stations: [{ stationId: 'CP-1', admits: null }] });
  await expect(sigec.api.delete('/api/sites/south')).rejects.toThrow(/409.*CP-1.*take them away/);
  await expect(sigec.api.delete('/api/sites/north/stations/CP-1')).rejects.toThrow('404');
  await sigec.api.delete('/api/sites/south/stations/CP-1');
  await sigec.api.delete('/api/sites/south');
  await sigec.api.delete(`/api/groups/${group.id}`);
});

test('a light stands at a connector of a station of its site, which stays as long as the light does', async () => {
  await site('yard');
  await sigec.api.put('/api/sites/yard/stations/CP-2', {});
  const put = (body: object) => sigec.api.put('/api/sites/yard/devices/light-1', body);
  await expect(put({ connectorId: 1 })).rejects.toThrow('evseId');
  await expect(put({ evseId: 1 })).rejects.toThrow('stationId');
  await expect(put({ stationId: 'CP-1' })).rejects.toThrow('does not stand at yard');
  await put({ stationId: 'CP-2', evseId: 1, connectorId: 1, note: 'green' });
  expect((await get('yard')).devices).toEqual([
    { deviceId: 'light-1', siteId: 'yard', stationId: 'CP-2', evseId: 1, connectorId: 1, note: 'green' },
  ]);
  await expect(sigec.api.delete('/api/sites/yard/stations/CP-2')).rejects.toThrow(/409.*light-1/);
  await site('elsewhere');
  await expect(sigec.api.put('/api/sites/elsewhere/stations/CP-2', {})).rejects.toThrow(/409.*light-1/);
  await sigec.api.delete('/api/sites/yard/devices/light-1');
  await sigec.api.delete('/api/sites/yard/stations/CP-2');
});

test('a site that tariffs, groups or drivers name stays, and says by whom it is named', async () => {
  await site('named');
  await sigec.api.post('/api/tariffs', { id: 'day', currency: 'EUR', perKwh: '0.40' });
  const { id } = await sigec.api.post<{ id: string }>('/api/tariff-assignments', { tariffId: 'day', siteId: 'named' });
  await sigec.api.post('/api/groups', { name: 'Neighbours', places: { siteIds: ['named'] } });
  await sigec.api.post('/api/drivers', { name: 'Ana', places: { siteIds: ['named'] } });
  await expect(sigec.api.delete('/api/sites/named')).rejects.toThrow(/day.*Neighbours.*1 drivers/);
  await expect(sigec.api.post('/api/sites/named', { currency: 'BRL' })).rejects.toThrow(/409.*day/);
  await sigec.api.delete(`/api/tariff-assignments/${id}`);
  expect(await sigec.api.post('/api/sites/named', { currency: 'BRL' })).toMatchObject({ currency: 'BRL' });
});
