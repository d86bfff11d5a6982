import { expect, test } from 'vitest';
import { readingsOf } from '#roaming/partners/tokens.ts';
import { hideInPath, hidePersonal } from './hide-personal.ts';
import { joinUrl } from './join-url.ts';
import { fromWire, toWire } from './mappers/mapper.ts';
import { readTime } from './ocpi-time.ts';
import { readPage, withPage } from './paging.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

test('trap 1: a token is found as base64, as it stands, and with the newline of a shell', () => {
  const token = 'ebf3b399-779f-4497-9b9d-ac6ad3cc44d2';
  expect(readingsOf(base64(token))).toContain(token);
  expect(readingsOf(token)).toContain(token);
  expect(readingsOf(base64(`${token}\n`))).toContain(token);
});

test('trap 6: what stands behind an address is joined in one way, with a slash or without', () => {
  const joined = 'https://a.example/ocpi/locations/BR/ABC/a%2Fb';
  expect(joinUrl('https://a.example/ocpi/locations', ['BR', 'ABC', 'a/b'])).toBe(joined);
  expect(joinUrl('https://a.example/ocpi/locations/', ['BR', 'ABC', 'a/b'])).toBe(joined);
});

test('trap 7: a page tells how many there are, and where the next one is with the same filters', () => {
  const query = new URLSearchParams('date_from=2026-01-01T00:00:00Z&offset=0&limit=2');
  const page = readPage(query);
  const { headers } = withPage({ items: [1, 2], total: 5, page, url: 'https://a.example/cdrs', query });
  expect(headers).toMatchObject({ 'x-total-count': '5', 'x-limit': '100' });
  expect(headers?.['link']).toBe(
    '<https://a.example/cdrs?date_from=2026-01-01T00%3A00%3A00Z&offset=2&limit=2>; rel="next"',
  );
  expect(
    withPage({ items: [5], total: 5, page: { ...page, offset: 4 }, url: 'https://a.example/cdrs', query }).headers,
  ).not.toHaveProperty('link');
});

test.each([
  ['2026-03-01T08:00:00Z', '2026-03-01T08:00:00.000Z'],
  ['2026-03-01T08:00:00', '2026-03-01T08:00:00.000Z'],
  ['2026-03-01T08:00:00.123456789Z', '2026-03-01T08:00:00.123Z'],
  ['2026-03-01T10:00:00+02:00', '2026-03-01T08:00:00.000Z'],
  ['2026-03-01T10:00:00+0200', '2026-03-01T08:00:00.000Z'],
  ['2026-03-01 08:00', '2026-03-01T08:00:00.000Z'],
])('trap 8: the time %s is read', (text, iso) => {
  expect(readTime(text)?.toISOString()).toBe(iso);
});

test.each(['', 'yesterday', '2026-13-45T99:00:00Z', 5, null])('trap 8: %s is no time', (text) => {
  expect(readTime(text)).toBeUndefined();
});

test('trap 8: times are written with milliseconds and Z, numbers with four decimals', () => {
  const wire = toWire('2.2.1', fromWire('2.2.1', { last_updated: '2026-03-01T10:00:00+02:00', kwh: 1.234567 }));
  expect(wire).toEqual({ last_updated: '2026-03-01T08:00:00.000Z', kwh: 1.2346 });
});

test('2.2.1 has prices without and with VAT, 2.3.0 names the taxes', () => {
  const price = { totalCost: { beforeTaxes: 10, taxes: [{ name: 'MwSt', percentage: 19, amount: 1.9 }] } };
  expect(toWire('2.2.1', price)).toEqual({ total_cost: { excl_vat: 10, incl_vat: 11.9 } });
  expect(toWire('2.3.0', price)).toEqual({
    total_cost: { before_taxes: 10, taxes: [{ name: 'MwSt', percentage: 19, amount: 1.9 }] },
  });
  expect(fromWire('2.2.1', { total_cost: { excl_vat: 10, incl_vat: 11.9 } })).toEqual({
    totalCost: { beforeTaxes: 10, taxes: [{ name: 'VAT', amount: 1.9 }] },
  });
});

test('trap 20: a VAT that is missing is not the same as none', () => {
  expect(fromWire('2.2.1', { total_cost: { excl_vat: 10 } })).toEqual({ totalCost: { beforeTaxes: 10 } });
  expect(fromWire('2.2.1', { total_cost: { excl_vat: 10, incl_vat: 10 } })).toEqual({
    totalCost: { beforeTaxes: 10, taxes: [{ name: 'VAT', amount: 0 }] },
  });
});

test('a tariff says only in 2.3.0 whether its prices contain the taxes; both know its limits', () => {
  const tariff = { taxIncluded: 'NO', minPrice: { beforeTaxes: 2 } };
  expect(toWire('2.3.0', tariff)).toEqual({ tax_included: 'NO', min_price: { before_taxes: 2 } });
  expect(toWire('2.2.1', tariff)).toEqual({ min_price: { excl_vat: 2 } });
  expect(fromWire('2.2.1', { max_price: { excl_vat: 5, incl_vat: 6 } })).toEqual({
    maxPrice: { beforeTaxes: 5, afterTaxes: 6 },
  });
});

test('nobody reads a token or a driver out of the flight recorder', () => {
  const text = hidePersonal('{"token":"secret-a","uid":"CARD123","contract_id":"DE-ABC-C1","evse_uid":"x"}');
  expect(text).not.toMatch(/secret-a|CARD123|DE-ABC-C1/);
  expect(hideInPath('/ocpi/2.2.1/cpo/tokens/DE/ABC/CARD1234?type=RFID')).toBe(
    '/ocpi/2.2.1/cpo/tokens/DE/ABC/***34?type=RFID',
  );
});
