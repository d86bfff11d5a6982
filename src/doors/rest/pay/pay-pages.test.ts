import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Offer } from '#charging/guests/offer.ts';
import type { VisitView } from '#charging/guests/visit-view.ts';
import { tariffTerms } from '#contract/billing/tariff-terms.ts';
import { offerPage, placeOf } from './offer-page.ts';
import { visitPage } from './visit-page.ts';

/** The page as lines, so that a difference is one of a line. */
const lines = ({ text }: { text: string }) => text.split(/\n|(?=<(?:li|label|button|p|h2|dt|form|fieldset))/);

type Terms = Omit<Partial<z.input<typeof tariffTerms>>, 'currency'>;

function offer(
  terms: Terms = {},
  more: Partial<Offer> = {},
  rowsNow: readonly number[] = [0],
): Offer & { ticket: string } {
  const whole = tariffTerms.parse({ currency: 'BRL', prices: [{ perKwh: '1.5' }], ...terms });
  return {
    ...{ stationId: 'CP-1', evseId: 2, ticket: 'ticket', timeZone: 'America/Sao_Paulo', state: 'free', site: null },
    tariff: { id: 'day', version: 1, terms: whole, rowsNow },
    ways: [{ provider: 'pix', method: 'pix', isTrial: false }],
    ...{ amounts: ['30.00', '60.00'], energiesKwh: [10, 20], maxAmount: '500.00' },
    ...more,
  };
}

const rows: NonNullable<Terms['prices']> = [
  { name: 'Night', hours: '22:00-06:00', perKwh: '0.5' },
  { days: ['mon', 'tue'], hours: '06:00-22:00', season: '12-21..03-20', perKwh: '1', perMinute: '0.1' },
  { fromKwh: '10', perKwh: '2', perIdleMinute: '0.3' },
  { toKwh: '30', fromMinutes: 5, perKwh: '3' },
  { toMinutes: 60, perKwh: '4' },
  { perKwh: '5', perIdleMinute: '0' },
];
const offers: Record<string, Offer & { ticket: string }> = {
  'one price': offer(),
  'many prices, one of them now': offer({ prices: rows, idleGraceMinutes: 10 }, {}, [0]),
  'many prices, two of them now': offer({ prices: rows }, {}, [1, 2]),
  'a fee, a least, a most, steps and taxes that are added': offer({
    ...{ sessionFee: '2', minimum: '5', maximum: '90', energyStepWh: 100, timeStepSeconds: 60, taxIncluded: false },
    taxes: [
      { name: 'ICMS', percent: '18' },
      { name: 'ISS', percent: '5.25' },
    ],
  }),
  'taxes that are included': offer({ taxes: [{ name: 'ICMS', percent: '18' }] }),
  'nothing to pay': offer({ prices: [{}] }),
  'no energy to pay, but a fee': offer({ prices: [{}], sessionFee: '3' }),
  'no tariff': offer({}, { tariff: null }),
  'nobody who takes money': offer({}, { ways: [] }),
  'a trial and several ways': offer(
    {},
    {
      ways: [
        { provider: 'trial', method: 'card', isTrial: true },
        { provider: 'bank', method: 'boleto', isTrial: false },
      ],
    },
  ),
  taken: offer({}, { state: 'taken' }),
  'out of service': offer({}, { state: 'out-of-service' }),
};

