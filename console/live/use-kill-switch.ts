import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KillSwitchChange, type KillSwitchState, killSwitch } from '#contract/agents/kill-switch.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { ask, posting } from './ask.ts';
import { again, useReadAgain } from './queries.ts';

const kinds: ReadonlySet<LedgerEvent['kind']> = new Set(['halt-changed']);
/** Live events may be held up by a long read of the database; whether the kill switch is on must not be. */
const lookEveryMs = 10_000;

/** The kill switch as it stands, live. */
export function useKillSwitch(): KillSwitchState | undefined {
  useReadAgain('kill-switch', kinds);
  return useQuery({
    queryKey: ['kill-switch'],
    queryFn: ({ signal }) => ask(killSwitch, '/api/kill-switch', { signal }),
    refetchInterval: lookEveryMs,
    retry: again,
  }).data;
}

export function useChangeKillSwitch(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (wanted: KillSwitchChange) => ask(killSwitch, '/api/kill-switch', posting(wanted)),
    onSuccess: (after) => {
      queries.setQueryData(['kill-switch'], after);
      onDone();
    },
  });
}
