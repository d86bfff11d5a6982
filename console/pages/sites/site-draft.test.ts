import { expect, test } from 'vitest';
import { siteDraft, siteOf, whyNotSite } from './site-draft.ts';

const first = { timeZone: 'America/Sao_Paulo', currency: 'BRL' };
const named = { ...siteDraft(null, first), name: ' Garage ' };

test('a name is all that a first site needs', () => {
  expect(whyNotSite(siteDraft(null, first))).toBe('name');
  expect(whyNotSite(named)).toBeNull();
  expect(siteOf(named)).toMatchObject({
    name: 'Garage',
    timeZone: 'America/Sao_Paulo',
    currency: 'BRL',
    address: null,
    position: null,
    openingHours: null,
    admits: 'everyone',
    offlinePolicy: null,
  });
});

test('what cannot be sent is named', () => {
  expect(whyNotSite({ ...named, currency: 'R$' })).toBe('currency');
  expect(whyNotSite({ ...named, country: 'Brazil' })).toBe('country');
  expect(whyNotSite({ ...named, latitude: '-8.05' })).toBe('position');
  expect(whyNotSite({ ...named, latitude: '-8,05', longitude: '-34,9' })).toBeNull();
  expect(whyNotSite({ ...named, openingHours: [{ days: [], hours: '08:00-18:00' }] })).toBe('hours');
  expect(whyNotSite({ ...named, openingHours: [{ days: ['mon'], hours: '-18:00' }] })).toBe('hours');
  expect(whyNotSite({ ...named, admits: [] })).toBe('admits');
});

test('an address is only what was written', () => {
  expect(siteOf({ ...named, city: 'Recife', country: 'br' }).address).toEqual({ city: 'Recife', country: 'BR' });
});
