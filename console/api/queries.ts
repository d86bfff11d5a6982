import { keepPreviousData, type QueryKey, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Token } from '#contract/access/token.ts';
import { billApi } from '#contract/api/bills.ts';
import type { Endpoint, Given, Query } from '#contract/api/define-api.ts';
import { deviceApi } from '#contract/api/devices.ts';
import { driverApi } from '#contract/api/drivers.ts';
import { groupApi } from '#contract/api/groups.ts';
import { reportApi } from '#contract/api/reports.ts';
import { reservationApi } from '#contract/api/reservations.ts';
import { securityApi } from '#contract/api/security.ts';
import { siteApi } from '#contract/api/sites.ts';
import { systemApi } from '#contract/api/system.ts';
import { tariffApi } from '#contract/api/tariffs.ts';
import { tokenApi } from '#contract/api/tokens.ts';
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

/** The same page by page, as far as somebody wants to see. */
export function usePages<Each extends Endpoint>(queryKey: QueryKey, endpoint: Each, given: Given<Each>) {
  const { query }: { query?: object } = given;
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      read(endpoint, { ...given, ...{ query: { ...query, after: pageParam } }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page as { next: string | null }).next ?? undefined,
    placeholderData: keepPreviousData,
    retry: again,
  });
}

const filtered = { placeholderData: keepPreviousData };

export const useDriver = (id: string) => useRead(['drivers', 'one', id], driverApi.get, { params: { id } });
export const useDrivers = (query: Query<typeof driverApi.list>) =>
  usePages(['drivers', query], driverApi.list, { query });
export const useTokens = (query: Query<typeof tokenApi.list>) => usePages(['tokens', query], tokenApi.list, { query });
/** One that an address names. */
export const useToken = (id: string | undefined) =>
  useRead(['tokens', 'one', id], tokenApi.get, { params: { id: id ?? '' } }, { enabled: id !== undefined });
export const useGroups = () => useRead(['groups'], groupApi.list, {});

export type RefusalQuery = Query<typeof tokenApi.refusals>;
export const useRefusals = (query: RefusalQuery) =>
  useRead(['refusals', query], tokenApi.refusals, { query: { ...query, limit: 200 } }, filtered);

export const useSites = () => useRead(['sites'], siteApi.list, {});
export const useSite = (id: string) => useRead(['sites', id], siteApi.get, { params: { id } });
export const useTariffs = () => useRead(['tariffs'], tariffApi.list, {});
export const useTariff = (id: string) => useRead(['tariffs', id], tariffApi.get, { params: { id } });
export const useAssignments = () => useRead(['assignments'], tariffApi.assignments, {});
export const useReservations = (query: Query<typeof reservationApi.list>) =>
  useRead(['reservations', query], reservationApi.list, { query }, filtered);
export const useBill = (id: string) => useRead(['session', id, 'bill'], billApi.get, { params: { id } });
export const useAudit = (query: Query<typeof systemApi.audit>) =>
  usePages(['audit', query], systemApi.audit, { query });

export const useReport = (query: Query<typeof reportApi.make>) =>
  useRead(['reports', query], reportApi.make, { query }, filtered);
export const useHours = (query: Query<typeof reportApi.hours>) =>
  useRead(['report-hours', query], reportApi.hours, { query }, filtered);
export const useUptime = (query: Query<typeof reportApi.uptime>) =>
  useRead(['uptime', query], reportApi.uptime, { query }, filtered);
export const useRefusalReport = (query: Query<typeof reportApi.refusals>) =>
  useRead(['refusal-report', query], reportApi.refusals, { query }, filtered);
export const useOutages = (query: Query<typeof reportApi.outages>) =>
  useRead(['outages', query], reportApi.outages, { query }, filtered);

const deviceKinds: ReadonlySet<LedgerEvent['kind']> = new Set([
  ...(['device-seen', 'device-activated', 'device-changed', 'device-removed', 'device-connected'] as const),
  ...(['device-disconnected', 'device-tools-listed', 'device-tool-judged', 'device-placed'] as const),
  'device-taken-away',
]);

export function useDevices() {
  useReadAgain('devices', deviceKinds);
  return useRead(['devices'], deviceApi.list, {});
}

export function useDevice(id: string) {
  useReadAgain('devices', deviceKinds);
  return useRead(['devices', id], deviceApi.get, { params: { id } });
}

const deviceEventKinds: ReadonlySet<LedgerEvent['kind']> = new Set([
  ...(['device-connected', 'device-disconnected', 'device-called', 'device-notified', 'device-changed'] as const),
  ...(['device-tools-listed', 'device-tool-judged', 'device-activated'] as const),
]);

export function useDeviceEvents(id: string) {
  useReadAgain('device-events', deviceEventKinds);
  return useRead(['device-events', id], deviceApi.events, { params: { id } });
}

const securityKinds: ReadonlySet<LedgerEvent['kind']> = new Set([
  ...([
    'security-event',
    'security-event-acknowledged',
    'security-upgrade-changed',
    'security-profile-reached',
  ] as const),
  ...(['station-connected', 'certificate-delivered', 'certificate-installed', 'password-changed'] as const),
]);

export function useStationSecurity(id: string) {
  useReadAgain('station-security', securityKinds);
  return useRead(['station-security', id], securityApi.get, { params: { id } });
}

/** As many drivers and cards as one page of the server holds. */
const onePage = { query: { limit: 1000 } };
const names = { staleTime: 60_000 };
const useAllDrivers = () => useRead(['drivers', 'names'], driverApi.list, onePage, names).data;
const useAllCards = () => useRead(['tokens', 'names'], tokenApi.list, onePage, names).data;

export function useDriverNames(): ReadonlyMap<string, string | null> | undefined {
  const data = useAllDrivers();
  return useMemo(() => data && new Map(data.drivers.map(({ id, name }) => [id, name])), [data]);
}

export function useBlockedDrivers(): ReadonlySet<string> {
  const data = useAllDrivers();
  return useMemo(() => new Set(data?.drivers.filter(({ isBlocked }) => isBlocked).map(({ id }) => id)), [data]);
}

export function useCards(): readonly Token[] {
  return useAllCards()?.tokens ?? [];
}

/** The card of a hash; undefined: nobody entered it, or it is not read yet. */
export function useCard(id: string | undefined): Token | undefined {
  const data = useAllCards();
  const known = useMemo(() => data?.tokens.find((each) => each.id === id), [data, id]);
  const hasMore = data !== undefined && data.next !== null;
  return useToken(known === undefined && hasMore ? id : undefined).data ?? known;
}

/** The cards of each driver; those of more than one page of the server are not all there. */
export function useCardsByDriver(): ReadonlyMap<string, Token[]> {
  const data = useAllCards();
  return useMemo(() => Map.groupBy(data?.tokens ?? [], ({ driverId }) => driverId ?? ''), [data]);
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
