import { expect, test } from 'vitest';
import type { StationVariable, Template } from '#contract/stations/variables.ts';
import { placeName, resolvePlace } from './place.ts';
import { differencesTo } from './templates.ts';

const template = (name: string, value: string): Template => {
  const place = resolvePlace({ name });
  const variables = [{ ...place, name: placeName(place), attribute: 'actual' as const, value }];
  return { name: 'everyday', savedAt: '2026-03-01T08:00:00.000Z', savedBy: 'someone', variables };
};

const known = (name: string, value: string | null): StationVariable => {
  const place = resolvePlace({ name });
  const attribute = {
    type: 'actual',
    value,
    mutability: null,
    isPersistent: null,
    isConstant: null,
    awaitsReboot: false,
    learnedBy: 'read',
    learnedAt: '2026-03-01T08:00:00.000Z',
    ageSeconds: 0,
  } as const;
  return { ...place, name: placeName(place), key: null, attributes: [attribute], characteristics: null };
};

test.each([
  ['60', '60', true],
  ['60', '60.0', true],
  ['true', 'True', true],
  ['60', '90', false],
  ['A', 'a', false],
  ['', '0', false],
])('%o expected and %o set: the same is %o', (expected, actual, isSame) => {
  const differences = differencesTo(template('HeartbeatInterval', expected), [known('HeartbeatInterval', actual)]);
  expect(differences.length === 0).toBe(isSame);
});

test('what the station never told, or told of another EVSE, differs', () => {
  expect(differencesTo(template('EVSE@1.Power', '7'), [known('EVSE@2.Power', '7')])).toMatchObject([
    { name: 'EVSE@1.Power', expected: '7', actual: null },
  ]);
});
