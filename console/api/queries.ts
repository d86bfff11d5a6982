import { keepPreviousData, type QueryKey, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Endpoint, Given } from '#contract/api/define-api.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { useLive } from '../live/live-provider.tsx';
import { isGone, read } from './call.ts';

/** What is not there does not come by asking again. */
export function again(failures: number, problem: Error): boolean {
  return !isGone(problem) && failures < 2;
}

type Options = {
  enabled?: boolean;
  staleTime?: number;
  refetchInterval?: number;
  /** What was shown stays until the answer to another filter is there. */
  placeholderData?: typeof keepPreviousData;
};

/** The answer of an endpoint. Whoever changes something reads again what begins with the same key. */
export function useRead<Each extends Endpoint>(
  queryKey: QueryKey,
  endpoint: Each,
  given: Given<Each>,
  options: Options = {},
) {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => read(endpoint, { ...given, signal }),
    retry: again,
    ...options,
  });
}

/** The same page by page, as far as somebody wants to see. Pages go on `after` the last one, or back `before` it. */
export function usePages<Each extends Endpoint>(
  queryKey: QueryKey,
  endpoint: Each,
  given: Given<Each>,
  direction: 'after' | 'before' = 'after',
) {
  const { query }: { query?: object } = given;
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      read(endpoint, { ...given, query: { ...query, [direction]: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page as { next: string | null }).next ?? undefined,
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
