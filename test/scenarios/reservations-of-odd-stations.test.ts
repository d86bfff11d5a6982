import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reservation } from '../../src/contract/access/reservation.ts';
import type { CommandRecord } from '../../src/contract/commands/command.ts';
import type { Report } from '../../src/contract/reports/report.ts';
import { type AnsweringStation, connectAnswering } from '../support/answering-station.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import { enterToken } from '../support/tokens.ts';

const minuteMs = 60_000;
const yearMs = 365 * 24 * 60 * minuteMs;
const patience = { timeout: 30_000, interval: 100 };

/** The product's time runs as fast as ours, and can be set ahead. */
const clock = { aheadMs: 0, now: () => new Date(Date.now() + clock.aheadMs) };
const pass = (minutes: number) => {
  clock.aheadMs += minutes * minuteMs;
};
const at = (aheadMs = 0) => new Date(clock.now().getTime() + aheadMs).toISOString();

let sigec: TestSigec;
let database: Client;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' }, { clock });
  database = new Client(sigec.databaseUrl);
  await database.connect();
  const terms = { currency: 'EUR', prices: [{ perKwh: '0.5' }], reservationFee: '3', perReservedMinute: '0.1' };
  await sigec.api.post('/api/tariffs', { id: 'kept', ...terms });
  await sigec.api.post('/api/tariff-assignments', { tariffId: 'kept', validFrom: '2024-01-01T00:00:00Z' });
});
afterAll(async () => {
  await database.end();
  await sigec[Symbol.asyncDispose]();
});

const connect = (stationId: string, answers = {}, version: '1.6' | '2.0.1' = '1.6') =>
  connectAnswering(sigec.addresses.ocpp, { stationId, version, answers });
const reserve = (stationId: string, tokenId: string, more: object = {}) =>
  sigec.api.post<Reservation>('/api/reservations', { stationId, tokenId, evseId: 1, minutes: 30, ...more });
const cancel = (stationId: string, id: number) =>
  sigec.api.delete<Reservation>(`/api/stations/${stationId}/reservations/${id}`);
const shown = (stationId: string, id: number) =>
  sigec.api.get<Reservation>(`/api/stations/${stationId}/reservations/${id}`);
const tell = (station: AnsweringStation, status: string, timestamp: string) =>
  station.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status, timestamp });
const asked = ({ asked: all }: AnsweringStation, action: string) => all.filter((one) => one.action === action).length;

async function rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await database.query(text, values)).rows as Row[];
}
const fees = (stationId: string) =>
  rows<{ amount: number; reason: string | null }>(
    `select amount::float8 as amount, reason from bill_entry where kind = 'reservation' and station_id = $1 order by id`,
    [stationId],
  );
const billed = (stationId: string) =>
  rows<{ total: number }>('select total::float8 as total from bill where station_id = $1', [stationId]);

async function charge(
  station: AnsweringStation,
  idTag: string,
  { timestamp = at(), ...more }: Record<string, unknown>,
) {
  const started = { connectorId: 1, idTag, meterStart: 1000, timestamp, ...more };
  const { transactionId, idTagInfo } = await station.call('StartTransaction', started);
  await station.call('StopTransaction', { transactionId, meterStop: 21_000, timestamp });
  return idTagInfo;
}

describe('a number that no reservation can have', () => {
  const numbers = [2 ** 31, 4_294_967_295, 9e15, 1e19, 1e300, -5, 0];
  test.each(numbers)('%d in a start costs the session nothing', async (reservationId) => {
    const stationId = `N${numbers.indexOf(reservationId)}`;
    await using station = await connect(stationId);
    await enterToken(sigec, stationId);
    await charge(station, stationId, { reservationId });
    await expect.poll(() => billed(stationId), patience).toEqual([{ total: 10 }]);
    expect(await rows('select reason from set_aside where station_id = $1', [stationId])).toEqual([]);
  });
});

describe('a station whose clock is a year ahead', () => {
  test('does not end a reservation by it', async () => {
    await using station = await connect('AHEAD');
    const { id: tokenId } = await enterToken(sigec, 'AHEAD');
    const { id } = await reserve('AHEAD', tokenId);
    await tell(station, 'Available', at(yearMs));
    expect(await shown('AHEAD', id)).toMatchObject({ status: 'active', endedAt: null });
    await tell(station, 'Faulted', at(yearMs));
    const { status, endedAt, expiresAt } = await shown('AHEAD', id);
    expect(status).toBe('removed');
    expect(Date.parse(endedAt ?? '')).toBeLessThan(Date.parse(expiresAt));
  });

  test('makes nobody pay for a year', async () => {
    await using station = await connect('AHEAD2');
    const { id: tokenId } = await enterToken(sigec, 'AHEAD2');
    const { id, expiresAt } = await reserve('AHEAD2', tokenId);
    await charge(station, 'AHEAD2', { timestamp: at(yearMs), reservationId: id });
    expect(await shown('AHEAD2', id)).toMatchObject({ status: 'used', endedAt: expiresAt });
    // 20 kWh and the fee: by our clock it was used at once.
    await expect.poll(async () => (await billed('AHEAD2'))[0]?.total, patience).toBeCloseTo(13, 1);
  });
});

