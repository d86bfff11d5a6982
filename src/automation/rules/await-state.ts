import type { Time } from '#base/clock.ts';
import type { Ledger } from '#ledger/ledger-types.ts';

type Needs = { ledger: Pick<Ledger, 'head' | 'follow'>; time: Time };

/** Waits until something is so of a station, looking again after each of its events; false: it was not so in time. */
export async function awaitState(
  { ledger, time }: Needs,
  {
    stationId,
    isSo,
    withinMs,
    signal,
  }: { stationId: string; isSo: () => Promise<boolean>; withinMs: number; signal: AbortSignal },
): Promise<boolean> {
  const since = await ledger.head();
  if (await isSo()) return true;
  const over = new AbortController();
  const cancel = time.after(withinMs, () => over.abort());
  const leaving = AbortSignal.any([signal, over.signal]);
  try {
    for await (const event of ledger.follow({ since, signal: leaving }))
      if (event.stationId === stationId && (await isSo())) return true;
    return await isSo();
  } finally {
    cancel();
    over.abort();
  }
}
