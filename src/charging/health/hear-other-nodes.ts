import type { LedgerEvent } from '#contract/event.ts';
import type { EventBody } from '#contract/events/events.ts';
import type { StationWatch } from './watch-stations.ts';

/** What a node remembers of a station may change at another: there a person closes a finding, or the station connects. */
export function hearOtherNodes(
  watch: Pick<StationWatch, 'forgetToo' | 'leave'>,
  heldHere: ReadonlyMap<string, number>,
) {
  return {
    async hearClosed({ stationId, body }: Pick<LedgerEvent, 'stationId' | 'body'>): Promise<void> {
      const { findingKind, evseId, connectorId, isByItself } = body as EventBody<'finding-closed'>;
      if (stationId === null || isByItself) return;
      await watch.forgetToo(stationId, findingKind, evseId === null ? null : `${evseId}.${connectorId ?? 1}`);
    },
    /** Our own connections are heard, too: those are not later than what we know of. */
    async hearConnected({ stationId, happenedAt }: Pick<LedgerEvent, 'stationId' | 'happenedAt'>): Promise<void> {
      if (stationId === null || Date.parse(happenedAt) <= (heldHere.get(stationId) ?? -Infinity)) return;
      await watch.leave(stationId);
    },
  };
}
