import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Principal, WhoAmI } from '#contract/agents/principal.ts';
import { signInApi } from '#contract/api/sign-in.ts';
import { systemApi } from '#contract/api/system.ts';
import { call, send } from './call.ts';

/** Others change what somebody may do, and the page should not say otherwise for long. */
const lookEveryMs = 15_000;

/** Who the server thinks we are. It is asked again while it does not answer. */
export function useWhoAmI() {
  return useQuery({
    queryKey: ['me'],
    queryFn: () => call(signInApi.whoAmI),
    retry: false,
    staleTime: 30_000, // every part of the page asks; signing in and out is told
    refetchInterval: ({ state }) => (state.data === undefined ? 3_000 : lookEveryMs),
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
    onSuccess: () => {
      queries.setQueryData<number>(signOuts, (before = 0) => before + 1);
      queries.setQueryData<WhoAmI>(['me'], (before) => before && { ...before, principal: null });
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['me'] });
      queries.removeQueries({ type: 'inactive' }); // whoever comes next reads for themselves
    },
  });
}

const signOuts = ['sign-outs'];

/** How often somebody signed out here: nothing of theirs stays then, unlike after a session that has run out. */
export function useSignOutCount(): number {
  return useQuery({ queryKey: signOuts, queryFn: () => 0, initialData: 0, staleTime: Number.POSITIVE_INFINITY }).data;
}

export function useAbout() {
  return useQuery({ queryKey: ['about'], queryFn: () => call(systemApi.about), staleTime: Number.POSITIVE_INFINITY });
}
