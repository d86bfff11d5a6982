import { expect, test } from 'vitest';
import type { NewEvent, Projection } from './ledger-types.ts';

const rest = { stationId: 'CP-1', happenedAt: new Date() };

test('an event of a kind that is not in the table does not compile, nor does a body that does not fit', () => {
  const events: NewEvent[] = [
    { ...rest, kind: 'security-profile-accepted', body: { profile: 2 } },
    // @ts-expect-error: the kind is misspelt
    { ...rest, kind: 'security-profile-acepted', body: { profile: 2 } },
    // @ts-expect-error: the field is misspelt
    { ...rest, kind: 'security-profile-accepted', body: { profil: 2 } },
    // @ts-expect-error: a profile is a number
    { ...rest, kind: 'security-profile-accepted', body: { profile: '2' } },
  ];
  expect(events).toHaveLength(4);
});

test('a projection that has no row in the list does not compile', () => {
  const rows: Pick<Projection<string>, 'name'>[] = [
    { name: 'connectors' },
    // @ts-expect-error: no such row
    { name: 'conectors' },
  ];
  expect(rows).toHaveLength(2);
});
