import { expect, test } from 'vitest';
import { SigecError } from '#base/errors.ts';
import { request } from '../../../../test/support/rest-request.ts';
import { someSession } from '../../../../test/support/some-session.ts';
import { someStation } from '../../../../test/support/some-station.ts';
import type { HttpNeeds } from '../route.ts';

const id = '0198e1a0-0000-7000-8000-000000000001';
const stations = [
  someStation({ id: 'OLD-PAULISTA-01', vendor: 'Acme', model: '' }),
  someStation({ id: 'PAULISTA_01', vendor: 'Acme', model: 'X' }),
  someStation({ id: 'RECIFE-01', vendor: 'Acme' }),
];
const sites = [
  { id: 'S-1', name: 'Depot', address: { city: 'São Paulo' } },
  { id: 'S-2', name: 'São Paulo Sul', address: null },
  { id: 'S-3', name: 'Recife', address: { city: 'Recife' } },
];
const business = {
  findStations: { stations },
  'sessions.findNamed': [someSession({ id: 'S', ref: 'T-7', startedAt: null })],
  'sessions.get': someSession({ id }),
  'drivers.find': {
    drivers: [
      { id: 'D-1', name: 'Ana', email: 'ana@example.org' },
      { id: 'D-2', name: null, email: null },
    ],
  },
  'authorization.find': {
    tokens: [
      { id: 'tok_1', label: '…AB12', note: null },
      { id: 'tok_2', label: '…AB13', note: 'spare' },
    ],
  },
  'sites.list': sites,
  'tariffs.list': [
    { id: 'day', current: { terms: { currency: 'BRL' } } },
    { id: 'today', current: null },
  ],
};
const devices = { devices: { list: async () => [{ id: 'lamp-1', name: 'Lamp', board: 'esp32' }] } };

async function found(
  q: string,
  { key = 'operator', limit = 5, more = {}, needs = { devices } as unknown as Partial<HttpNeeds> } = {},
) {
  const path = `GET /api/search?q=${encodeURIComponent(q)}&limit=${limit}`;
  const { json, recorded } = await request(path, {
    key,
    business: { ...business, ...more },
    needs,
  });
  const all = json()['found'] as { kind: string; id: string; name: string; detail: string | null }[];
  const of = (kind: string) => all.filter((each) => each.kind === kind).map(({ id: of, detail }) => [of, detail]);
  return { of, recorded, kinds: [...new Set(all.map(({ kind }) => kind))] };
}

test('what begins with the words comes before what holds them, whatever its accents and signs', async () => {
  const byStation = await found('paulista 01');
  expect(byStation.of('station')).toEqual([
    ['PAULISTA_01', 'Acme · X'],
    ['OLD-PAULISTA-01', 'Acme'],
  ]);
  // The longest word is looked for in the database.
  expect(byStation.recorded).toContainEqual(['findStations', { search: 'paulista', limit: 200 }]);
  expect((await found('sao paulo')).of('site')).toEqual([
    ['S-2', 'S-2'],
    ['S-1', 'São Paulo · S-1'],
  ]);
  expect((await found('recife')).of('site')).toEqual([['S-3', 'S-3']]);
  expect((await found('sao paulo', { limit: 1 })).of('site')).toEqual([['S-2', 'S-2']]);
  expect((await found('day')).of('tariff')).toEqual([
    ['day', 'BRL'],
    ['today', null],
  ]);
  expect((await found('esp')).of('device')).toEqual([['lamp-1', 'esp32 · lamp-1']]);
});

test('what the database finds is told as it stands there', async () => {
  const { of, recorded } = await found('x');
  expect(of('session')).toEqual([['S', 'CP-1']]);
  expect(of('driver')).toEqual([
    ['D-1', 'ana@example.org'],
    ['D-2', null],
  ]);
  expect(of('token')).toEqual([
    ['tok_1', null],
    ['tok_2', 'spare'],
  ]);
  expect(recorded).toContainEqual(['sessions.findNamed', 'x', 5]);
  expect(recorded).toContainEqual(['drivers.find', { search: 'x', limit: 5, isInEmail: true }]);
});

test('who may not see personal data does not find it', async () => {
  const { of, recorded } = await found('x', { key: 'viewer' });
  expect(of('driver')).toEqual([
    ['D-1', null],
    ['D-2', null],
  ]);
  expect(recorded).toContainEqual(['drivers.find', { search: 'x', limit: 5, isInEmail: false }]);
});

test('a key finds what its scopes let it read', async () => {
  expect((await found('a', { key: 'scoped' })).kinds).toEqual(['site']);
});

test('an id of a session is looked up, and none is no mistake', async () => {
  expect((await found(id)).of('session')).toEqual([[id, 'CP-1 · 2026-03-01T08:00:00.000Z']]);
  const thrown = (error: Error) => ({
    'sessions.get': () => {
      throw error;
    },
  });
  expect((await found(id, { more: thrown(new SigecError('NOT_FOUND', 'There is none.')) })).of('session')).toEqual([]);
  for (const error of [new SigecError('DATABASE_AWAY', 'Later.'), new Error('x')]) {
    const { status } = await request(`GET /api/search?q=${id}`, {
      key: 'operator',
      business: { ...business, ...thrown(error) },
    });
    expect(status).toBeGreaterThanOrEqual(500);
  }
});

test('without a door for devices none is found', async () => {
  expect((await found('lamp', { needs: {} })).of('device')).toEqual([]);
});
