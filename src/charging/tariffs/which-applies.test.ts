import { expect, test } from 'vitest';
import { assignment, book, made, tariff, version } from '../../../test/support/price-book.ts';
import { versionAt } from './price-snapshot.ts';
import { type Charged, whichApplies } from './which-applies.ts';

const at = new Date('2026-06-01T12:00:00Z');
const here: Charged = {
  stationId: 'CP-1',
  siteId: 'north',
  evseId: 1,
  connectorId: 2,
  tokenTariffId: null,
  groupId: 'tok_fleet',
  at,
};

/** From the least exact to the most. */
const exactly = [
  assignment('everywhere'),
  assignment('everywhere-group', { groupId: 'tok_fleet' }),
  assignment('site', { siteId: 'north' }),
  assignment('site-group', { siteId: 'north', groupId: 'tok_fleet' }),
  assignment('station', { stationId: 'CP-1' }),
  assignment('station-group', { stationId: 'CP-1', groupId: 'tok_fleet' }),
  assignment('evse', { stationId: 'CP-1', evseId: 1 }),
  assignment('evse-group', { stationId: 'CP-1', evseId: 1, groupId: 'tok_fleet' }),
  assignment('connector', { stationId: 'CP-1', evseId: 1, connectorId: 2 }),
  assignment('connector-group', { stationId: 'CP-1', evseId: 1, connectorId: 2, groupId: 'tok_fleet' }),
];

test('the most exact place wins, a group before none at the same place; whatever order they were made in', () => {
  for (let count = 1; count <= exactly.length; count += 1) {
    const some = exactly.slice(0, count);
    const expected = { tariffId: some.at(-1)?.tariffId, why: `assignment:${some.at(-1)?.id}` };
    expect(whichApplies(book(some), here)).toMatchObject(expected);
    expect(whichApplies(book(some.toReversed()), here)).toMatchObject(expected);
  }
});

test("a driver's own tariff comes before every place", () => {
  expect(whichApplies(book(exactly), { ...here, tokenTariffId: 'own' })).toMatchObject({
    tariffId: 'own',
    why: 'token',
  });
});

test('what a station was given counts as a tariff of the station, or of its EVSE', () => {
  const since = { setAt: new Date(made), clearedAt: null };
  const given = new Map([['CP-1', [{ evseId: 0, tariffId: 'given', ...since }]]]);
  expect(whichApplies(book(exactly.slice(0, 4), { given }), here)).toMatchObject({ tariffId: 'given', why: 'station' });
  expect(whichApplies(book(exactly.slice(0, 5), { given }), here)?.tariffId).toBe('given');
  expect(whichApplies(book(exactly.slice(0, 6), { given }), here)?.tariffId).toBe('station-group');
  const atTwo = new Map([['CP-1', [{ evseId: 2, tariffId: 'given', ...since }]]]);
  expect(whichApplies(book([], { given: atTwo }), here)).toBeNull();
});

test('what a station was given holds from then on, and until it is given another one', () => {
  const noon = new Date('2026-06-01T12:00:00Z');
  const given = new Map([
    [
      'CP-1',
      [
        { evseId: 0, tariffId: 'own', setAt: new Date(made), clearedAt: noon },
        { evseId: 0, tariffId: 'given', setAt: noon, clearedAt: null },
      ],
    ],
  ]);
  const tariffAt = (time: string) => whichApplies(book([], { given }), { ...here, at: new Date(time) })?.tariffId;
  expect(tariffAt('2025-12-31T00:00:00Z')).toBeUndefined();
  expect(tariffAt('2026-06-01T11:59:59.999Z')).toBe('own');
  expect(tariffAt('2026-06-01T12:00:00Z')).toBe('given');
});

test('places, groups and times that do not fit are passed over', () => {
  const others = [
    assignment('other-site', { siteId: 'south' }),
    assignment('other-station', { stationId: 'CP-2' }),
    assignment('other-evse', { stationId: 'CP-1', evseId: 2 }),
    assignment('other-group', { groupId: 'tok_staff' }),
    assignment('over', { stationId: 'CP-1', validTo: '2026-06-01T12:00:00Z' }),
    assignment('to-come', { stationId: 'CP-1', validFrom: '2026-06-01T12:00:00.001Z' }),
    assignment('removed', { stationId: 'CP-1', removedAt: '2026-05-01T00:00:00Z' }),
    assignment('made-later', { stationId: 'CP-1', createdAt: '2026-06-02T00:00:00Z' }),
  ];
  expect(whichApplies(book(others), here)).toBeNull();
  // One that was taken away afterwards still holds for a session of before.
  const later = assignment('later', { stationId: 'CP-1', removedAt: '2026-06-01T12:00:01Z' });
  expect(whichApplies(book([...others, later]), here)?.tariffId).toBe('later');
});

test('a tariff that is retired, or says nothing yet, is passed over for the next', () => {
  const some = exactly.slice(0, 3);
  const prices = book(some);
  const tariffs = new Map(prices.tariffs);
  tariffs.set('site', tariff('site', { retiredAt: '2026-06-01T12:00:00Z' }));
  expect(whichApplies({ ...prices, tariffs }, here)?.tariffId).toBe('everywhere-group');
  expect(whichApplies({ ...prices, tariffs }, { ...here, at: new Date('2026-05-31T00:00:00Z') })?.tariffId).toBe(
    'site',
  );
  tariffs.set('everywhere-group', tariff('everywhere-group', { versions: [version(1, '2026-07-01T00:00:00Z')] }));
  expect(whichApplies({ ...prices, tariffs }, here)?.tariffId).toBe('everywhere');
});

test('the version is the one in force at that time; of two from the same time the later one', () => {
  const versions = [version(3, '2026-07-01T00:00:00Z'), version(2, '2026-07-01T00:00:00Z'), version(1)];
  expect(versionAt({ versions }, at)?.version).toBe(1);
  expect(versionAt({ versions }, new Date('2026-07-01T00:00:00Z'))?.version).toBe(3);
  expect(versionAt({ versions }, new Date('2020-01-01T00:00:00Z'))?.version).toBe(1); // made at once: holds for what is older too
  expect(versionAt({ versions: [version(1, '2026-07-01T00:00:00Z')] }, at)).toBeUndefined();
});