describe.each(['en', 'pt-BR'] as const)('in %s', (language) => {
  test.each(Object.entries(offers))('an offer with %s', (_what, made) => {
    expect(lines(offerPage({ offer: made, language, action: '/pay/CP-1/2/code', chosen: {} }))).toMatchSnapshot('page');
  });

  test.each([
    ['an amount of the list', { amount: '60.00' }],
    ['an amount of its own', { amount: '45.00' }],
    ['energy of the list', { energyWh: 20_000 }],
    ['energy of its own and a time', { energyWh: 7_500, seconds: 3_600 }],
    ['an amount and energy', { amount: '30.00', energyWh: 10_000 }],
  ])('an offer after the station was told %s', (_what, chosen) => {
    const page = offerPage({ offer: offer(), language, action: '/pay/CP-1/2/code', chosen }).text;
    expect(page.match(/value="[^"]*"( checked)?/g)).toMatchSnapshot('choices');
  });
});

test('the place is the site, its address, the station and the EVSE', () => {
  const place = { stationId: 'CP-1', evseId: 2 };
  expect(placeOf({ ...place, site: { name: 'Depot', address: ['Rua 1', 'Recife'] } })).toBe(
    'Depot, Rua 1, Recife, CP-1 · EVSE 2',
  );
  expect(placeOf({ ...place, site: null })).toBe('CP-1 · EVSE 2');
});

const startedAt = new Date('2026-03-01T12:00:00Z');
const paying: NonNullable<VisitView['payment']> = {
  id: 'P-1',
  state: 'pending',
  method: 'pix',
  action: null,
  expiresAt: new Date('2026-03-01T12:15:00Z'),
  isTrial: false,
  paid: '0.00',
  refunded: '0.00',
  owed: '0.00',
};
const charged = { energyWh: 12_340, startedAt, isRunning: true, total: '18.51', link: 'receipt', departsAt: undefined };

function visit(more: Partial<VisitView>): VisitView {
  return {
    stationId: 'CP-1',
    evseId: 2,
    state: 'paying',
    why: null,
    language: 'en',
    currency: 'BRL',
    amount: '30.00',
    energyWh: null,
    isStopWanted: false,
    paymentReference: null,
    payment: null,
    session: null,
    ...more,
  };
}

const visits: Record<string, VisitView> = {
  'a payment that is prepared': visit({}),
  'a payment without a way yet': visit({ payment: paying }),
  'a code to scan': visit({ payment: { ...paying, action: { kind: 'code', text: 'PIX-CODE' } as never } }),
  'an address to go to': visit({
    payment: { ...paying, action: { kind: 'redirect', url: 'https://pay.example' } as never },
  }),
  'a trial that cannot be shown': visit({
    payment: { ...paying, isTrial: true, action: { kind: 'client-secret' } as never },
  }),
  'a start that is awaited': visit({ state: 'starting' }),
  'charging before the first event': visit({ state: 'charging' }),
  charging: visit({ state: 'charging', session: charged }),
  'charging without a price or a start': visit({
    state: 'charging',
    session: { ...charged, total: null, startedAt: null },
  }),
  'charging by a plan': visit({ state: 'charging', session: { ...charged, departsAt: null } }),
  'charging until a time': visit({ state: 'charging', session: { ...charged, departsAt: '2026-03-01T20:30:00Z' } }),
  'a stop that is awaited': visit({ state: 'charging', isStopWanted: true, session: charged }),
  'a bill that is made': visit({ state: 'charging', session: { ...charged, isRunning: false } }),
  'an end with money on its way': visit({
    ...{ state: 'ended', session: { ...charged, isRunning: false }, paymentReference: 'E-1' },
    payment: { ...paying, state: 'refunding', paid: '30.00', refunded: '1.00', owed: '10.49' },
  }),
  'an end that is settled': visit({
    state: 'ended',
    session: charged,
    payment: { ...paying, state: 'settled', paid: '30.00' },
  }),
  'an end of which nothing is known': visit({ state: 'ended' }),
  'no start': visit({
    state: 'not-started',
    why: 'not-accepted' as never,
    payment: { ...paying, state: 'settled', paid: '30.00', refunded: '30.00' },
  }),
  'no payment': visit({ state: 'unpaid' }),
  'a payment that came too late': visit({ state: 'unpaid', payment: { ...paying, state: 'paid', paid: '30.00' } }),
  'a payment that never came': visit({ state: 'unpaid', payment: { ...paying, state: 'expired' } }),
};

test.each(Object.entries(visits))('the page of a visit: %s', (_what, shown) => {
  const given = { visit: shown, timeZone: 'America/Sao_Paulo', address: '/pay/link' };
  const { title, isLive, body } = visitPage({ ...given, language: 'en' });
  expect([title, isLive, ...lines(body)]).toMatchSnapshot('page');
  expect(visitPage({ ...given, language: 'pt-BR' })).toMatchObject({ isLive });
});