describe('a station that was offline at the end', () => {
  test('tells first whether somebody came: then nothing is booked but the session', async () => {
    const { id: tokenId } = await enterToken(sigec, 'AWAY');
    let id: number;
    {
      await using _station = await connect('AWAY');
      ({ id } = await reserve('AWAY', tokenId));
    }
    await expect
      .poll(() => rows('select link_node from station where id = $1', ['AWAY']), patience)
      .toEqual([{ link_node: null }]);
    const cameAt = at(10 * minuteMs);
    pass(31);
    await expect.poll(async () => (await shown('AWAY', id)).why, patience).toMatch(/offline/);
    // Somebody else's no-show, at a station that is there, is booked meanwhile.
    await using there = await connect('THERE');
    await enterToken(sigec, 'THERE').then(({ id: other }) => reserve(there.stationId, other, { minutes: 1 }));
    pass(2);
    await expect.poll(() => fees('THERE'), patience).toMatchObject([{ amount: 3.1 }]);
    expect(await fees('AWAY')).toEqual([]);

    await using station = await connect('AWAY');
    await charge(station, 'AWAY', { timestamp: cameAt, reservationId: id });
    await expect.poll(() => billed('AWAY'), patience).toEqual([{ total: 14 }]); // 10 of energy, 3 and 10 minutes
    pass(10);
    await expect
      .poll(() => rows('select fee_due_at from reservation where station_id = $1', ['AWAY']), patience)
      .toEqual([{ fee_due_at: null }]);
    expect(await fees('AWAY')).toEqual([]);
  });

  test('is believed once it is back and says nothing: the fee is booked', async () => {
    const { id: tokenId } = await enterToken(sigec, 'BACK');
    {
      await using _station = await connect('BACK');
      await reserve('BACK', tokenId);
    }
    pass(31);
    await using _back = await connect('BACK');
    pass(5);
    await expect.poll(() => fees('BACK'), patience).toMatchObject([{ amount: 6 }]);
  });
});

test('a fee that was booked is given back when the session comes after all', async () => {
  await using station = await connect('LATE');
  const { id: tokenId } = await enterToken(sigec, 'LATE', { credit: '50.00' });
  const { id } = await reserve('LATE', tokenId);
  const cameAt = at(10 * minuteMs);
  pass(31);
  await expect.poll(() => fees('LATE'), patience).toMatchObject([{ amount: 6 }]);
  await charge(station, 'LATE', { timestamp: cameAt, reservationId: id });
  await expect
    .poll(() => fees('LATE'), patience)
    .toMatchObject([{ amount: 6 }, { amount: -6, reason: expect.stringContaining('used after all') as string }]);
  await expect.poll(() => billed('LATE'), patience).toEqual([{ total: 14 }]);
  const credit = () => rows('select credit::float8 as credit from token where id = $1', [tokenId]);
  await expect.poll(credit, patience).toEqual([{ credit: 36 }]);
  const { total } = await sigec.api.get<Report>('/api/reports?by=total&stationId=LATE');
  expect(total.revenue).toMatchObject([{ amount: '14.00' }]);
});

describe('a station that answers a cancellation with an error', () => {
  test('is asked again, and the reservation is given back for everybody else', async () => {
    let isBroken = true;
    const answers = {
      CancelReservation: () => {
        if (isBroken) throw new Error('out of memory');
        return { status: 'Accepted' };
      },
    };
    await using station = await connect('BROKEN', answers);
    const { id: tokenId } = await enterToken(sigec, 'BROKEN');
    const { id } = await reserve('BROKEN', tokenId);
    expect(await cancel('BROKEN', id)).toMatchObject({
      status: 'cancelled',
      endedAt: expect.any(String) as string,
      why: expect.stringContaining('it is told as soon as it can be') as string,
    });
    isBroken = false;
    const askedAgain = () => {
      pass(0.5);
      return asked(station, 'CancelReservation');
    };
    await expect.poll(askedAgain, { timeout: 30_000, interval: 1_000 }).toBe(2);
    await expect.poll(() => shown('BROKEN', id), patience).toMatchObject({ status: 'cancelled', code: 'Accepted' });
  });
});

