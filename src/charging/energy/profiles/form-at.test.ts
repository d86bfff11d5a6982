import { expect, test } from 'vitest';
import { formAt } from './form-at.ts';
import type { ProfileAbilities } from './profile-abilities.ts';

const station: ProfileAbilities = { version: '1.6', unit: 'A', maxPeriods: 10, maxStackLevel: 0, maxProfiles: null };

test('a charger of direct current is told watts, unless it refuses them', () => {
  const dc = { connection: 'direct-current' } as const;
  expect(formAt(dc, station).unit).toBe('W');
  expect(formAt(dc, { ...station, refusesWatts: true }).unit).toBe('A');
});

test('a wall box is told what it told that it takes', () => {
  expect(formAt({ connection: 'three-phase' }, station)).toBe(station);
});
