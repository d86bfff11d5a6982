import { willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { SessionEvent } from '../../record/session-event.ts';
import { type OrphanNeeds, settleOrphans } from './orphan-stops.ts';

/** Which stations have ends without a start: only what those tell has to be looked at twice. */
export class OrphanWatch {
  private readonly stations = new Set<string>();
  private readonly needs: OrphanNeeds & { log: Log };
  private sweptAt = new Date(0);

  constructor(needs: OrphanNeeds & { log: Log }) {
    this.needs = needs;
  }

  /** After an event was recorded. `wasRunning`: its session was known before, with its start. Never throws: the event stands. */
  async noticed({ stationId, ref, kind, seqNo }: SessionEvent, wasRunning: boolean): Promise<void> {
    if (seqNo !== null) return;
    try {
      if (kind === 'ended' && !wasRunning && (await this.needs.reads.isOrphan({ stationId, ref })))
        this.stations.add(stationId);
      const mayMatter = kind !== 'updated' || !wasRunning;
      if (mayMatter && this.stations.has(stationId)) await settleOrphans(this.needs, stationId);
    } catch (error) {
      willRetry(this.needs.log, 'match ends without a start', error, { stationId });
    }
  }

  /** What another node heard, or what could not be done at once. */
  async sweep(): Promise<void> {
    const { reads, clock } = this.needs;
    const now = clock.now();
    for (const stationId of await reads.stations(this.sweptAt)) {
      this.stations.add(stationId);
      await settleOrphans(this.needs, stationId);
    }
    this.sweptAt = new Date(now.getTime() - overlapMs);
  }
}

/** Rows bear the time when their message came, which is a little before they are committed. */
const overlapMs = 10 * 60_000;
