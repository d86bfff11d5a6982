import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Driver } from '#contract/access/driver.ts';
import type { RefusalList } from '#contract/access/token.ts';
import type { TokenTryAnswer } from '#contract/access/token-try.ts';
import { type House, openHouse } from '../../../test/support/house.ts';
import { sessionStation } from '../../../test/support/session-station.ts';
import { enterGroup, enterToken } from '../../../test/support/tokens.ts';
import { wouldAccept } from './try-token.ts';

let sigec: House;
beforeAll(async () => {
  sigec = await openHouse({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

const tryOut = (wanted: object) => sigec.api.post<TokenTryAnswer>('/api/tokens/try', wanted);
const resultOf = ({ checks }: TokenTryAnswer, name: string) => checks.find((check) => check.name === name)?.result;

test('what would happen is told with every question, and nothing is written', async () => {
  await using station = await sessionStation(sigec.addresses.ocpp, 'TRY-1', '2.0.1');
  const group = await enterGroup(sigec, 'TRY-GROUP', { oneAtATime: true });
  await sigec.api.post('/api/sites', {
    id: 'try-site',
    name: 'Try',
    timeZone: 'America/Sao_Paulo',
    currency: 'BRL',
    admits: [group.id],
    offlinePolicy: 'known-only',
  });
  await sigec.api.put('/api/sites/try-site/stations/TRY-1', {});
  const token = await enterToken(sigec, 'TRY-CARD', { groupId: group.id });
  await sigec.api.post('/api/tariffs', { id: 'try-price', currency: 'BRL', perKwh: '2' });
  await sigec.api.post('/api/tariff-assignments', { tariffId: 'try-price', siteId: 'try-site' });

  const answer = await tryOut({ value: 'try-card', stationId: 'TRY-1', type: 'iso14443' });
  expect(answer).toMatchObject({
    status: 'accepted',
    reason: null,
    token: { id: token.id, label: '…CARD', groupId: group.id, driverId: null },
    place: { stationId: 'TRY-1', siteId: 'try-site', siteName: 'Try' },
    tariff: { tariffId: 'try-price', version: 1, text: '2 BRL/kWh' },
    offline: { isListed: false, policy: 'known-only', wouldAccept: false },
  });
  expect(answer.checks).toHaveLength(13);
  expect(resultOf(answer, 'one-at-a-time')).toBe('passed');

  await station.start({ token: 'TRY-CARD' });
  const again = await tryOut({ tokenId: token.id, stationId: 'TRY-1' });
  expect(again).toMatchObject({ status: 'concurrent', reason: 'already-charging' });
  expect(resultOf(again, 'type')).toBe('does-not-apply');

  const stranger = await tryOut({ value: 'NOBODY', stationId: 'TRY-1' });
  expect(stranger).toMatchObject({ status: 'unknown', reason: 'unknown-token', token: null });
  expect(resultOf(stranger, 'opening-hours')).toBe('not-asked');
  const { refusals } = await sigec.api.get<RefusalList>('/api/refusals?stationId=TRY-1');
  expect(refusals).toEqual([]);
});

test('another time can be tried, and what cannot be tried is said', async () => {
  await using station = await sessionStation(sigec.addresses.ocpp, 'TRY-2', '1.6');
  await enterToken(sigec, 'TRY-LATER', { validFrom: '2099-01-01T00:00:00Z' });
  const trial = { value: 'TRY-LATER', stationId: 'TRY-2' };
  expect(await tryOut(trial)).toMatchObject({ reason: 'not-yet-valid', offline: { policy: null, wouldAccept: null } });
  expect(await tryOut({ ...trial, at: '2099-01-02T00:00:00Z' })).toMatchObject({ status: 'accepted', tariff: null });
  await expect(tryOut({ stationId: 'TRY-2' })).rejects.toThrow(/400.*Give one token/);
  await expect(tryOut({ ...trial, tokenId: 'tok_a' })).rejects.toThrow(/400.*Give one token/);
  await expect(tryOut({ ...trial, stationId: 'NOWHERE' })).rejects.toThrow(/404.*NOWHERE/);
  expect(station.socket.readyState).toBe(station.socket.OPEN);
});

test('refusals are found by station, token, driver and time', async () => {
  await using station = await sessionStation(sigec.addresses.ocpp, 'TRY-3', '2.0.1');
  const driver = await sigec.api.post<Driver>('/api/drivers', { name: 'Ana', isBlocked: true });
  const token = await enterToken(sigec, 'TRY-ANA', { driverId: driver.id });
  const from = new Date().toISOString();
  await station.start({ token: 'TRY-ANA' });
  await station.start({ token: 'TRY-NOBODY' });
  const to = new Date(Date.now() + 1000).toISOString();
  const find = async (query: string) =>
    (await sigec.api.get<RefusalList>(`/api/refusals?${query}`)).refusals.map(({ reason }) => reason);
  expect(await find(`driverId=${driver.id}`)).toEqual(['driver-blocked']);
  expect(await find(`tokenId=${token.id}`)).toEqual(['driver-blocked']);
  expect(await find(`stationId=TRY-3&from=${from}&to=${to}`)).toEqual(['unknown-token', 'driver-blocked']);
  expect(await find(`stationId=TRY-3&to=${from}`)).toEqual([]);
  expect(await find(`stationId=TRY-3&limit=1`)).toEqual(['unknown-token']);
  await expect(find('driverId=ana')).rejects.toThrow(/400/);
});

test('a start that is told again and answered otherwise is kept both ways', async () => {
  await using station = await sessionStation(sigec.addresses.ocpp, 'TRY-4', '1.6');
  const token = await enterToken(sigec, 'TRY-TWICE');
  const start = { connectorId: 1, idTag: 'TRY-TWICE', meterStart: 0, timestamp: new Date().toISOString() };
  const tell = async () => {
    const [, , answer] = (await station.ask([2, `${Math.random()}`, 'StartTransaction', start])) as [
      number,
      string,
      object,
    ];
    return answer;
  };
  const first = await tell();
  expect(first).toMatchObject({ idTagInfo: { status: 'Accepted' } });
  await sigec.api.post(`/api/tokens/${token.id}/block`);
  expect(await tell()).toEqual({ ...first, idTagInfo: { status: 'Blocked' } });
  expect(await tell()).toEqual({ ...first, idTagInfo: { status: 'Blocked' } });
  const { refusals } = await sigec.api.get<RefusalList>(`/api/refusals?tokenId=${token.id}`);
  expect(refusals).toMatchObject([{ reason: 'blocked', stationId: 'TRY-4' }]);
});

test.each([
  ['nobody is accepted offline', 'nobody', { isListed: true }, false],
  ['in the list', 'known-only', { isListed: true }, true],
  ['in the list as blocked', 'known-only', { isListed: true, reason: 'blocked' }, false],
  ['in the list, and the site is closed', 'known-only', { isListed: true, reason: 'site-closed' }, true],
  ['not in the list', 'known-only', {}, false],
  ['not in the list, and the station has seen it', 'known-only', { mayBeCached: true }, null],
  ['strangers are accepted', 'accept-unknown', { reason: 'unknown-token' }, true],
  ["the station's own setting", null, { isListed: true }, null],
] as const)('offline: %s', (_text, policy, given, expected) => {
  expect(wouldAccept({ policy, isListed: false, mayBeCached: false, reason: null, ...given })).toBe(expected);
});
