import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './call.ts';

const againAfterMs = 5_000;
/** What is so because of who asks or what was asked for: time does not change it. */
const lasting: ReadonlySet<string> = new Set(['NOT_FOUND', 'INVALID_INPUT', 'NOT_SIGNED_IN', 'NOT_ALLOWED']);

/** An error never outlives its reason: what could not be read is read again until it can be, on every page. */
export function againWhileFailed({ state: { error } }: Pick<Query, 'state'>): number | false {
  if (error === null || (error instanceof ApiProblem && lasting.has(error.code))) return false;
  return againAfterMs;
}

const ofWhoAsks: ReadonlySet<string> = new Set(['NOT_SIGNED_IN', 'NOT_ALLOWED']);

/** Whoever is told that they may not, looks again who they are: the page then says so, and offers to sign in. */
function lookWhoIAm(problem: Error): void {
  if (problem instanceof ApiProblem && ofWhoAsks.has(problem.code))
    void queryClient.invalidateQueries({ queryKey: ['me'] });
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: lookWhoIAm }),
  mutationCache: new MutationCache({ onError: lookWhoIAm }),
  defaultOptions: {
    // A browser that thinks it is offline would hold everything back without a word; and it is often wrong about a server nearby.
    queries: { networkMode: 'always', refetchInterval: (query) => againWhileFailed(query) },
    mutations: { networkMode: 'always' },
  },
});
