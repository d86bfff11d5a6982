import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Token } from '#contract/access/token.ts';
import type { Query } from '#contract/api/define-api.ts';
import { driverApi } from '#contract/api/drivers.ts';
import { groupApi } from '#contract/api/groups.ts';
import { tokenApi } from '#contract/api/tokens.ts';
import { mayRead } from './may-read.ts';
import { usePrincipal } from './principal.ts';
import { usePages, useRead } from './queries.ts';

const filtered = { placeholderData: keepPreviousData };

export const useDriver = (id: string) => useRead(['drivers', 'one', id], driverApi.get, { params: { id } });
export const useDrivers = (query: Query<typeof driverApi.list>) =>
  usePages(['drivers', query], driverApi.list, { query });
export const useTokens = (query: Query<typeof tokenApi.list>) => usePages(['tokens', query], tokenApi.list, { query });
/** One that an address names. */
export const useToken = (id: string | undefined) =>
  useRead(['tokens', 'one', id], tokenApi.get, { params: { id: id ?? '' } }, { enabled: id !== undefined });
/** A help beside other things; undefined also for whoever may not read them. */
export const useGroups = () =>
  useRead(['groups'], groupApi.list, {}, { enabled: mayRead(usePrincipal(), groupApi.list) });

export type RefusalQuery = Query<typeof tokenApi.refusals>;
export const useRefusals = (query: RefusalQuery) =>
  useRead(['refusals', query], tokenApi.refusals, { query: { ...query, limit: 200 } }, filtered);

/** As many drivers and cards as one page of the server holds. */
const onePage = { query: { limit: 1000 } };
const names = { staleTime: 60_000 };
const useAllDrivers = () => {
  const enabled = mayRead(usePrincipal(), driverApi.list);
  const { data } = useRead(['drivers', 'names'], driverApi.list, onePage, { ...names, enabled });
  return enabled ? data : undefined;
};
const useAllCards = () => {
  const enabled = mayRead(usePrincipal(), tokenApi.list);
  const { data } = useRead(['tokens', 'names'], tokenApi.list, onePage, { ...names, enabled });
  return enabled ? data : undefined;
};

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
