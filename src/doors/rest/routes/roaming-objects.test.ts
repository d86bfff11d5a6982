import { expect, test } from 'vitest';
import { liveFirst, newestFirst, shownBooking, shownPlace, shownSession, shownTariff } from './roaming-objects.ts';

const party = { countryCode: 'BR', partyId: 'AWY' };
const lastUpdated = new Date('2026-03-01T10:00:00Z');
const updated = { lastUpdated: '2026-03-01T10:00:00Z' };
const stored = (body: object, more: object = {}) => ({
  objectId: 'O-1',
  party,
  body: body as never,
  lastUpdated,
  ...more,
});

const session = {
  ...party,
  ...{
    id: 'S-1',
    startDateTime: '2026-03-01T08:00:00Z',
    kwh: 12.5,
    cdrToken: { uid: 'u', type: 'RFID', contractId: 'c' },
  },
  ...{ currency: 'BRL', status: 'ACTIVE', ...updated },
};

test.each([
  [
    'what it came to with its taxes',
    {
      totalCost: {
        beforeTaxes: 10,
        taxes: [
          { name: 'a', amount: 1.5 },
          { name: 'b', amount: 0.25 },
        ],
      },
    },
    { total: '11.75' },
  ],
  ['what it came to without taxes', { totalCost: { beforeTaxes: 10 } }, { total: '10.00' }],
  ['no cost', {}, { total: null, endedAt: null, currency: 'BRL', energyKwh: 12.5, status: 'ACTIVE' }],
  ['no currency', { currency: 'nonsense' }, { currency: null }],
  [
    'its end',
    { endDateTime: '2026-03-01T09:00:00Z' },
    { endedAt: expect.stringContaining('2026-03-01T09:00:00') as unknown },
  ],
  ['where it is', { locationId: 'L-1', evseUid: 'E-1' }, { locationId: 'L-1', evseUid: 'E-1' }],
  ['a place that is no text', { locationId: {}, evseUid: 7 }, { locationId: null, evseUid: null }],
])('a session of a partner shows %s', (_what, more, shown) => {
  const told = { direction: 'there', id: 'O-1', lastUpdated: lastUpdated.toISOString() };
  expect(shownSession('there', stored({ ...session, ...more }))).toMatchObject({ ...told, ...shown });
});

test('what cannot be read is not shown', () => {
  const nothing = stored({ id: 'x' });
  expect([
    shownSession('here', nothing),
    shownBooking('here', nothing),
    shownPlace(nothing),
    shownTariff('theirs', nothing),
  ]).toEqual([...[undefined, undefined, undefined, undefined]]);
});

test('sessions that go on come first, then what began last', () => {
  const of = (startedAt: string, endedAt: string | null) => ({ startedAt, endedAt }) as Parameters<typeof liveFirst>[0];
  const [old, ended, live, later] = [
    ...[of('2026-03-01T06:00:00Z', '2026-03-01T07:00:00Z'), of('2026-03-01T09:00:00Z', '2026-03-01T10:00:00Z')],
    ...[of('2026-03-01T05:00:00Z', null), of('2026-03-01T08:00:00Z', null)],
  ];
  expect([old, ended, live, later].flatMap((each) => each ?? []).toSorted(liveFirst)).toEqual([
    later,
    live,
    ended,
    old,
  ]);
});

test('a booking tells its time, and the newest comes first', () => {
  const booking = {
    ...{ ...party, ...updated, id: 'B-1', requestId: 'R-1', locationId: 'L-1', reservationStatus: 'RESERVED' },
    period: { startFrom: '2026-03-02T18:00:00Z', endBefore: '2026-03-02T19:00:00Z' },
  };
  const shown = { direction: 'here', id: 'O-1', status: 'RESERVED', locationId: 'L-1', evseUid: null };
  expect(shownBooking('here', stored(booking))).toMatchObject(shown);
  expect(shownBooking('here', stored({ ...booking, evseUid: 'E-1' }))).toMatchObject({ ...shown, evseUid: 'E-1' });
  const [one, other] = ['2026-03-01T10:00:00Z', '2026-03-01T11:00:00Z'].map((at) => ({ lastUpdated: at }) as never);
  expect([one, other].toSorted(newestFirst as never)).toEqual([other, one]);
});

test('a place that can be booked tells when it is free', () => {
  const slots = [{ startFrom: '2026-03-02T18:00:00Z', endBefore: '2026-03-02T19:00:00Z' }];
  const place = {
    ...party,
    ...updated,
    id: 'P-1',
    locationId: 'L-1',
    calendars: [{ id: 'C', availableTimeslots: slots, ...updated }],
  };
  expect(shownPlace(stored(place))).toMatchObject({ locationId: 'L-1', evseUid: null, isStale: false, free: [{}] });
  expect(shownPlace(stored({ ...place, evseUid: 'E' }, { isStale: true }))).toMatchObject({
    evseUid: 'E',
    isStale: true,
  });
});

test('a tariff shows its prices, when they hold, and its bounds', () => {
  const priceComponents = [
    { type: 'ENERGY', price: 0.5, stepSize: 1 },
    { type: 'TIME', price: 1, vat: 18, stepSize: 60 },
  ];
  const tariff = { ...party, ...updated, id: 'T-1', currency: 'EUR', elements: [{ priceComponents }] };
  const shown = shownTariff('shown', stored(tariff));
  expect(shown).toMatchObject({
    direction: 'shown',
    id: 'O-1',
    currency: 'EUR',
    minimum: null,
    maximum: null,
    isStale: false,
  });
  expect(shown?.elements).toMatchObject([
    {
      prices: [
        { type: 'ENERGY', price: 0.5, vat: null, stepSize: 1 },
        { type: 'TIME', price: 1, vat: 18 },
      ],
      when: {},
    },
  ]);
  const bounded = { ...tariff, minPrice: { beforeTaxes: 1 }, maxPrice: { beforeTaxes: 9 } };
  expect(shownTariff('shown', stored(bounded, { isStale: true }))).toMatchObject({
    minimum: 1,
    maximum: 9,
    isStale: true,
  });
});
