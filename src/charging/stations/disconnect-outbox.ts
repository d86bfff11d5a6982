import type { ClientBase, Pool } from 'pg';
import { willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import { Outbox } from '#base/outbox.ts';
import { isDatabaseAway } from '#database/database-errors.ts';
import { type LostConnection, type ReportNeeds, recordDisconnected } from './record-station.ts';

const task = 'write the end of a connection';

/**
 * A station that leaves while the database is away must not be shown as online when it is back: what could not be written is
 * written later, whatever went wrong, unless the station has returned meanwhile.
 */
export class DisconnectOutbox {
  private readonly outbox: Outbox<{ lost: LostConnection; at: Date }>;
  /** The connection that speaks for each station now. */
  private readonly connected = new Map<string, number>();
  private readonly needs: ReportNeeds & { log: Log };

  constructor(needs: ReportNeeds & { log: Log }) {
    this.needs = needs;
    this.outbox = new Outbox({
      task,
      log: needs.log,
      maxItems: Infinity,
      atOnce: Infinity, // a station each, and no more than that
      write: ({ lost, at }) => recordDisconnected(needs, lost, at),
      isPassing: () => true,
    });
  }

  /** Never rejects. */
  async left(lost: LostConnection): Promise<void> {
    const { stationId, epoch } = lost;
    if (this.connected.get(stationId) === epoch) this.connected.delete(stationId);
    const at = this.needs.clock.now();
    try {
      await recordDisconnected(this.needs, lost, at);
    } catch (error) {
      if (this.connected.has(stationId)) return; // it came back while this was on its way
      this.outbox.add({ lost, at }, stationId);
      if (!isDatabaseAway(error)) willRetry(this.needs.log, task, error, { stationId }); // that it is away, the ledger has told
    }
  }

  returned(stationId: string, epoch: number): void {
    this.connected.set(stationId, epoch);
    this.outbox.remove(stationId);
  }

  catchUp(): Promise<void> {
    return this.outbox.flush();
  }

  close(): Promise<void> {
    return this.outbox.close();
  }
}

/** After a crash of this node its stations are still written as connected; they are not. */
export async function markLeftBehind(pool: Pool | ClientBase, nodeId: string): Promise<number> {
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
