import { expect, test } from 'vitest';
import { system } from '#principals/actor.ts';
import type { KnownAbilities, LearnedAbilities } from './abilities-store.ts';
import { openAbilities } from './open-abilities.ts';

const dayMs = 86_400_000;

function abilitiesOf(stored: () => KnownAbilities | undefined) {
  let now = 0;
  const kept: LearnedAbilities[] = [];
  const abilities = openAbilities({
    clock: { now: () => new Date(now) },
    readTold: () => Promise.resolve({ unit: 'A', maxPeriods: 10, maxStackLevel: 0, isSwitchedOn: true }),
    readLearned: () => {
      const known = stored();
      return Promise.resolve(new Map(known === undefined ? [] : [['A', known]]));
    },
    keep: (learned) => Promise.resolve(void kept.push(learned)),
  });
  return { abilities, kept, pass: (ms: number) => void (now += ms) };
}

test('a cap holds for a day, and is learned anew where it is still there', async () => {
  const { abilities, kept, pass } = abilitiesOf(() => undefined);
  const cap = { pilotsA: [6, 7, 8, 9], findings: ['caps-current' as const] };
  await abilities.learn('A', cap);
  pass(dayMs - 1);
  await abilities.learn('A', { findings: ['caps-current', 'slow'] }); // what else is learned does not prolong it
  expect(abilities.learnedOf('A').pilotsA).toEqual([6, 7, 8, 9]);
  pass(1);
  expect(abilities.learnedOf('A')).toMatchObject({ pilotsA: null, findings: ['slow'] });
  await abilities.learn('A', cap);
  expect(abilities.learnedOf('A')).toMatchObject(cap);
  expect(kept).toHaveLength(3);
});

test('steps that a station knows do not change from day to day', async () => {
  const { abilities, pass } = abilitiesOf(() => undefined);
  await abilities.learn('A', { pilotsA: [8, 16, 24, 32], findings: ['rounds-down'] });
  pass(2 * dayMs);
  expect(abilities.learnedOf('A').pilotsA).toEqual([8, 16, 24, 32]);
});

test('after a boot what is known is read again, and counts until then', async () => {
  const learned = { findings: ['rejects-zero' as const], pilotsA: null, purpose: 'tx-profile' as const };
  let stored: KnownAbilities | undefined = {
    ...learned,
    stationId: 'A',
    checkedAt: new Date(0),
    firmwareVersion: '1.0',
    isOfModel: false,
  };
  const { abilities } = abilitiesOf(() => stored);
  await abilities.load(['A']);
  stored = undefined; // nothing was learned of its new firmware
  abilities.forget('A');
  expect(abilities.learnedOf('A').findings).toEqual(['rejects-zero']);
  await abilities.load(['A']);
  expect(abilities.learnedOf('A').findings).toEqual([]);
});

test('somebody who knows better has it forgotten', async () => {
  const { abilities, kept } = abilitiesOf(() => undefined);
  await abilities.learn('A', { pilotsA: [6], findings: ['caps-current'], purpose: 'tx-default-profile' });
  await abilities.unlearn('A', system);
  expect(abilities.learnedOf('A')).toMatchObject({ pilotsA: null, findings: [], purpose: 'tx-profile' });
  expect(kept.at(-1)).toMatchObject({ pilotsA: null, findings: [], purpose: 'tx-profile' });
});
