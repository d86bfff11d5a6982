import type { Pool } from 'pg';
import type { OfflineReason } from '#contract/station.ts';
import { SigecError } from '#errors.ts';
import { type ReportNeeds, recordDisconnected } from './record-reports.ts';

const tryAgainMs = 1_000;

/**
 * A station that leaves while the database is away must not be shown as online when it is back:
 * what could not be written is kept and written later, unless the station has returned meanwhile.
 */
export class OfflineBook {
  private readonly unwritten = new Map<string, OfflineReason>();
  private readonly needs: ReportNeeds;
  private readonly timer: NodeJS.Timeout;

  constructor(needs: ReportNeeds) {
    this.needs = needs;
    this.timer = setInterval(() => void this.catchUp(), tryAgainMs).unref();
  }

  async left(stationId: string, reason: OfflineReason): Promise<void> {
    try {
      await recordDisconnected(this.needs, { stationId, reason });
    } catch (error) {
      if (!(error instanceof SigecError && error.code === 'DATABASE_AWAY')) throw error;
      this.unwritten.set(stationId, reason);
    }
  }

  returned(stationId: string): void {
    this.unwritten.delete(stationId);
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async catchUp(): Promise<void> {
    const waiting = [...this.unwritten];
    this.unwritten.clear();
    await Promise.all(waiting.map(([stationId, reason]) => this.left(stationId, reason)));
  }
}

/** After a crash of this node its stations are still written as connected; they are not. */
export async function markLeftBehind(pool: Pool, nodeId: string): Promise<number> {
  const { rowCount } = await pool.query(
    `with left_behind as (
       update station set link_node = null, link_address = null, link_changed_at = now(), offline_reason = 'server-stopped'
       where link_node = $1 returning id
     )
     insert into event (kind, station_id, happened_at, body)
     select 'station-went-offline', id, now(), '{"reason": "server-stopped"}' from left_behind`,
    [nodeId],
  );
  return rowCount ?? 0;
}
