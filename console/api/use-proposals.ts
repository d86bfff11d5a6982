import { useQuery } from '@tanstack/react-query';
import type { Proposal, ProposalList } from '#contract/agents/proposal.ts';

import { proposalApi } from '#contract/api/proposals.ts';

import type { LedgerEvent } from '#contract/event.ts';
import { call } from './call.ts';
import { usePrincipal } from './principal.ts';
import { again, useRead, useReadAgain } from './queries.ts';

const kinds: ReadonlySet<LedgerEvent['kind']> = new Set(['proposal-made', 'proposal-decided', 'proposal-moved']);

/** How many wait for a person, live; who shows it on every page keeps the lists of the others live too. */
export function useWaitingCount(): number {
  const me = usePrincipal();
  useReadAgain('proposals', kinds);
  const query = { state: 'proposed', limit: 1 } as const;
  const isAsked = me?.kind === 'person'; // others are not asked to decide
  const { data } = useRead(['proposals', 'waiting', me?.id], proposalApi.list, { query }, { enabled: isAsked });
  return data?.waiting ?? 0;
}

/** What waits for a person, and what became of the rest. */
export function useProposals() {
  const me = usePrincipal();
  return useQuery({
    queryKey: ['proposals', 'all', me?.id],
    queryFn: ({ signal }) => readProposals(signal),
    enabled: me?.kind === 'person',
    retry: again,
  });
}

async function readProposals(signal: AbortSignal): Promise<ProposalList> {
  const read = (state?: Proposal['state']) => call(proposalApi.list, { query: { limit: 200, state }, signal });
  return withOpen(...(await Promise.all([read(), read('proposed'), read('approved')])));
}

/** The newest, and whatever still waits: an agent that proposes and takes back must not push it off the page. */
export function withOpen(newest: ProposalList, ...open: ProposalList[]): ProposalList {
  const all = [newest, ...open].flatMap(({ proposals }) => proposals);
  return { ...newest, proposals: [...new Map(all.map((each) => [each.id, each])).values()] };
}
