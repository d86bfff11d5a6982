import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { sessionApi } from '#contract/api/sessions.ts';
import type { ListedSession } from '#contract/sessions/session.ts';
import { call } from '../api/call.ts';
import { useLive } from './live-provider.tsx';
import { SessionList, type SessionListView } from './session-list.ts';

type ListRequest = {
  /** In the words of the API. */
  asked: URLSearchParams;
  fits(session: ListedSession): boolean;
};

const nothingYet: SessionListView = { sessions: [], hasMore: true, isLoading: true, newOnes: 0, problem: null };

/** A list for as long as a page shows it. Whoever wants something else gets another list, so `wanted` is kept by the caller. */
export function useSessionList(wanted: ListRequest): { view: SessionListView; list: SessionList | null } {
  const { feed } = useLive();
  const queries = useQueryClient();
  const [list, setList] = useState<SessionList | null>(null);

  useEffect(() => {
    const { asked, fits } = wanted;
    const end = new AbortController();
    const state = asked.get('state');
    const made = new SessionList(
      {
        parts: state === 'running' || state === 'ended' ? [state] : ['running', 'ended'],
        fits,
        readPage: ({ state: part, limit, after }, signal) => {
          const query = { ...Object.fromEntries(asked), state: part, limit, after: after ?? undefined };
          return call(sessionApi.list, { query, signal });
        },
      },
      end.signal,
    );
    const stopHearing = feed.listen({
      onSessions: (sessions) => made.hear(sessions),
      onLive: () => made.reload(), // nobody knows what was missed
    });
    const stopWatching = made.listen(() => {
      if (made.view.problem?.code === 'NOT_SIGNED_IN') void queries.invalidateQueries({ queryKey: ['me'] });
    });
    made.reload();
    setList(made);
    return () => {
      end.abort();
      stopHearing();
      stopWatching();
    };
  }, [feed, queries, wanted]);

  const view = useSyncExternalStore(
    (listener) => list?.listen(listener) ?? (() => undefined),
    () => list?.view ?? nothingYet,
  );
  return { view, list };
}
