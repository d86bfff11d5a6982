import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { LedgerEvent } from '#contract/event.ts';
import { usePrincipal } from './principal.ts';
import { type AuditAsked, proposalApi } from './proposal-api.ts';
import { again, useReadAgain } from './queries.ts';

const kinds: ReadonlySet<LedgerEvent['kind']> = new Set(['proposal-made', 'proposal-decided', 'proposal-moved']);

/** How many wait for a person, live; who shows it on every page keeps the lists of the others live too. */
export function useWaitingCount(): number {
  const me = usePrincipal();
  useReadAgain('proposals', kinds);
  const { data } = useQuery({
    queryKey: ['proposals', 'waiting', me?.id],
    queryFn: ({ signal }) => proposalApi.waiting(signal),
    enabled: me?.kind === 'person', // others are not asked to decide
    retry: again,
  });
  return data?.waiting ?? 0;
}

/** What waits for a person, and what became of the rest. */
export function useProposals() {
  const me = usePrincipal();
  return useQuery({
    queryKey: ['proposals', 'all', me?.id],
    queryFn: ({ signal }) => proposalApi.proposals(signal),
    enabled: me?.kind === 'person',
    retry: again,
  });
}

export function useAudit(asked: AuditAsked) {
  return useInfiniteQuery({
    queryKey: ['audit', asked],
    queryFn: ({ pageParam, signal }) => proposalApi.audit({ ...asked, after: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    retry: again,
  });
}
