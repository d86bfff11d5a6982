import type { Pool } from 'pg';
import type { OcppVersion } from '#contract/stations/station.ts';
import type { Membership } from './membership.ts';

/** How an attempt to hold a station ended. */
export type Claim =
  | { status: 'ours'; epoch: number }
  /** Another node holds it. */
  | { status: 'held'; node: string; epoch: number }
  /** Nobody has accepted this station: there is nothing to hold. */
  | { status: 'unknown' };

export type Holder = { node: string; epoch: number; version: OcppVersion | null };

/** Which node holds which station, in PostgreSQL: one statement decides, and an epoch tells old from new. */
export class StationOwnership {
  private readonly pool: Pool;
  private readonly membership: Membership;

  constructor({ pool, membership }: { pool: Pool; membership: Membership }) {
    this.pool = pool;
    this.membership = membership;
  }

  /**
   * A station is free when nobody holds it, when we do, or when its holder has been silent for too long. `over`: the epoch of a holder that
   * let it go; `isUnheard`: its holder could not be asked, so it is free, too, once PostgreSQL has lost its connection.
   */
  async claim(stationId: string, { over = 0, isUnheard = false } = {}): Promise<Claim> {
    const { membership } = this;
    const { rows } = await this.pool.query<{ node: string | null; held_epoch: number; epoch: number | null }>(
      `with held as (
         select id, link_node, link_epoch,
           link_node is null or link_node = $2 or link_epoch = $3
           or not exists (select from node where node.id = link_node
             and node.seen_at >= clock_timestamp() - $5 * interval '1 millisecond')
           or ($6 and not exists (select from pg_locks
             where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())
               and ((classid::bigint << 32) | objid::bigint) = hashtextextended('sigec node ' || link_node, 0))) as is_free
         from station where id = $1 for update
       ), taken as (
         update station set link_node = $2, link_epoch = greatest(held.link_epoch + 1, $4)
         from held where station.id = held.id and held.is_free
         returning station.link_epoch
       )
       select link_node as node, link_epoch as held_epoch, (select link_epoch from taken) as epoch from held`,
      [stationId, membership.node, over, Date.now() * 1000, membership.silentAfterMs, isUnheard],
    );
    const [row] = rows;
    if (row === undefined) return { status: 'unknown' };
    if (row.epoch !== null) return { status: 'ours', epoch: row.epoch };
    return { status: 'held', node: row.node ?? '', epoch: row.held_epoch };
  }

  /** Compare and delete: only what is still that connection's. */
  async release(stationId: string, epoch: number): Promise<void> {
    await this.pool.query('update station set link_node = null where id = $1 and link_node = $2 and link_epoch = $3', [
      stationId,
      this.membership.node,
      epoch,
    ]);
  }

  async holderOf(stationId: string): Promise<Holder | undefined> {
    const { rows } = await this.pool.query<Holder>(
      `select link_node as node, link_epoch as epoch, link_version as version from station
       where id = $1 and link_node is not null and offline_reason is null`,
      [stationId],
    );
    return rows[0];
  }

  /** Of these, those that are another node's, or that were swept while this one was silent. */
  async lost(held: ReadonlyMap<string, number>): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select id from station join unnest($2::text[], $3::bigint[]) as held (station_id, epoch) on held.station_id = id
       where link_node is distinct from $1 and link_epoch >= held.epoch`,
      [this.membership.node, [...held.keys()], [...held.values()]],
    );
    return rows.map(({ id }) => id);
  }

  /** Stations that other nodes hold, with the version they speak. */
  async elsewhere(): Promise<{ stationId: string; epoch: number; version: OcppVersion }[]> {
    const { rows } = await this.pool.query<{ stationId: string; epoch: number; version: OcppVersion }>(
      `select id as "stationId", link_epoch as epoch, link_version as version from station
       where link_node is not null and link_node <> $1 and offline_reason is null and link_version is not null`,
      [this.membership.node],
    );
    return rows;
  }
}
