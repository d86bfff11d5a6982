import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartnerBooking } from '../../src/contract/roaming/partner.ts';
import type { AnsweringStation } from '../support/answering-station.ts';
import { readExchanges } from './published/exchanges.ts';
import { becomes, connectPartners, openPair, openStation, type Pair } from './roaming-pair.ts';

const opened = new AsyncDisposableStack();
let pair: Pair;
let station: AnsweringStation;
let ids: { there: string; here: string };
let tokenId: string;

const hour = 3_600_000;
const quarter = hour / 4;
const inHours = (hours: number) => new Date(Math.ceil(Date.now() / quarter) * quarter + hours * hour).toISOString();

beforeAll(async () => {
  pair = opened.use(await openPair());
  station = opened.use(await openStation(pair.away, { canReserve: true }));
  tokenId = (await pair.home.api.post<{ token: { id: string } }>('/api/tokens', { value: 'AHEAD-1' })).token.id;
  await pair.away.api.post('/api/tariffs', { id: 'net', currency: 'EUR', perKwh: '0.39', taxIncluded: false });
  ids = await connectPartners(pair.home, pair.away, 'net');
}, 120_000);
afterAll(() => opened.disposeAsync());

type Place = { evseUid: string; free: { from: string; until: string }[] };
type Kept = { reservations: { id: number; status: string; startsAt: string; expiresAt: string }[] };
type Made = { id: string; status: string };

async function bookable(): Promise<Place[]> {
  await pair.home.api.post(`/api/partners/${ids.here}/pull`);
  return (await pair.home.api.get<{ places: Place[] }>(`/api/partners/${ids.here}/bookable`)).places;
}
const book = (from: number, to: number, more: object = {}) =>
  pair.home.api.post<Made>(`/api/partners/${ids.here}/bookings`, {
    tokenId,
    locationId: 'depot',
    startsAt: inHours(from),
    endsAt: inHours(to),
    ...more,
  });
const kept = async () => (await pair.away.api.get<Kept>('/api/reservations')).reservations;
async function seen(side: 'home' | 'away', id: string): Promise<PartnerBooking | undefined> {
  const partner = side === 'home' ? ids.here : ids.there;
  const { bookings } = await pair[side].api.get<{ bookings: PartnerBooking[] }>(`/api/partners/${partner}/bookings`);
  return bookings.find((each) => each.id === id);
}

test('an EVSE is booked ahead, kept by a reservation, and free again when it is given back', async () => {
  await becomes(async () => (await bookable()).length, 1);
  const uid = (await bookable())[0]?.evseUid;
  const made = await book(5, 6, { evseUid: uid });
  expect(made.status).toBe('RESERVED');
  expect((await kept())[0]).toMatchObject({ status: 'planned', startsAt: inHours(5), expiresAt: inHours(6) });
  expect(await seen('away', made.id)).toMatchObject({ direction: 'here', status: 'RESERVED', evseUid: uid });
  expect(await seen('home', made.id)).toMatchObject({ direction: 'there', status: 'RESERVED', startsAt: inHours(5) });
  const isFree = async (from: string) =>
    (await bookable())[0]?.free.some((slot) => slot.from <= from && slot.until > from) ?? false;
  expect([await isFree(inHours(4)), await isFree(inHours(5)), await isFree(inHours(6))]).toEqual([true, false, true]);

  const given = await pair.home.api.delete<Made>(`/api/partners/${ids.here}/bookings/${made.id}`);
  expect(given).toEqual({ id: made.id, status: 'CANCELED' });
  await becomes(async () => (await kept())[0]?.status, 'cancelled');
  expect(await isFree(inHours(5))).toBe(true);
});

test('a time that is taken is refused, and one of two that want it at once has it', async () => {
  const first = await book(7, 8);
  expect(first.status).toBe('RESERVED');
  expect((await book(7.5, 9)).status).toBe('REJECTED');
  const both = await Promise.all([book(10, 11), book(10, 11)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['REJECTED', 'RESERVED']);
});

test('the partner hears when the operator takes a booking away', async () => {
  const made = await book(12, 13);
  expect(await seen('home', made.id)).toMatchObject({ status: 'RESERVED' });
  const [reservation] = await kept();
  await pair.away.api.delete(`/api/stations/CP-1/reservations/${reservation?.id}`);
  await becomes(async () => (await seen('home', made.id))?.status, 'CANCELED');
});

test('one that begins now is asked of the station, used by its driver, and named in the record', async () => {
  const startsAt = new Date().toISOString();
  const made = await book(0, 1, { startsAt });
  await becomes(async () => (await seen('home', made.id))?.status, 'RESERVED');
  const asked = station.asked.find(({ action }) => action === 'ReserveNow')?.payload ?? {};
  expect(asked).toMatchObject({ connectorId: 1, idTag: 'AHEAD-1' });
  const begin = { connectorId: 1, idTag: 'AHEAD-1', meterStart: 0, timestamp: new Date().toISOString() };
  const { transactionId } = await station.call('StartTransaction', { ...begin, reservationId: asked['reservationId'] });
  await becomes(async () => (await seen('home', made.id))?.status, 'FULFILLED');
  await station.call('StopTransaction', { transactionId, meterStop: 4_000, timestamp: new Date().toISOString() });
  type Exchanges = { exchanges: { path: string; request: string | null }[] };
  await becomes(async () => {
    const { exchanges } = await pair.away.api.get<Exchanges>(`/api/partners/${ids.there}/exchanges?limit=200`);
    const sent = exchanges.find(({ path, request }) => path.endsWith('/emsp/cdrs') && request !== null);
    return (JSON.parse(sent?.request ?? '{}') as { booking_id?: string }).booking_id;
  }, made.id);
});

test('all that was said fits the documents of OCPI', () => {
  expect(readExchanges(pair.recorded()).findings).toEqual([]);
});
