import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Principal } from '#contract/agents/principal.ts';
import { api } from './api.ts';

/** Who the server thinks we are. It is asked again while it does not answer. */
export function useWhoAmI() {
  return useQuery({
    queryKey: ['me'],
    queryFn: api.whoAmI,
    retry: false,
    refetchInterval: ({ state }) => (state.data === undefined ? 3_000 : false),
  });
}

export function usePrincipal(): Principal | null {
  return useWhoAmI().data?.principal ?? null;
}

export function useSignIn() {
  const queries = useQueryClient();
  return useMutation({ mutationFn: api.signIn, onSuccess: () => queries.invalidateQueries({ queryKey: ['me'] }) });
}

export function useSignOut() {
  const queries = useQueryClient();
  return useMutation({ mutationFn: api.signOut, onSettled: () => queries.invalidateQueries({ queryKey: ['me'] }) });
}

export function useAbout() {
  return useQuery({ queryKey: ['about'], queryFn: api.about, staleTime: Number.POSITIVE_INFINITY });
}
