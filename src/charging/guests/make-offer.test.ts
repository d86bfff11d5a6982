import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { SigecError } from '#base/errors.ts';
import { tariffTerms } from '#contract/billing/tariff-terms.ts';
import type { Station } from '#contract/stations/station.ts';
import { agreedOf, makeOffer, type OfferNeeds, type Purchase } from './make-offer.ts';
import type { Offer } from './offer.ts';

const now = new Date('2026-03-01T08:00:00Z');
const place = { stationId: 'CP-1', evseId: 1 };
const terms = tariffTerms.parse({ currency: 'EUR', prices: [{ perKwh: '0.50' }] });
const at = (evseId: number, status: string) => ({ evseId, connectorId: 1, status });

type World = {
  link: string;
  connectors: object[];
  isTaken: boolean;
  hasPrice: boolean;
  site: object | null;
  station: () => Promise<Station>;
};

function needs(more: Partial<World> = {}): OfferNeeds {
  const { link = 'online', connectors = [at(1, 'available')], isTaken = false, hasPrice = true, site = null } = more;
  const station = { link: { state: link }, connectors } as unknown as Station;
  const provider = (name: string, currencies: 'all' | string[]) => ({
    name,
    method: 'card',
    capabilities: { currencies, isTrial: false },
  });
  const applying = hasPrice ? { tariffId: 't', version: { version: 3, terms } } : null;
  return {
    pool: { query: () => Promise.resolve({ rows: [{ isTaken }] }) } as unknown as Pool,
    clock: { now: () => now },
    money: {
      payments: {
        providers: () => [provider('any', 'all'), provider('pix', ['BRL']), provider('euro', ['BRL', 'EUR'])],
      },
    } as unknown as OfferNeeds['money'],
    tariffs: {
      whichApplies: () => Promise.resolve(applying),
      clockOf: () => Promise.resolve({ timeZone: 'Europe/Berlin' }),
    } as unknown as OfferNeeds['tariffs'],
    sites: {
      placeOf: () => Promise.resolve(site === null ? null : { siteId: 'roof' }),
      get: () => Promise.resolve(site),
    } as unknown as OfferNeeds['sites'],
    getStation: more.station ?? (() => Promise.resolve(station)),
  };
}

const stateOf = async (more: Partial<World>) => (await makeOffer(needs(more), place))?.state;

test('a free charger with a price is offered with the ways that take its currency', async () => {
  const offer = await makeOffer(needs(), place);
  expect(offer).toMatchObject({
    ...place,
    state: 'free',
    timeZone: 'Europe/Berlin',
    site: null,
    tariff: { id: 't', version: 3, rowsNow: [0] },
    amounts: ['10.00', '25.00', '50.00'],
  });
  expect(offer?.ways.map(({ provider }) => provider)).toEqual(['any', 'euro']);
});

test('without a price nothing is for sale', async () => {
  expect(await makeOffer(needs({ hasPrice: false }), place)).toMatchObject({
    state: 'no-price',
    tariff: null,
    ways: [],
  });
});

test.each([
  ['offline', { link: 'offline' }],
  ['out-of-service', { connectors: [at(1, 'faulted')] }],
  ['out-of-service', { connectors: [at(1, 'unavailable'), at(2, 'available')] }],
  ['free', { connectors: [at(1, 'faulted'), at(1, 'available')] }],
  ['out-of-service', { connectors: [at(0, 'unavailable'), at(1, 'available')] }],
  ['free', { connectors: [at(0, 'available'), at(1, 'occupied')] }],
  ['taken', { connectors: [at(1, 'reserved')] }],
  ['free', { connectors: [at(1, 'reserved'), at(1, 'available')] }],
  ['taken', { isTaken: true }],
  ['taken', { isTaken: true, hasPrice: false }],
])('it is %s where %j', async (state, world) => {
  expect(await stateOf(world)).toBe(state);
});

test('a site shows the lines of its address that it has', async () => {
  const site = { name: 'Roof', address: { street: 'Main 1', city: '', region: 'BE' } };
  expect((await makeOffer(needs({ site }), place))?.site).toEqual({ name: 'Roof', address: ['Main 1', 'BE'] });
  expect((await makeOffer(needs({ site: { name: 'Roof', address: null } }), place))?.site?.address).toEqual([]);
});

test('a station that nobody knows is no offer, and a fault of ours is no unknown station', async () => {
  const failing = (thrown: Error) => makeOffer(needs({ station: () => Promise.reject(thrown) }), place);
  expect(await failing(new SigecError('NOT_FOUND', 'x'))).toBeUndefined();
  await expect(failing(new SigecError('INTERNAL', 'x'))).rejects.toThrow('x');
  await expect(failing(new Error('y'))).rejects.toThrow('y');
});

const offered = { tariff: { terms }, maxAmount: '500.00', timeZone: 'Europe/Berlin' } as unknown as Offer;
const agreed = (purchase: Partial<Purchase>) =>
  agreedOf(offered, { provider: 'any', language: 'en', ticket: '', ...purchase }, now);

test('an amount is agreed upon as it was said, and energy by its cost', () => {
  expect(agreed({ amount: '12.5' })).toEqual({ amount: '12.50', energyWh: null });
  expect(agreed({ kwh: 10 })).toEqual({ amount: '5.00', energyWh: 10_000 });
  expect(agreed({ limits: { energyWh: 4_000 } })).toEqual({ amount: '2.00', energyWh: 4_000 });
  expect(agreed({ amount: '20', kwh: 7.5 })).toEqual({ amount: '20.00', energyWh: 7_500 });
});

test.each([
  [{}, 'Choose an amount'],
  [{ kwh: 0 }, 'between 1 and 500'],
  [{ kwh: 500.1 }, 'between 1 and 500'],
  [{ kwh: Number.NaN }, 'between 1 and 500'],
  [{ amount: '0' }, 'such as 25.00'],
  [{ amount: '-1' }, 'such as 25.00'],
  [{ amount: '1.005' }, 'such as 25.00'],
  [{ amount: '500.01' }, 'At most 500.00 EUR'],
])('%j cannot be sold', (purchase, message) => {
  expect(() => agreed(purchase)).toThrow(message);
});

test('the highest amount and the most energy can be sold', () => {
  expect(agreed({ amount: '500' }).amount).toBe('500.00');
  expect(agreed({ kwh: 500, amount: '1' }).energyWh).toBe(500_000);
});

test('where there is no price nothing is agreed upon', () => {
  const free = { ...offered, tariff: null };
  expect(() => agreedOf(free, { provider: 'any', language: 'en', ticket: '', amount: '1' }, now)).toThrow('no price');
});
