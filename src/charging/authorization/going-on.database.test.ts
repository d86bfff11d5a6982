import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Driver } from '#contract/access/driver.ts';
import type { RefusalList } from '#contract/access/token.ts';
import { type House, openHouse } from '../../../test/support/house.ts';
import { type SessionStation, sessionStation } from '../../../test/support/session-station.ts';
import { enterGroup, enterToken } from '../../../test/support/tokens.ts';

let sigec: House;
beforeAll(async () => {
  sigec = await openHouse({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await sigec.api.post('/api/sites', { id: 'elsewhere', name: 'Elsewhere', timeZone: 'UTC', currency: 'EUR' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

type Answer = [number, string, { idTokenInfo?: { status: string } }];

/** Stations that name the token with every event of a session. */
async function tell(
  station: SessionStation,
  { token, ref, seqNo, ...more }: { token: string; ref: string; seqNo: number; [field: string]: unknown },
): Promise<string | undefined> {
  const [, , { idTokenInfo }] = (await station.ask([
    2,
    `${ref}-${seqNo}`,
    'TransactionEvent',
    {
      eventType: seqNo === 0 ? 'Started' : 'Updated',
      triggerReason: seqNo === 0 ? 'Authorized' : 'MeterValuePeriodic',
      timestamp: new Date().toISOString(),
      seqNo,
      evse: { id: 1, connectorId: 1 },
      transactionInfo: { transactionId: ref },
      idToken: { idToken: token, type: 'ISO14443' },
      ...more,
    },
  ])) as Answer;
  return idTokenInfo?.status;
}

const refusals = async (stationId: string) =>
  (await sigec.api.get<RefusalList>(`/api/refusals?stationId=${stationId}`)).refusals.map(({ reason }) => reason);

test('a session that was allowed to begin goes on, whatever has become of its place and its credit', async () => {
  await using station = await sessionStation(sigec.addresses.ocpp, 'GOES-ON', '2.0.1');
  const group = await enterGroup(sigec, 'GOES-ON-GROUP');
  const { id } = await enterToken(sigec, 'GOES-ON-1', { groupId: group.id, credit: '10' });
  const next = (seqNo: number, token = 'GOES-ON-1') => tell(station, { token, ref: 'G-1', seqNo });
  expect(await next(0)).toBe('Accepted');
  await sigec.api.post(`/api/groups/${group.id}`, { places: { siteIds: ['elsewhere'] } });
  expect(await next(1)).toBe('Accepted');
  await sigec.api.post(`/api/tokens/${id}`, { credit: '0' });
  expect(await next(2)).toBe('Accepted');
  expect(await refusals('GOES-ON')).toEqual([]);
  // A new one does not begin, and a token that it was not begun with gains nothing by it.
  expect(await tell(station, { token: 'GOES-ON-1', ref: 'G-2', seqNo: 0 })).toBe('NoCredit');
  expect(await tell(station, { token: 'GOES-ON-1', ref: 'G-2', seqNo: 1 })).toBe('NoCredit');
  await enterToken(sigec, 'GOES-ON-2', { groupId: group.id });
  expect(await next(3, 'GOES-ON-2')).toBe('NotAtThisLocation');
});

test('one that was refused and then allowed goes on, too', async () => {
  await using station = await sessionStation(sigec.addresses.ocpp, 'LIFTED', '2.0.1');
  const { id } = await enterToken(sigec, 'LIFTED-1', { credit: '0' });
  const next = (seqNo: number) => tell(station, { token: 'LIFTED-1', ref: 'L-1', seqNo });
  expect(await next(0)).toBe('NoCredit');
  expect(await next(1)).toBe('NoCredit');
  await sigec.api.post(`/api/tokens/${id}`, { credit: '5' });
  expect(await next(2)).toBe('Accepted');
  await sigec.api.post(`/api/tokens/${id}`, { credit: '0' });
  expect(await next(3)).toBe('Accepted');
});

test('a card that is blocked in the middle is refused, and its driver is still charging', async () => {
  await using one = await sessionStation(sigec.addresses.ocpp, 'BLOCKED-1', '2.0.1');
  await using two = await sessionStation(sigec.addresses.ocpp, 'BLOCKED-2', '2.0.1');
  const driver = await sigec.api.post<Driver>('/api/drivers', { name: 'Beto', oneAtATime: true });
  const { id } = await enterToken(sigec, 'BLOCKED-1', { driverId: driver.id });
  await enterToken(sigec, 'BLOCKED-2', { driverId: driver.id });
  expect(await tell(one, { token: 'BLOCKED-1', ref: 'B-1', seqNo: 0 })).toBe('Accepted');
  await sigec.api.post(`/api/tokens/${id}/block`);
  expect(await tell(one, { token: 'BLOCKED-1', ref: 'B-1', seqNo: 1 })).toBe('Blocked');
  expect(await refusals('BLOCKED-1')).toEqual(['blocked']);
  expect(await tell(two, { token: 'BLOCKED-2', ref: 'B-2', seqNo: 0 })).toBe('ConcurrentTx');
});
