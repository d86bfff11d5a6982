import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Driver, DriverDetail, DriverList, Forgotten } from '#contract/access/driver.ts';
import type { Group, GroupList } from '#contract/access/group.ts';
import type { Token, TokenList } from '#contract/access/token.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import type { EventPage } from '#contract/event.ts';
import { type House, openHouse } from '../../../test/support/house.ts';
import { leaksOf, wholeDatabase } from '../../../test/support/leaks.ts';
import { bootPayload, connectRaw } from '../../../test/support/raw-station.ts';
import { authorize, enterToken } from '../../../test/support/tokens.ts';
import { scripted } from '../../../test/support/use-case.ts';

let sigec: House;
beforeAll(async () => {
  sigec = await openHouse({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

const addDriver = (body: object) => sigec.api.post<Driver>('/api/drivers', body);
const getDriver = (id: string) => sigec.api.get<DriverDetail>(`/api/drivers/${id}`);
const addGroup = (body: object) => sigec.api.post<Group>('/api/groups', body);

test('what names a driver is sealed: no table and no event holds it in the clear', async () => {
  const person = {
    name: 'Iracema Potiguara',
    email: 'iracema@example.org',
    phone: '+55 84 91234-5678',
    note: 'grey van',
  };
  const driver = await addDriver(person);
  expect(driver).toMatchObject({ ...person, tokenCount: 0, forgottenAt: null });
  expect(await getDriver(driver.id)).toEqual({ ...driver, tokens: [] });
  expect(leaksOf(Object.values(person), await wholeDatabase(sigec.databaseUrl))).toEqual([]);
  const changed = await sigec.api.post<Driver>(`/api/drivers/${driver.id}`, { phone: null, isBlocked: true });
  expect(changed).toEqual({ ...driver, phone: null, isBlocked: true });
  expect(await getDriver(driver.id)).toMatchObject(changed);
});

test('no two drivers have the same e-mail address, in whatever case', async () => {
  const { id } = await addDriver({ name: 'One', email: 'one@example.org' });
  await expect(addDriver({ name: 'Two', email: 'ONE@example.org' })).rejects.toThrow(new RegExp(`409.*${id}`));
  const two = await addDriver({ name: 'Two', email: 'two@example.org' });
  await expect(sigec.api.post(`/api/drivers/${two.id}`, { email: 'one@example.org' })).rejects.toThrow('409');
  await sigec.api.post(`/api/drivers/${id}`, { email: null });
  expect(await sigec.api.post(`/api/drivers/${two.id}`, { email: 'one@example.org' })).toMatchObject({ name: 'Two' });
});

test('a driver or token that names something unknown is refused with the field', async () => {
  const unknown = randomUUID();
  await expect(addDriver({ name: 'X', groupId: 'tok_nobody' })).rejects.toThrow('groupId');
  await expect(addDriver({ name: 'X', places: { siteIds: ['nowhere'] } })).rejects.toThrow('nowhere');
  await expect(addDriver({ name: '' })).rejects.toThrow('400');
  await expect(sigec.api.post('/api/tokens', { value: 'UNKNOWN1', driverId: unknown })).rejects.toThrow('driverId');
  const wrong = { value: 'UNKNOWN1', validFrom: '2026-03-02T00:00:00Z', expiresAt: '2026-03-01T00:00:00Z' };
  await expect(sigec.api.post('/api/tokens', wrong)).rejects.toThrow('expiresAt');
  await expect(getDriver(unknown)).rejects.toThrow('404');
});

test('drivers are listed by name, page by page, and searched', async () => {
  const group = await addGroup({ name: 'Searched' });
  for (const name of ['Úrsula Ávila', 'ulisses', 'Ubirajara']) await addDriver({ name, groupId: group.id });
  const list = (query: string) => sigec.api.get<DriverList>(`/api/drivers?groupId=${group.id}&${query}`);
  const names = ({ drivers }: DriverList) => drivers.map(({ name }) => name);
  const first = await list('limit=2');
  expect(names(first)).toEqual(['Ubirajara', 'ulisses']);
  const second = await list(`limit=2&after=${first.next}`);
  expect([names(second), second.next]).toEqual([['Úrsula Ávila'], null]);
  expect(names(await list('search=avila%20urs'))).toEqual(['Úrsula Ávila']);
  await expect(list(`after=${randomUUID()}`)).rejects.toThrow(/400.*after/);
});

test("a token without a group of its own is of its driver's, for stations and for lists", async () => {
  const group = await addGroup({ name: 'Drivers', value: 'DRIVERS-GROUP' });
  const own = await addGroup({ name: 'Own', value: 'OWN-GROUP' });
  const driver = await addDriver({ name: 'Grouped', groupId: group.id });
  const token = await enterToken(sigec, 'GROUPED1', { driverId: driver.id });
  await using station = scripted(await connectRaw(sigec.addresses.ocpp, 'GROUPS', { protocols: ['ocpp1.6'] }));
  await station.call('BootNotification', bootPayload['1.6']);
  const parent = async () => (await authorize(station, '1.6', { value: 'GROUPED1' }))['parentIdTag'];
  expect(await parent()).toBe('DRIVERS-GROUP');
  const listed = await sigec.api.get<TokenList>(`/api/tokens?groupId=${group.id}`);
  expect(listed.tokens).toMatchObject([{ id: token.id, groupId: null, driverId: driver.id }]);
  await sigec.api.post(`/api/tokens/${token.id}`, { groupId: own.id });
  expect(await parent()).toBe('OWN-GROUP');
  await sigec.api.post(`/api/tokens/${token.id}`, { groupId: null });
  await sigec.api.post(`/api/drivers/${driver.id}`, { groupId: null });
  expect(await parent()).toBeUndefined();
  expect((await sigec.api.get<TokenList>(`/api/tokens?driverId=${driver.id}`)).tokens).toMatchObject([
    { id: token.id },
  ]);
});

test('a group is made with or without a value, changed, and stays as long as it is used', async () => {
  const group = await addGroup({ name: 'Night shift', oneAtATime: true });
  expect(group).toMatchObject({ places: 'everywhere', isBlocked: false, isMasterPass: false, tokenCount: 0 });
  expect(group.label).toMatch(/^….{4}$/);
  await expect(addGroup({ name: 'Same', value: 'SAME-VALUE' })).resolves.toBeDefined();
  await expect(addGroup({ name: 'Same', value: 'same-value' })).rejects.toThrow('409');
  await enterToken(sigec, 'A-TOKEN-VALUE');
  await expect(addGroup({ name: 'Same', value: 'a-token-value' })).rejects.toThrow('409');
  await expect(enterToken(sigec, 'SAME-VALUE')).rejects.toThrow('409');
  const path = `/api/groups/${group.id}`;
  const until = { validFrom: '2026-03-01T00:00:00.000Z', expiresAt: '2026-04-01T00:00:00.000Z' };
  expect(await sigec.api.post(path, { isBlocked: true, ...until })).toEqual({ ...group, isBlocked: true, ...until });
  await expect(sigec.api.post(path, { expiresAt: '2026-02-01T00:00:00.000Z' })).rejects.toThrow('expiresAt');
  await expect(sigec.api.post(path, { places: { stationIds: ['CP-NONE'] } })).rejects.toThrow('CP-NONE');
  const token = await enterToken(sigec, 'NIGHT-1', { groupId: group.id });
  const { groups } = await sigec.api.get<GroupList>('/api/groups');
  expect(groups.find(({ id }) => id === group.id)).toMatchObject({ tokenCount: 1, driverCount: 0 });
  await expect(sigec.api.delete(path)).rejects.toThrow(/409.*1 tokens/);
  await sigec.api.delete(`/api/tokens/${token.id}`);
  await sigec.api.delete(path);
  await expect(sigec.api.get(path)).rejects.toThrow('404');
});

test('a forgotten driver is a number; their cards are strangers, and may be entered anew by whoever wants', async () => {
  const driver = await addDriver({ name: 'Jacira Tabajara', email: 'jacira@example.org' });
  const token = await enterToken(sigec, 'JACIRA01', { driverId: driver.id, note: 'of Jacira Tabajara' });
  expect(await sigec.api.post<Forgotten>(`/api/drivers/${driver.id}/forget`)).toEqual({
    driverId: driver.id,
    tokens: 1,
    signedValues: 0,
    sessionsKept: 0,
    stationsToTell: 0,
  });
  expect(await getDriver(driver.id)).toMatchObject({
    name: null,
    email: null,
    groupId: null,
    tokens: [],
    tokenCount: 0,
  });
  await expect(sigec.api.post(`/api/drivers/${driver.id}/forget`)).rejects.toThrow('409');
  await expect(sigec.api.post(`/api/drivers/${driver.id}`, { name: 'Again' })).rejects.toThrow(/409.*forgotten/);
  await expect(enterToken(sigec, 'JACIRA02', { driverId: driver.id })).rejects.toThrow('driverId');
  await expect(sigec.api.post('/api/tokens/find', { value: 'JACIRA01' })).rejects.toThrow('404');
  expect((await sigec.api.get<DriverList>('/api/drivers?search=jacira')).drivers).toEqual([]);
  const words = ['JACIRA01', 'Jacira Tabajara', 'jacira@example.org'];
  expect(leaksOf(words, await wholeDatabase(sigec.databaseUrl))).toEqual([]);
  const kinds = async () => {
    const { events } = await sigec.api.get<EventPage>('/api/events?limit=1000');
    const told = events.filter(({ body }) => body['driverId'] === driver.id || body['tokenId'] === token.id);
    return told.map(({ kind }) => kind);
  };
  const all = ['driver-added', 'token-added', 'driver-forgotten', 'token-removed'];
  await expect.poll(kinds, { timeout: 5_000 }).toEqual(all); // other databases on the server hold readers back for a moment
  const again = await addDriver({ name: 'Jacira', email: 'jacira@example.org' });
  expect(await enterToken(sigec, 'JACIRA01', { driverId: again.id })).toMatchObject({
    id: token.id,
  } satisfies Partial<Token>);
});

test('a PIN that is also a number of seconds somewhere does not keep its driver from being forgotten', async () => {
  const driver = await addDriver({ name: 'Pina Bausch' });
  await enterToken(sigec, '3600', { type: 'key-code', driverId: driver.id });
  await using station = scripted(await connectRaw(sigec.addresses.ocpp, 'PINS', { protocols: ['ocpp1.6'] }));
  await station.call('BootNotification', bootPayload['1.6']);
  await station.call('Authorize', { idTag: '3600' });
  await station.call('DataTransfer', { vendorId: 'ipe', data: 'Pina Bausch gave 3600' });
  const input = { evseId: 1, durationSeconds: 3600 };
  const command = await sigec.api.post<CommandRecord>('/api/stations/PINS/commands/get-composite-schedule', {
    input,
    answerWithinSeconds: 1,
  });
  await sigec.api.post<Forgotten>(`/api/drivers/${driver.id}/forget`);
  expect(await sigec.api.get(`/api/commands/${command.id}`)).toMatchObject({ input });
  const words = await wholeDatabase(sigec.databaseUrl);
  expect(leaksOf(['Pina Bausch', 'gave 3600'], words)).toEqual([]);
});
