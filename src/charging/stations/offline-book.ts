import type { Pool } from 'pg';
import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { isDatabaseAway } from '#database/database-errors.ts';
import { type LostConnection, type ReportNeeds, recordDisconnected } from './record-reports.ts';

const tryAgainMs = 1_000;

type Unwritten = { lost: LostConnection; at: Date };

/**
 * A station that leaves while the database is away must not be shown as online when it is back:
 * what could not be written is kept and written later, unless the station has returned meanwhile.
 */
export class OfflineBook {
  private readonly unwritten = new Map<string, Unwritten>();
  /** The connection that speaks for each station now. */
  private readonly connected = new Map<string, number>();
  private readonly needs: ReportNeeds & { log: Log };
  private readonly timer: NodeJS.Timeout;
  private isCatchingUp = false;

  constructor(needs: ReportNeeds & { log: Log }) {
    this.needs = needs;
    this.timer = setInterval(() => void this.catchUp(), tryAgainMs).unref();
  }

  async left(lost: LostConnection): Promise<void> {
    if (this.connected.get(lost.stationId) === lost.epoch) this.connected.delete(lost.stationId);
    await this.write({ lost, at: this.needs.clock.now() });
  }

  returned(stationId: string, epoch: number): void {
    this.connected.set(stationId, epoch);
    this.unwritten.delete(stationId);
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** Whatever went wrong, the station stays in the book until it is written as gone or has returned. Never rejects. */
  private async write(page: Unwritten): Promise<void> {
    const { stationId } = page.lost;
    try {
      await recordDisconnected(this.needs, page.lost, page.at);
      if (this.unwritten.get(stationId) === page) this.unwritten.delete(stationId);
    } catch (error) {
      if (this.connected.has(stationId)) return; // it came back while this was on its way
      const isNews = !this.unwritten.has(stationId) && !isDatabaseAway(error); // that it is away, the ledger has told
      this.unwritten.set(stationId, page);
      if (isNews)
        this.needs.log.error({ stationId, err: asError(error) }, 'the end of a connection is not written yet');
    }
  }

  /** Writes what could not be written before; done once a second. */
  async catchUp(): Promise<void> {
    if (this.isCatchingUp) return;
    this.isCatchingUp = true;
    await Promise.all([...this.unwritten.values()].map((page) => this.write(page)));
    this.isCatchingUp = false;
  }
}

/** After a crash of this node its stations are still written as connected; they are not. */
export async function markLeftBehind(pool: Pool, nodeId: string): Promise<number> {
  const { rowCount } = await pool.query(
    `with left_behind as (
       update station set link_node = null, link_address = null, link_changed_at = now(), offline_reason = 'server-stopped'
       where link_node = $1 returning id, link_epoch
     )
     insert into event (kind, station_id, happened_at, body)
     select 'station-went-offline', id, now(), jsonb_build_object('reason', 'server-stopped', 'epoch', link_epoch)
     from left_behind`,
    [nodeId],
  );
  return rowCount ?? 0;
}
