import type { Pool } from 'pg';
import { copying } from '#database/row-copies/copying.ts';
import { statementProjection } from '../rows.ts';

/** Whoever thinks better of it at once, or before it begins, pays nothing. */
const freeMinutes = 5;
/** What a station kept while it was offline, it tells soon after its return. */
const settleMinutes = 2;

export type DueFee = {
  stationId: string;
  id: number;
  evseId: number | null;
  tokenId: string;
  tokenTariffId: string | null;
  driverId: string | null;
  groupId: string | null;
  hasCredit: boolean;
  startsAt: Date;
  endedAt: Date;
  isOwed: boolean;
  /** In the currency's own unit; null: nothing was booked. */
  booked: string | null;
  /** As the database wrote it, to the microsecond: it tells whether something came since. */
  dueAt: string;
};

/** Oldest first. While a station has been offline since before the end, nobody knows whether somebody came. */
export async function readDueFees(pool: Pool, { now, limit }: { now: Date; limit: number }): Promise<DueFee[]> {
  const { rows } = await pool.query<DueFee>(
    `select * from (
       select reservation.station_id as "stationId", reservation.id, reservation.evse_id as "evseId",
         reservation.token_id as "tokenId", token.tariff_id as "tokenTariffId", token.driver_id as "driverId",
         coalesce(token.group_id, driver.group_id) as "groupId", token.credit is not null as "hasCredit",
         starts_at as "startsAt", least(ended_at, reservation.expires_at) as "endedAt", fee_due_at::text as "dueAt",
         kept_at is not null and (status in ('expired', 'no-session') or (status = 'cancelled' and ended_at > starts_at
           and ended_at > reservation.created_at + make_interval(mins => $2))) as "isOwed",
         (select sum(amount)::text from bill_entry where kind = 'reservation' and bill_entry.station_id = reservation.station_id
           and bill_entry.reservation_id = reservation.id) as booked,
         case when link_node is null then link_changed_at <= ended_at
           else link_changed_at > greatest(ended_at, $1::timestamptz - make_interval(mins => $3)) end as is_to_be_heard
       from reservation
       join station on station.id = reservation.station_id
       left join token on token.id = reservation.token_id
       left join driver on driver.id = token.driver_id
       where fee_due_at <= clock_timestamp()
     ) as due
     where not "isOwed" or is_to_be_heard is not true
     order by "dueAt"::timestamptz limit $4`,
    [now, freeMinutes, settleMinutes, limit],
  );
  return rows;
}

export type SettledFee = Pick<DueFee, 'stationId' | 'id' | 'dueAt'>;

/** Booked, or nothing to book. What has become due again meanwhile stays. */
export const settledFees = statementProjection<SettledFee>({
  name: 'settled reservation fees',
  isIndependent: true,
  key: ['stationId', 'id', 'dueAt'],
  statement: `update reservation set fee_due_at = null
     from unnest($1::text[], $2::integer[], $3::timestamptz[]) as settled (station_id, id, due_at)
     where reservation.station_id = settled.station_id and reservation.id = settled.id
       and reservation.fee_due_at = settled.due_at`,
  fields: ['stationId', 'id', 'dueAt'],
});

/** One that cannot be booked must not keep the others waiting: its turn comes again. */
export async function postponeFee(pool: Pool, { stationId, id, dueAt }: SettledFee, minutes: number): Promise<void> {
  await pool.query(
    `with ${copying}
     update reservation set fee_due_at = clock_timestamp() + make_interval(mins => $4)
     from copying where station_id = $1 and id = $2 and fee_due_at = $3`,
    [stationId, id, dueAt, minutes],
  );
}

export type BookedFee = {
  currency: string;
  tax: string;
  tariffId: string | null;
  tariffVersion: number | null;
  siteId: string | null;
  timeZone: string;
  driverId: string | null;
};

export async function readBookedFee(pool: Pool, { stationId, id }: SettledFee): Promise<BookedFee | undefined> {
  const { rows } = await pool.query<BookedFee>(
    `select currency, tax::text as tax, tariff_id as "tariffId", tariff_version as "tariffVersion", site_id as "siteId",
       time_zone as "timeZone", driver_id as "driverId"
     from bill_entry where kind = 'reservation' and station_id = $1 and reservation_id = $2 order by id limit 1`,
    [stationId, id],
  );
  return rows[0];
}