describe('a status of before', () => {
  test('ends nothing that was reserved since', async () => {
    await using station = await connect('STALE');
    const { id: tokenId } = await enterToken(sigec, 'STALE');
    const { id } = await reserve('STALE', tokenId);
    for (const status of ['Faulted', 'Unavailable']) await tell(station, status, at(-24 * 60 * minuteMs));
    expect(await shown('STALE', id)).toMatchObject({ status: 'active' });
    expect(asked(station, 'CancelReservation')).toBe(0);
  });

  test('a fault of now ends it, and the station is told that it is not kept any more', async () => {
    await using station = await connect('FAULTY');
    const { id: tokenId } = await enterToken(sigec, 'FAULTY');
    const { id } = await reserve('FAULTY', tokenId);
    await tell(station, 'Faulted', at());
    const lost = { status: 'removed', why: 'The EVSE became faulty.' };
    expect(await shown('FAULTY', id)).toMatchObject(lost);
    await expect.poll(() => asked(station, 'CancelReservation'), patience).toBe(1);
    const untold = () => rows('select is_cancel_untold from reservation where station_id = $1', ['FAULTY']);
    await expect.poll(untold, patience).toEqual([{ is_cancel_untold: false }]);
    expect(await shown('FAULTY', id)).toMatchObject(lost);
  });

  test('a later version tells by itself what becomes of a reservation', async () => {
    await using station = await connect('LATER', {}, '2.0.1');
    const { id: tokenId } = await enterToken(sigec, 'LATER');
    const { id } = await reserve('LATER', tokenId);
    const status = { evseId: 1, connectorId: 1, connectorStatus: 'Faulted', timestamp: at() };
    await station.call('StatusNotification', status);
    expect(await shown('LATER', id)).toMatchObject({ status: 'active' });
    await station.call('ReservationStatusUpdate', { reservationId: id, reservationUpdateStatus: 'Removed' });
    expect(await shown('LATER', id)).toMatchObject({ status: 'removed' });
  });
});

describe('a reservation that is replaced by its number', () => {
  const replace = async (stationId: string, input: object) =>
    (await sigec.api.post<CommandRecord>(`/api/stations/${stationId}/commands/reserve`, { input })).outcome;

  test('is as it was when the station refuses the change, and is changed when it takes it', async () => {
    let says = 'Accepted';
    await using _station = await connect('CHANGE', { ReserveNow: () => ({ status: says }) });
    const { id: tokenId } = await enterToken(sigec, 'CHANGE');
    const { createdAt: _made, ...before } = await reserve('CHANGE', tokenId);
    says = 'Occupied';
    const input = { tokenId, evseId: 2, minutes: 60, reservationId: before.id };
    expect(await replace('CHANGE', input)).toMatchObject({ status: 'rejected', code: 'Occupied' });
    expect(await shown('CHANGE', before.id)).toMatchObject({
      ...before,
      why: 'The station did not take the change: Occupied. It keeps the reservation as it was.',
    });
    says = 'Accepted';
    expect(await replace('CHANGE', input)).toMatchObject({ status: 'accepted' });
    expect(await shown('CHANGE', before.id)).toMatchObject({ status: 'active', evseId: 2, why: null });
  });

  test('is that of the same token, and still open', async () => {
    await using station = await connect('WHOSE');
    const [owner, other] = [await enterToken(sigec, 'WHOSE1'), await enterToken(sigec, 'WHOSE2')];
    const { id } = await reserve('WHOSE', owner.id);
    const input = { tokenId: other.id, evseId: 1, minutes: 30, reservationId: id };
    expect(await replace('WHOSE', input)).toMatchObject({
      status: 'not-sent',
      reason: expect.stringContaining('is for another token') as string,
    });
    await charge(station, 'WHOSE1', { reservationId: id });
    const used = await shown('WHOSE', id);
    expect(used).toMatchObject({ status: 'used', tokenId: owner.id });
    expect(await replace('WHOSE', { ...input, tokenId: owner.id })).toMatchObject({
      status: 'not-sent',
      reason: expect.stringContaining('is over already (used') as string,
    });
    expect(await replace('WHOSE', { ...input, reservationId: id === 7 ? 8 : 7 })).toMatchObject({
      status: 'not-sent',
      reason: expect.stringContaining('has no reservation') as string,
    });
    expect(await shown('WHOSE', id)).toEqual(used);
    expect(asked(station, 'ReserveNow')).toBe(1);
  });
});

test('a fee stays with the site and the driver that it was booked for', async () => {
  await using _station = await connect('MOVED');
  for (const id of ['alfa', 'beta'])
    await sigec.api.post('/api/sites', { id, name: id, timeZone: 'America/Sao_Paulo', currency: 'EUR' });
  await sigec.api.put('/api/sites/alfa/stations/MOVED', {});
  const driver = await sigec.api.post<{ id: string }>('/api/drivers', { name: 'Ana' });
  const { id: tokenId } = await enterToken(sigec, 'MOVED', { driverId: driver.id });
  await reserve('MOVED', tokenId);
  pass(31);
  await expect.poll(() => fees('MOVED'), patience).toHaveLength(1);
  const keys = async (by: string, filter = '') => {
    const report = await sigec.api.get<Report>(`/api/reports?by=${by}&stationId=MOVED${filter}`);
    return report.rows.filter(({ revenue }) => revenue.length > 0).map(({ key }) => key);
  };
  const before = [['alfa'], [driver.id]];
  expect([await keys('site'), await keys('driver')]).toEqual(before);
  await sigec.api.delete('/api/sites/alfa/stations/MOVED');
  await sigec.api.put('/api/sites/beta/stations/MOVED', {});
  await sigec.api.post(`/api/tokens/${tokenId}`, { driverId: null });
  expect([await keys('site'), await keys('driver')]).toEqual(before);
  expect(await keys('total', '&siteId=beta')).toEqual([]);
  await sigec.api.post(`/api/drivers/${driver.id}/forget`, {});
  expect([await keys('site'), await keys('driver')]).toEqual(before);
});
