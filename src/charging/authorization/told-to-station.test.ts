import { expect, test } from 'vitest';
import type { TokenFacts } from './decision-facts.ts';
import { whatIsTold } from './told-to-station.ts';

const card: TokenFacts = {
  id: 'tok_card',
  type: 'iso14443',
  label: '…CARD',
  isBlocked: false,
  validFrom: null,
  expiresAt: null,
  credit: null,
  tariffId: null,
  language: null,
  driver: null,
  group: null,
};

test.for([
  [null, undefined],
  ['12.5', '12.5'],
  ['-5', '0'], // it owes something, and may still end its session
] as const)('of a credit of %s the station may spend %s', async ([credit, maxCost]) => {
  const needs = { findTariff: () => Promise.resolve(undefined) };
  expect(await whatIsTold(needs, { ...card, credit }, 'accepted')).toMatchObject({ maxCost });
});
