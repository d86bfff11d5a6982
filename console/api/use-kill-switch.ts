import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { KillSwitchChange, KillSwitchState } from '#contract/agents/kill-switch.ts';
import { killSwitchApi } from '#contract/api/kill-switch.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { call } from './call.ts';
import { useRead, useReadAgain } from './queries.ts';

const kinds: ReadonlySet<LedgerEvent['kind']> = new Set(['kill-switch-changed']);
/** Live events may be held up by a long read of the database; whether the kill switch is on must not be. */
const lookEveryMs = 10_000;

/** The kill switch as it stands, live. */
export function useKillSwitch(): KillSwitchState | undefined {
  useReadAgain('kill-switch', kinds);
  return useRead(['kill-switch'], killSwitchApi.get, {}, { refetchInterval: lookEveryMs }).data;
}

export function useChangeKillSwitch(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (wanted: KillSwitchChange) => call(killSwitchApi.change, { body: wanted }),
    onSuccess: (after) => {
      queries.setQueryData(['kill-switch'], after);
      onDone();
    },
  });
}
