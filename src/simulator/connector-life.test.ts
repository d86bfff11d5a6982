import { expect, test } from 'vitest';
import { freeState, nextState, outOfServiceState } from './connector-life.ts';
import { randomFrom } from './random.ts';

test('a connector that never breaks is used and left again', () => {
  const life = { random: () => 0.9, faultChance: 0 };
  const activities: unknown[] = [];
  let state = nextState(freeState, life);
  while (state.status !== 'available') {
    activities.push(state.activity);
    state = nextState(state, life);
  }
  expect(activities).toEqual(['preparing', 'charging', 'finishing']);
});

test('a fault tells its code and clears', () => {
  const life = { random: () => 0, faultChance: 1 };
  const broken = nextState(freeState, life);
  expect(broken).toMatchObject({ status: 'faulted', fault: { code: 'GroundFailure' } });
  expect(nextState(broken, life)).toEqual(freeState);
});

test('what the operator took out of service stays so', () => {
  expect(nextState(outOfServiceState, { random: () => 0, faultChance: 1 })).toEqual(outOfServiceState);
});

test('the same station lives the same life in every run', () => {
  const life = (words: string) => {
    const random = randomFrom(words);
    let state = freeState;
    return Array.from({ length: 50 }, () => {
      state = nextState(state, { random, faultChance: 0.1 });
      return state;
    });
  };
  expect(life('CP-1')).toEqual(life('CP-1'));
  expect(life('CP-1')).not.toEqual(life('CP-2'));
});
