import { expect, test } from 'vitest';
import type { Proposal, ProposalState } from '#contract/agents/proposal.ts';
import { keptOpen } from './open-proposals.ts';

const proposal = (id: string, state: ProposalState = 'proposed') => ({ id, state }) as Proposal;

test('the most urgent stands first, whatever the order in which they came', () => {
  expect(keptOpen([], [proposal('03'), proposal('02', 'approved'), proposal('01')])).toEqual(['01', '02', '03']);
});

test('what was decided stays where it stood, and what is new comes last', () => {
  const now = [proposal('04'), proposal('03'), proposal('02', 'applied'), proposal('01', 'denied')];
  expect(keptOpen(['03', '02'], now)).toEqual(['03', '02', '04']);
});

test('what had ended before is history', () => {
  expect(keptOpen([], [proposal('01', 'stale'), proposal('02', 'expired'), proposal('03', 'applying')])).toEqual([
    '03',
  ]);
});
