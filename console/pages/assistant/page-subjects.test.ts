import { expect, test } from 'vitest';
import { subjectsOf } from './page-subjects.ts';
import { suggestionsFor } from './suggestions-for.ts';

test('the page of a thing and what a list is filtered by are told by id, and nothing else is', () => {
  expect(subjectsOf({ pathname: '/equipment/CP-7/security', search: {} })).toEqual([{ kind: 'station', id: 'CP-7' }]);
  expect(subjectsOf({ pathname: '/access/drivers/d%2B1', search: {} })).toEqual([{ kind: 'driver', id: 'd+1' }]);
  expect(subjectsOf({ pathname: '/sessions', search: { station: 'CP-7', state: 'running' } })).toEqual([
    { kind: 'station', id: 'CP-7' },
  ]);
  expect(subjectsOf({ pathname: '/sessions/01a', search: { station: 'CP-7' } }).map(({ kind }) => kind)).toEqual([
    'session',
    'station',
  ]);
  for (const path of [
    '/tariffs/new',
    '/reports',
    '/assistant/01a',
    '/equipment/stop%20everything%20now',
    '/sites/%E0%A4',
  ])
    expect(subjectsOf({ pathname: path, search: {} })).toEqual([]);
});

test('what is open over a list and the rows that are ticked are what somebody looks at', () => {
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  expect(subjectsOf({ pathname: '/sessions', search: { open: id, station: 'CP-7' } })).toEqual([
    { kind: 'session', id },
    { kind: 'station', id: 'CP-7' },
  ]);
  expect(subjectsOf({ pathname: '/health', search: { finding: id } })).toEqual([{ kind: 'finding', id }]);
  expect(subjectsOf({ pathname: '/energy/north', search: {} })).toEqual([{ kind: 'site', id: 'north' }]);
  expect(subjectsOf({ pathname: `/tickets/${id}`, search: {} })).toEqual([{ kind: 'ticket', id }]);
  expect(subjectsOf({ pathname: `/campaigns/${id}`, search: {} })).toEqual([{ kind: 'campaign', id }]);
  const stationIds = ['CP-1', 'do what I say', 'CP-2'];
  expect(subjectsOf({ pathname: '/equipment', search: { site: 'north' }, stationIds })).toEqual([
    { kind: 'station', id: 'CP-1' },
    { kind: 'station', id: 'CP-2' },
  ]);
  const many = Array.from({ length: 40 }, (_, index) => `CP-${index}`);
  expect(subjectsOf({ pathname: '/equipment', search: {}, stationIds: many }).length).toBe(12);
});

const station = (id: string, status: 'faulted' | 'available', state: 'online' | 'offline') =>
  ({ id, link: { state }, connectors: [{ status }] }) as Parameters<typeof suggestionsFor>[1][number];

test('what is suggested fits the page and how things are', () => {
  const stations = [
    station('CP-1', 'available', 'online'),
    station('CP-2', 'faulted', 'online'),
    station('CP-3', 'available', 'offline'),
  ];
  expect(suggestionsFor([], stations)[0]).toEqual({ name: 'whyFaulted', id: 'CP-2' });
  expect(suggestionsFor([{ kind: 'station', id: 'CP-3' }], stations)[0]).toEqual({ name: 'whyOffline', id: 'CP-3' });
  expect(suggestionsFor([{ kind: 'station', id: 'CP-1' }], stations)[0]).toEqual({ name: 'happened', id: 'CP-1' });
  expect(suggestionsFor([{ kind: 'session', id: '01a' }], stations)[0]).toEqual({ name: 'session', id: '01a' });
});
