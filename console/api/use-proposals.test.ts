import { expect, test } from 'vitest';
import type { Proposal, ProposalList } from '#contract/agents/proposal.ts';
import { withOpen } from './use-proposals.ts';

const list = (...ids: string[]): ProposalList => ({ proposals: ids.map((id) => ({ id }) as Proposal), waiting: 2 });

test('what waits is there once, also when newer ones have pushed it off the list', () => {
  const { proposals, waiting } = withOpen(list('9', '8', '7'), list('8', '2'), list('1'));
  expect(proposals.map(({ id }) => id)).toEqual(['9', '8', '7', '2', '1']);
  expect(waiting).toBe(2);
});
