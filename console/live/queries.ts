import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Token } from '#contract/access/token.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { accessApi, type DriversAsked, type RefusalsAsked, type TokensAsked } from './access-api.ts';
import { ApiProblem } from './ask.ts';
import { billApi } from './bill-api.ts';
import { useLive } from './live-provider.tsx';
import { type OutagesAsked, type ReportAsked, reportApi } from './report-api.ts';
import { type ReservationsAsked, reservationApi } from './reservation-api.ts';
import { siteApi } from './site-api.ts';
import { tariffApi } from './tariff-api.ts';

/** What is not there does not come by asking again. */
export function again(failures: number, problem: Error): boolean {
  const isGone = problem instanceof ApiProblem && (problem.code === 'NOT_FOUND' || problem.code === 'INVALID_INPUT');
  return !isGone && failures < 2;
}

export function useDrivers(asked: DriversAsked) {
  return useInfiniteQuery({
    queryKey: ['drivers', asked],
    queryFn: ({ pageParam, signal }) => accessApi.drivers({ ...asked, after: pageParam }, signal),
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
    queryFn: ({ signal }) => accessApi.drivers({ limit: maxNames }, signal),
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
    queryFn: ({ signal }) => accessApi.driver(id, signal),
    retry: again,
  });
}

export function useTokens(asked: TokensAsked) {
  return useInfiniteQuery({
    queryKey: ['tokens', asked],
    queryFn: ({ pageParam, signal }) => accessApi.tokens({ ...asked, after: pageParam }, signal),
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
      const { tokens, next } = await accessApi.tokens({ limit: maxNames }, signal);
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
    queryFn: ({ signal }) => accessApi.token(id ?? '', signal),
    enabled: id !== undefined,
    retry: again,
  });
}

export function useGroups() {
  return useQuery({ queryKey: ['groups'], queryFn: ({ signal }) => accessApi.groups(signal), retry: again });
}

export function useRefusals(asked: RefusalsAsked) {
  return useQuery({
    queryKey: ['refusals', asked],
    queryFn: ({ signal }) => accessApi.refusals(asked, signal),
    placeholderData: keepPreviousData,
    retry: again,
  });
}

export function useSites() {
  return useQuery({ queryKey: ['sites'], queryFn: ({ signal }) => siteApi.sites(signal), retry: again });
}

export function useSite(id: string) {
  return useQuery({ queryKey: ['sites', id], queryFn: ({ signal }) => siteApi.site(id, signal), retry: again });
}

export function useTariffs() {
  return useQuery({ queryKey: ['tariffs'], queryFn: ({ signal }) => tariffApi.tariffs(signal), retry: again });
}

export function useTariff(id: string) {
  return useQuery({ queryKey: ['tariffs', id], queryFn: ({ signal }) => tariffApi.tariff(id, signal), retry: again });
}

export function useAssignments() {
  return useQuery({ queryKey: ['assignments'], queryFn: ({ signal }) => tariffApi.assignments(signal), retry: again });
}

export function useReservations(asked: ReservationsAsked) {
  return useQuery({
    queryKey: ['reservations', asked],
    queryFn: ({ signal }) => reservationApi.reservations(asked, signal),
    placeholderData: keepPreviousData,
    retry: again,
  });
}

export function useBill(sessionId: string) {
  return useQuery({
    queryKey: ['session', sessionId, 'bill'],
    queryFn: ({ signal }) => billApi.bill(sessionId, signal),
    retry: again,
  });
}

export function useReport(asked: ReportAsked) {
  return useQuery({
    queryKey: ['reports', asked],
    queryFn: ({ signal }) => reportApi.report(asked, signal),
    placeholderData: keepPreviousData,
    retry: again,
  });
}

export function useUptime(asked: ReportAsked) {
  return useQuery({
    queryKey: ['uptime', asked],
    queryFn: ({ signal }) => reportApi.uptime(asked, signal),
    placeholderData: keepPreviousData,
    retry: again,
  });
}

export function useRefusalReport(asked: ReportAsked) {
  return useQuery({
    queryKey: ['refusal-report', asked],
    queryFn: ({ signal }) => reportApi.refusals(asked, signal),
    placeholderData: keepPreviousData,
    retry: again,
  });
}

export function useOutages(asked: OutagesAsked) {
  return useQuery({
    queryKey: ['outages', asked],
    queryFn: ({ signal }) => reportApi.outages(asked, signal),
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
