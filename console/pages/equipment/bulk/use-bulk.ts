import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { commandApi } from '#contract/api/commands.ts';
import { call } from '../../../api/call.ts';
import { gathered } from '../../../live/gathered.ts';
import { useLive } from '../../../live/live-provider.tsx';
import { afterAnswer, afterEvent, askedRows, type BulkAsk, type BulkRow, type BulkRows } from './bulk-rows.ts';

/** A thousand answers in a second are shown a few times, and not a thousand times. */
const showEveryMs = 100;

/** Asks the same of many stations at once, and follows each: what the ledger tells while it goes on, the answer at the end. */
export function useBulk() {
  const { feed } = useLive();
  const [rows, setRows] = useState<BulkRows>(new Map());
  const known = useRef(new Map<string, BulkRow>());
  const asked = useRef<BulkAsk | null>(null);
  useEffect(() => {
    const show = gathered(showEveryMs, () => setRows(new Map(known.current)));
    const stop = feed.listen({
      onEvent: (event) => {
        const row = asked.current === null ? undefined : afterEvent(known.current, asked.current, event);
        if (row === undefined) return;
        known.current.set(row.stationId, row);
        show.ask();
      },
    });
    return () => {
      stop();
      show.stop();
    };
  }, [feed]);
  const request = useMutation({
    mutationFn: ({ ask, stationIds }: { ask: BulkAsk; stationIds: readonly string[] }) =>
      call(commandApi.runMany, {
        body: {
          stationIds: [...stationIds],
          name: ask.name,
          input: ask.input,
          ...(ask.why !== undefined && { why: ask.why }),
        },
      }),
    onMutate: ({ ask, stationIds }) => {
      asked.current = ask;
      for (const [id, row] of askedRows(stationIds)) known.current.set(id, row);
      setRows(new Map(known.current));
    },
    onSuccess: ({ commands }) => {
      for (const record of commands) {
        const row = known.current.get(record.stationId);
        if (row !== undefined) known.current.set(record.stationId, afterAnswer(row, record));
      }
      setRows(new Map(known.current));
    },
  });
  const forget = () => {
    asked.current = null;
    known.current.clear();
    setRows(new Map());
    request.reset();
  };
  return { rows, run: request.mutate, isPending: request.isPending, error: request.error, forget };
}
