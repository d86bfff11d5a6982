import type { Reservation, ReservationStatus } from '#contract/access/reservation.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { putRows, statementProjection } from '../rows.ts';

export type PlacedRow = Pick<
  Reservation,
  'id' | 'stationId' | 'evseId' | 'connectorType' | 'tokenId' | 'groupId' | 'createdBy'
> & {
  status: 'planned' | 'asked';
  startsAt: Date;
  expiresAt: Date;
  createdAt: Date;
};

/** What somebody wants. The table refuses a second one of an EVSE at the same time. */
export const placedReservations: Projection<PlacedRow> = {
  name: 'reservations',
  identity: ({ stationId, id }) => `${stationId}\n${id}`,
  write: (client, rows) => putRows(client, { table: 'reservation' }, rows),
};

/**
 * The same for one that takes the place of an open one of the same token, by its number. What it was is kept until the station has
 * taken the change.
 */
export const replacedReservations: Projection<PlacedRow> = {
  name: 'replaced reservations',
  identity: ({ stationId, id }) => `${stationId}\n${id}`,
  async write(client, rows) {
    for (const row of rows) {
      const { rowCount } = await client.query(
        `update reservation as known set group_id = $3, evse_id = $4, connector_type = $5, status = $6, starts_at = $7,
           expires_at = $8, created_by = $9, code = null, why = null, kept_at = null,
           replaced = coalesce(replaced, to_jsonb(known) - '{replaced,station_id,id,token_id,created_at}'::text[])
         where station_id = $1 and id = $2 and token_id = $10 and status in ('planned', 'asked', 'active')`,
        [
          ...[row.stationId, row.id, row.groupId, row.evseId, row.connectorType, row.status, row.startsAt],
          ...[row.expiresAt, row.createdBy, row.tokenId],
        ],
      );
      if (rowCount === 0) throw new RangeError(`reservation ${row.id} of station ${row.stationId} is over meanwhile`);
    }
  },
};

export const restoredReservations: Projection<{ stationId: string; id: number; why: string }> = {
  name: 'restored reservations',
  identity: ({ stationId, id }) => `${stationId}\n${id}`,
  async write(client, rows) {
    const names = 'group_id, evse_id, connector_type, status, code, starts_at, expires_at, created_by, kept_at';
    for (const { stationId, id, why } of rows)
      await client.query(
        `update reservation set (${names}, why, replaced) = (
           select ${names}, $3, null::jsonb from jsonb_populate_record(reservation, reservation.replaced))
         where station_id = $1 and id = $2 and replaced is not null`,
        [stationId, id, why],
      );
  },
};

export type ChangeRow = {
  stationId: string;
  id: number;
  status: ReservationStatus;
  code: string | null;
  why: string | null;
  sessionRef: string | null;
  isCancelUntold: boolean;
  at: Date;
};

/**
 * How it went on. What has ended stays ended, except that a late start tells that it was used after all, that a station tells more
 * about one whose time was over, and that the end of one is told to its station later. None lasts beyond its time, whatever a
 * station's clock says; and whatever may change what it costs makes that due.
 */
export const reservationChanges = statementProjection<ChangeRow>({
  name: 'reservation changes',
  key: ['stationId', 'id'],
  merge: (earlier, later) => (earlier.status === 'used' ? earlier : later),
  statement: `update reservation as known set status = told.status, code = coalesce(told.code, known.code),
       why = case when told.status in ('used', 'active') then null else coalesce(told.why, known.why) end,
       kept_at = case when told.status = 'active' then coalesce(known.kept_at, told.at) else known.kept_at end,
       session_ref = coalesce(told.session_ref, known.session_ref), is_cancel_untold = told.is_cancel_untold,
       replaced = case when told.status = 'asked' then known.replaced end,
       ended_at = case
         when told.status in ('asked', 'active') then null
         when told.status = 'used' then greatest(least(told.at, known.expires_at), known.starts_at)
         else coalesce(known.ended_at, least(told.at, known.expires_at)) end,
       fee_due_at = case
         when known.kept_at is not null and (told.status in ('expired', 'no-session', 'cancelled')
           or (told.status = 'used' and known.ended_at is not null)) then clock_timestamp()
         else known.fee_due_at end
     from unnest($1::text[], $2::integer[], $3::text[], $4::text[], $5::text[], $6::text[], $7::boolean[], $8::timestamptz[])
       as told (station_id, id, status, code, why, session_ref, is_cancel_untold, at)
     where known.station_id = told.station_id and known.id = told.id
       and (known.status in ('planned', 'asked', 'active')
         or (told.status = 'used' and known.status <> 'used')
         or (told.status = 'no-session' and known.status = 'expired')
         or (told.status = known.status and known.is_cancel_untold))`,
  fields: ['stationId', 'id', 'status', 'code', 'why', 'sessionRef', 'isCancelUntold', 'at'],
});
