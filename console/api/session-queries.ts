import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { meterValueApi } from '#contract/api/meter-values.ts';
import { sessionApi } from '#contract/api/sessions.ts';
import type { SessionDetail } from '#contract/sessions/detail.ts';
import type { ListedSession } from '#contract/sessions/session.ts';
import { useLive } from '../live/live-provider.tsx';
import { call } from './call.ts';
import { usePages, useRead } from './queries.ts';

/** A curve and a timeline are read again at most this often while their session goes on. */
const restMs = 2_000;

export const useSession = (id: string) => useRead(['session', id, 'detail'], sessionApi.get, { params: { id } });
export const useSignedValues = (id: string) =>
  useRead(['session', id, 'signed'], meterValueApi.signed, { params: { id } });
export const useSessionCurve = (id: string) =>
  useRead(
    ['session', id, 'curve'],
    meterValueApi.curve,
    { params: { id }, query: { points: 300 } },
    { placeholderData: keepPreviousData },
  );
export const useSessionEvents = (id: string) =>
  usePages(['session', id, 'events'], sessionApi.events, { params: { id }, query: { limit: 500 } });

/** Keeps everything that is shown of a session true: its values at once, the rest a moment later. */
export function useSessionLive(id: string): void {
  const { feed } = useLive();
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readAgain = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: ['session', id] });
      }, restMs);
    };
    const stop = feed.listen({
      onLive: readAgain,
      onSessions: (sessions) => {
        const told = sessions.find((session) => session.id === id);
        if (told === undefined) return;
        queries.setQueryData<SessionDetail>(['session', id, 'detail'], (before) => before && { ...before, ...told });
        readAgain();
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [feed, queries, id]);
}

/** The running session at a connector, looked for while somebody wants to know. */
export function useRunningAt(place: { stationId: string; evseId: number } | null) {
  return useQuery({
    queryKey: ['running-at', place?.stationId, place?.evseId],
    queryFn: async ({ signal }): Promise<ListedSession | null> => {
      const { sessions } = await call(sessionApi.list, {
        query: { stationId: place?.stationId, evseId: place?.evseId, state: 'running', limit: 1 },
        signal,
      });
      return sessions[0] ?? null;
    },
    enabled: place !== null,
    staleTime: 0,
    gcTime: 0,
  });
}
