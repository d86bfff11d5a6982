import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { attentionApi } from '#contract/api/attention.ts';
import { eventApi } from '#contract/api/events.ts';
import { reportApi } from '#contract/api/reports.ts';
import { sessionApi } from '#contract/api/sessions.ts';
import { simulatedStationApi } from '#contract/api/simulated-stations.ts';
import type { LedgerEvent } from '#contract/event.ts';
import type { ListedSession, SessionPage } from '#contract/sessions/session.ts';
import { gathered } from '../live/gathered.ts';
import { useLive } from '../live/live-provider.tsx';
import { call } from './call.ts';
import { usePrincipal } from './principal.ts';
import { again as mayHelp, useRead } from './queries.ts';

/** Kinds of events after which something else may need a person. Meter values and heartbeats are not among them. */
const quiet: ReadonlySet<LedgerEvent['kind']> = new Set([
  ...(['meter-values', 'session-event', 'session-cost-sent', 'token-accepted', 'command-asked'] as const),
]);
const restMs = 1_000;
const kept = { placeholderData: keepPreviousData };

/** What needs a person: read again when something happened, once a second at most, and every half minute. */
export function useAttention() {
  const { feed } = useLive();
  const queries = useQueryClient();
  const me = usePrincipal()?.id;
  useEffect(() => {
    const again = gathered(restMs, () => void queries.invalidateQueries({ queryKey: ['attention'] }));
    const stop = feed.listen({
      onEvent: ({ kind, flags }) => {
        if (!quiet.has(kind) || flags.length > 0) again.ask();
      },
    });
    return () => {
      again.stop();
      stop();
    };
  }, [feed, queries]);
  return useRead(
    ['attention', me],
    attentionApi.list,
    { query: { perKind: 20 } },
    { refetchInterval: 30_000, ...kept },
  );
}

/** Sums of the day: they change when a session ends. */
export function useToday() {
  useAgainAfterSessions('today', hasEnded, 5_000);
  return useRead(['today'], reportApi.today, {}, { refetchInterval: 60_000, ...kept });
}

export function useLivePower() {
  useAgainAfterSessions('power', always, 2_000);
  return useRead(['power'], reportApi.power, {}, { refetchInterval: 15_000, ...kept });
}

/** So many of the running sessions, the newest first; values change in place as the server tells them. */
export function useRunning(limit: number) {
  const { feed } = useLive();
  const queries = useQueryClient();
  const key = useMemo(() => ['running', limit], [limit]);
  useEffect(
    () =>
      feed.listen({
        onSessions: (sessions) => {
          const told = new Map(sessions.map((session) => [session.id, session]));
          queries.setQueryData<SessionPage>(
            key,
            (page) => page && { ...page, sessions: page.sessions.map((each) => told.get(each.id) ?? each) },
          );
        },
      }),
    [feed, queries, key],
  );
  useAgainAfterSessions('running', isAnother, 1_000);
  return useRead(key, sessionApi.list, { query: { state: 'running', limit, total: true } }, kept);
}

type Concerns = (sessions: readonly ListedSession[], known: ReadonlySet<string>) => boolean;

const always: Concerns = () => true;
const hasEnded: Concerns = (sessions) => sessions.some(({ state }) => state === 'ended');
/** One that began, or is over. */
const isAnother: Concerns = (sessions, known) =>
  sessions.some(({ id, state }) => state !== 'running' || !known.has(id));

function useAgainAfterSessions(key: string, concerns: Concerns, everyMs: number): void {
  const { feed } = useLive();
  const queries = useQueryClient();
  useEffect(() => {
    const again = gathered(everyMs, () => void queries.invalidateQueries({ queryKey: [key] }));
    const known = new Set<string>();
    const stop = feed.listen({
      onSessions: (sessions) => {
        const isOurs = concerns(sessions, known);
        for (const { id, state } of sessions) {
          if (state === 'running') known.add(id);
          else known.delete(id);
        }
        if (isOurs) again.ask();
      },
    });
    return () => {
      again.stop();
      stop();
    };
  }, [feed, queries, key, everyMs, concerns]);
}

/** The newest events, newest first: what was read, and what came since. */
export function useLastEvents(limit: number, isTold: (event: LedgerEvent) => boolean) {
  const { feed } = useLive();
  const [came, setCame] = useState<readonly LedgerEvent[]>([]);
  const read = useQuery({
    queryKey: ['events', 'newest'],
    queryFn: ({ signal }) => readNewest(signal),
    retry: mayHelp,
  });
  useEffect(() => feed.listen({ onEvent: (event) => setCame((before) => [event, ...before].slice(0, 200)) }), [feed]);
  const events = useMemo(() => {
    const all = [...came, ...(read.data?.events.toReversed() ?? [])].filter(isTold);
    return [...new Map(all.map((event) => [event.id, event])).values()].slice(0, limit);
  }, [came, read.data, isTold, limit]);
  return { events, isLoading: read.data === undefined, error: read.error };
}

/** Without the header the same address is a stream. */
function readNewest(signal: AbortSignal) {
  const query = { from: 'newest', limit: 100 } as const;
  return call(eventApi.follow, { query, signal, headers: { accept: 'application/json' } });
}

/** The stations that the server plays; only whoever administers the whole installation may ask. */
export const useSimulatedStations = (enabled: boolean) =>
  useRead(['simulated-stations'], simulatedStationApi.list, {}, { enabled });

export const addSimulatedStation = () => call(simulatedStationApi.add, { body: {} });
