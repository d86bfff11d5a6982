import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { commandApi } from '#contract/api/commands.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { call } from '../../../api/call.ts';
import { useLive } from '../../../live/live-provider.tsx';
import { knownCard } from '../../access/find-card.ts';
import { isEffect } from './is-effect.ts';

export type Ask = {
  name: string;
  input: Record<string, unknown>;
  why?: string | undefined;
  /** Of a card that has to be one of ours: the command wants its id. */
  cardNumber?: string | undefined;
  /** Of a raw message: its name in OCPP; the input is its payload. */
  action?: string | undefined;
};

/** Asks something of a station, and watches for what follows: the effect may be seen before the answer is. */
export function useAsk(stationId: string) {
  const { feed } = useLive();
  const queries = useQueryClient();
  const [effect, setEffect] = useState<LedgerEvent | null>(null);
  const watched = useRef<Ask | null>(null);
  useEffect(
    () =>
      feed.listen({
        onEvent: (event) => {
          const asked = watched.current;
          if (asked !== null && isEffect({ ...asked, stationId }, event)) setEffect((first) => first ?? event);
        },
      }),
    [feed, stationId],
  );
  const { mutate, reset, ...request } = useMutation<CommandRecord, Error, Ask>({
    mutationFn: async ({ name, input, why, cardNumber, action }) => {
      if (action !== undefined) {
        const body = { payload: input, ...(why !== undefined && { why }) };
        return call(commandApi.runRaw, { params: { id: stationId, action }, body });
      }
      const card = cardNumber === undefined ? {} : { tokenId: await knownCard(cardNumber) };
      const body = { input: { ...input, ...card }, ...(why !== undefined && { why }) };
      return call(commandApi.run, { params: { id: stationId, name }, body });
    },
    onMutate: (asked) => {
      setEffect(null);
      watched.current = asked;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['station-commands', stationId] }),
  });
  const forget = () => {
    watched.current = null;
    setEffect(null);
    reset();
  };
  return { ask: mutate, forget, effect, ...request };
}
