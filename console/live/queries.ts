import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Token } from '#contract/access/token.ts';
import { billApi } from '#contract/api/bills.ts';
import type { Query } from '#contract/api/define-api.ts';
import { driverApi } from '#contract/api/drivers.ts';
import { groupApi } from '#contract/api/groups.ts';
import { reportApi } from '#contract/api/reports.ts';
import { reservationApi } from '#contract/api/reservations.ts';
import { siteApi } from '#contract/api/sites.ts';
import { tariffApi } from '#contract/api/tariffs.ts';
import { tokenApi } from '#contract/api/tokens.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { ApiProblem, call } from './call.ts';
import { useLive } from './live-provider.tsx';

/** What is not there does not come by asking again. */
export function again(failures: number, problem: Error): boolean {
  const isGone = problem instanceof ApiProblem && (problem.code === 'NOT_FOUND' || problem.code === 'INVALID_INPUT');
  return !isGone && failures < 2;
}

export function useDrivers(asked: Query<typeof driverApi.list>) {
  return useInfiniteQuery({
    queryKey: ['drivers', asked],
    queryFn: ({ pageParam, signal }) => call(driverApi.list, { query: { ...asked, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    retry: again,
  });
}

const maxNames = 1000;

/** By id, as many as one page of the server holds. */
function useDriverBook() {
  return useQuery({
    queryKey: ['drivers', 'names'],
    queryFn: ({ signal }) => call(driverApi.list, { query: { limit: maxNames }, signal }),
    staleTime: 60_000,
    retry: again,
  }).data;
}

export function useDriverNames(): ReadonlyMap<string, string | null> | undefined {
  const data = useDriverBook();
  return useMemo(() => data && new Map(data.drivers.map(({ id, name }) => [id, name])), [data]);
}

export function useBlockedDrivers(): ReadonlySet<string> {
  const data = useDriverBook();
  return useMemo(() => new Set(data?.drivers.filter(({ isBlocked }) => isBlocked).map(({ id }) => id)), [data]);
}

export function useDriver(id: string) {
  return useQuery({
    queryKey: ['drivers', 'one', id],
    queryFn: ({ signal }) => call(driverApi.get, { params: { id }, signal }),
    retry: again,
  });
}

export function useTokens(asked: Query<typeof tokenApi.list>) {
  return useInfiniteQuery({
    queryKey: ['tokens', asked],
    queryFn: ({ pageParam, signal }) => call(tokenApi.list, { query: { ...asked, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    retry: again,
  });
}

/** As many cards as one page of the server holds; `isWhole`: there are no more. */
function useCardBook() {
  return useQuery({
    queryKey: ['tokens', 'names'],
    queryFn: async ({ signal }) => {
      const { tokens, next } = await call(tokenApi.list, { query: { limit: maxNames }, signal });
      return { cards: new Map(tokens.map((each) => [each.id, each])), isWhole: next === null };
    },
    staleTime: 60_000,
    retry: again,
  }).data;
}

/** As many as one page of the server holds. */
export function useCards(): Token[] {
  const book = useCardBook();
  return useMemo(() => [...(book?.cards.values() ?? [])], [book]);
}

/** The card of a hash; undefined: nobody entered it, or it is not read yet. */
export function useCard(id: string | undefined): Token | undefined {
  const book = useCardBook();
  const known = id === undefined ? undefined : book?.cards.get(id);
  const one = useToken(known === undefined && book?.isWhole === false ? id : undefined);
  return known ?? one.data;
}

/** The cards of each driver; those of more than one page of the server are not all there. */
export function useCardsByDriver(): ReadonlyMap<string, Token[]> {
  const book = useCardBook();
  return useMemo(() => {
    const owned = [...(book?.cards.values() ?? [])].filter(({ driverId }) => driverId !== null);
    return Map.groupBy(owned, ({ driverId }) => driverId ?? '');
  }, [book]);
}

/** One that an address names. */
export function useToken(id: string | undefined) {
  return useQuery({
    queryKey: ['tokens', 'one', id],
    queryFn: ({ signal }) => call(tokenApi.get, { params: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
    retry: again,
  });
}

export function useGroups() {
  return useQuery({ queryKey: ['groups'], queryFn: ({ signal }) => call(groupApi.list, { signal }), retry: again });
}

export type RefusalQuery = Query<typeof tokenApi.refusals>;

export function useRefusals(asked: RefusalQuery) {
  return useQuery({
    queryKey: ['refusals', asked],
    queryFn: ({ signal }) => call(tokenApi.refusals, { query: { ...asked, limit: 200 }, signal }),
    placeholderData: keepPreviousData,
    retry: again,
  });
}

export function useSites() {
  return useQuery({ queryKey: ['sites'], queryFn: ({ signal }) => call(siteApi.list, { signal }), retry: again });
}

export function useSite(id: string) {
  return useQuery({
    queryKey: ['sites', id],
    queryFn: ({ signal }) => call(siteApi.get, { params: { id }, signal }),
    retry: again,
  });
}

export function useTariffs() {
  return useQuery({ queryKey: ['tariffs'], queryFn: ({ signal }) => call(tariffApi.list, { signal }), retry: again });
}

export function useTariff(id: string) {
  return useQuery({
    queryKey: ['tariffs', id],
    queryFn: ({ signal }) => call(tariffApi.get, { params: { id }, signal }),
    retry: again,
  });
}

export function useAssignments() {
  return useQuery({
    queryKey: ['assignments'],
    queryFn: ({ signal }) => call(tariffApi.assignments, { signal }),
    retry: again,
  });
}

export function useReservations(asked: Query<typeof reservationApi.list>) {
  return useQuery({
    queryKey: ['reservations', asked],
    queryFn: ({ signal }) => call(reservationApi.list, { query: asked, signal }),
    placeholderData: keepPreviousData,
    retry: again,
  });
}

export function useBill(sessionId: string) {
  return useQuery({
    queryKey: ['session', sessionId, 'bill'],
    queryFn: ({ signal }) => call(billApi.get, { params: { id: sessionId }, signal }),
    retry: again,
  });
}

export function useReport(asked: Query<typeof reportApi.make>) {
  return useQuery({
    queryKey: ['reports', asked],
    queryFn: ({ signal }) => call(reportApi.make, { query: asked, signal }),
    placeholderData: keepPreviousData,
    retry: again,
  });
}

export function useUptime(asked: Query<typeof reportApi.uptime>) {
  return useQuery({
    queryKey: ['uptime', asked],
    queryFn: ({ signal }) => call(reportApi.uptime, { query: asked, signal }),
    placeholderData: keepPreviousData,
    retry: again,
  });
}

export function useRefusalReport(asked: Query<typeof reportApi.refusals>) {
  return useQuery({
    queryKey: ['refusal-report', asked],
    queryFn: ({ signal }) => call(reportApi.refusals, { query: asked, signal }),
    placeholderData: keepPreviousData,
    retry: again,
  });
}

export function useOutages(asked: Query<typeof reportApi.outages>) {
  return useQuery({
    queryKey: ['outages', asked],
    queryFn: ({ signal }) => call(reportApi.outages, { query: asked, signal }),
    placeholderData: keepPreviousData,
    retry: again,
  });
}

const restMs = 1_000;

/** Reads something again when the ledger tells of it, at most once a second. `kinds` is kept by the caller. */
export function useReadAgain(key: string, kinds: ReadonlySet<LedgerEvent['kind']>): void {
  const { feed } = useLive();
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = feed.listen({
      onEvent: ({ kind }) => {
        if (!kinds.has(kind)) return;
        timer ??= setTimeout(() => {
          timer = undefined;
          void queries.invalidateQueries({ queryKey: [key] });
        }, restMs);
      },
      onLive: () => void queries.invalidateQueries({ queryKey: [key] }), // nobody knows what was missed
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [feed, queries, key, kinds]);
}
