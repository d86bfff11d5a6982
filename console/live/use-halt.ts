import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type AskHalt, type Halt, halt } from '#contract/agents/halt.ts';
import { ask, posting } from './ask.ts';
import { again, useReadAgain } from './queries.ts';

const kinds: ReadonlySet<string> = new Set(['halt-changed']);
/** Live events may be held up by a long read of the database; whether commands are halted must not be. */
const lookEveryMs = 10_000;

/** The kill switch as it stands, live. */
export function useHalt(): Halt | undefined {
  useReadAgain('halt', kinds);
  return useQuery({
    queryKey: ['halt'],
    queryFn: ({ signal }) => ask(halt, '/api/halt', { signal }),
    refetchInterval: lookEveryMs,
    retry: again,
  }).data;
}

export function useChangeHalt(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (wanted: AskHalt) => ask(halt, '/api/halt', posting(wanted)),
    onSuccess: (after) => {
      queries.setQueryData(['halt'], after);
      onDone();
    },
  });
}
