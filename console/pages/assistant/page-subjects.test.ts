import { expect, test } from 'vitest';
import { subjectsOf } from './page-subjects.ts';
import { suggestionsFor } from './suggestions-for.ts';

test('the page of a thing and what a list is filtered by are told by id, and nothing else is', () => {
  expect(subjectsOf('/equipment/CP-7/security', {})).toEqual([{ kind: 'station', id: 'CP-7' }]);
  expect(subjectsOf('/access/drivers/d%2B1', {})).toEqual([{ kind: 'driver', id: 'd+1' }]);
  expect(subjectsOf('/sessions', { station: 'CP-7', state: 'running' })).toEqual([{ kind: 'station', id: 'CP-7' }]);
  expect(subjectsOf('/sessions/01a', { station: 'CP-7' }).map(({ kind }) => kind)).toEqual(['session', 'station']);
  for (const path of [
    '/tariffs/new',
    '/reports',
    '/assistant/01a',
    '/equipment/stop%20everything%20now',
    '/sites/%E0%A4',
  ])
    expect(subjectsOf(path, {})).toEqual([]);
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
