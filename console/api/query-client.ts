import { type Query, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './call.ts';

const againAfterMs = 5_000;
/** What is so because of who asks or what was asked for: time does not change it. */
const lasting: ReadonlySet<string> = new Set(['NOT_FOUND', 'INVALID_INPUT', 'NOT_SIGNED_IN', 'NOT_ALLOWED']);

/** An error never outlives its reason: what could not be read is read again until it can be, on every page. */
export function againWhileFailed({ state: { error } }: Pick<Query, 'state'>): number | false {
  if (error === null || (error instanceof ApiProblem && lasting.has(error.code))) return false;
  return againAfterMs;
}

export const queryClient = new QueryClient({
  defaultOptions: { queries: { refetchInterval: (query) => againWhileFailed(query) } },
});
