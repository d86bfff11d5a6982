import { expect, test } from 'vitest';
import type { Site } from '#contract/stations/site.ts';
import { someStation } from '../../../../test/support/some-station.ts';
import { countStates, pinsAt, placeStations } from './map-pins.ts';

function site(id: string, position: Site['position']): Site {
  return {
    id,
    name: id,
    address: null,
    position,
    timeZone: 'UTC',
    currency: 'BRL',
    openingHours: null,
    isClosedOutside: false,
    admits: 'everyone',
    offlinePolicy: null,
    tariffFallbackText: null,
    costFallbackText: null,
    createdAt: '',
    createdBy: '',
    stationCount: 0,
  };
}

const at = (id: string, siteId: string) => someStation({ id, place: { siteId, note: null } });
const sites = [
  site('paulista', { latitude: -23.56, longitude: -46.65 }),
  site('congonhas', { latitude: -23.63, longitude: -46.66 }),
  site('recife', { latitude: -8.05, longitude: -34.88 }),
  site('somewhere', null),
];
const stations = [
  at('A', 'paulista'),
  at('B', 'congonhas'),
  at('C', 'congonhas'),
  at('D', 'recife'),
  at('E', 'somewhere'),
];

test('a station whose site has no coordinates, or that stands at no site, is not on the map', () => {
  const { sites: placed, elsewhere } = placeStations([...stations, someStation({ id: 'F' })], sites);
  expect(placed.map((each) => each.site.id)).toEqual(['paulista', 'congonhas', 'recife']);
  expect(elsewhere.map(({ id }) => id)).toEqual(['E', 'F']);
});

test('sites of one city are one pin when zoomed out, and two when near', () => {
  const { sites: placed } = placeStations(stations, sites);
  const keys = (zoom: number) => pinsAt(placed, zoom).map(({ key }) => key);
  expect(keys(4)).toEqual(['congonhas paulista', 'recife']);
  expect(keys(12)).toEqual(['congonhas', 'paulista', 'recife']);
});

test('states are counted with the worst first', () => {
  const offline = someStation({ id: 'X', link: { state: 'offline', since: null, reason: 'no-answer' } });
  expect(countStates([...stations, offline])).toEqual([
    { state: 'offline', count: 1 },
    { state: 'unknown', count: 5 },
  ]);
});
