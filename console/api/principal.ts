import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Principal } from '#contract/agents/principal.ts';
import { signInApi } from '#contract/api/sign-in.ts';
import { systemApi } from '#contract/api/system.ts';
import { call, send } from './call.ts';

/** Who the server thinks we are. It is asked again while it does not answer. */
export function useWhoAmI() {
  return useQuery({
    queryKey: ['me'],
    queryFn: () => call(signInApi.whoAmI),
    retry: false,
    staleTime: 30_000, // every part of the page asks; signing in and out is told
    refetchInterval: ({ state }) => (state.data === undefined ? 3_000 : false),
  });
}

export function usePrincipal(): Principal | null {
  return useWhoAmI().data?.principal ?? null;
}

export function useSignIn() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (key: string) => send(signInApi.signIn, { body: { key } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['me'] }),
  });
}

export function useSignOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => send(signInApi.signOut),
    onSettled: () => queries.invalidateQueries({ queryKey: ['me'] }),
  });
}

export function useAbout() {
  return useQuery({ queryKey: ['about'], queryFn: () => call(systemApi.about), staleTime: Number.POSITIVE_INFINITY });
}
