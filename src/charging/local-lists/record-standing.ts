import type { Clock } from '#base/clock.ts';
import { type Entry, type Ledger, write } from '#ledger/ledger-types.ts';
import type { KeptStation } from './kept-station-store.ts';
import { keptLists } from './local-list-store.ts';
import { nextTryAt, type Verdict } from './standing.ts';

/** Writes down how the list of a station stands, unless nothing is new; a change of it is an event. */
export async function recordStanding(
  { ledger, clock }: { ledger: Ledger; clock: Clock },
  station: KeptStation,
  verdict: Verdict,
): Promise<void> {
  const entry = standingEntry(station, verdict, clock.now());
  if (entry.writes !== undefined) await ledger.commit(entry);
}

export function standingEntry(
  { place: { stationId }, list, firmware }: KeptStation,
  verdict: Verdict,
  now: Date,
): Entry {
  const isSame = list.state === verdict.state && list.because === verdict.because;
  const isNews = !isSame || list.said !== verdict.said;
  if (!isNews && verdict.state === 'in-sync') return {};
  const tries = isSame ? list.tries + 1 : 1;
  const next = nextTryAt(verdict, tries, now);
  const { state, because, said } = verdict;
  return {
    events: isNews
      ? [
          {
            kind: 'local-list-state',
            stationId,
            happenedAt: now,
            body: { state, because, said, nextTryAt: next?.toISOString() ?? null },
          },
        ]
      : [],
    writes: [
      write(keptLists, {
        stationId,
        ...verdict,
        tries,
        triedAt: now,
        triedFirmware: firmware,
        nextTryAt: next,
        since: isSame && list.since !== null ? list.since : now,
      }),
    ],
  };
}
