import type { ClientBase, Pool } from 'pg';
import { transaction } from '#database/in-transaction.ts';
import type { BookingStatus } from '../model/booking-shapes.ts';
import type { Party } from '../model/party.ts';
import { lockObject, putObject, readObject } from '../objects/object-store.ts';
import { enqueue } from '../outbox/outbox.ts';
import { isFinal, requestStatusOf } from './booking-status.ts';

type Queryable = Pick<Pool | ClientBase, 'query'>;

export type Booked = {
  id: string;
  partnerId: string;
  party: Party;
  requestId: string;
  siteId: string;
  stationId: string;
  evseId: number;
  tokenHash: string;
  authorizationReference: string;
  startsAt: Date;
  endsAt: Date;
  status: BookingStatus;
  reservationId: number | null;
};
type Row = Omit<Booked, 'party'> & Party;

const columns = `id, partner_id as "partnerId", country as "countryCode", party as "partyId", request_id as "requestId", site_id as "siteId",
  station_id as "stationId", evse_id as "evseId", token_hash as "tokenHash", authorization_reference as "authorizationReference",
  starts_at as "startsAt", ends_at as "endsAt", status, reservation_id as "reservationId"`;

async function read(client: Queryable, where: string, values: readonly unknown[]): Promise<Booked[]> {
  const { rows } = await client.query<Row>(`select ${columns} from roaming_booking where ${where}`, [...values]);
  return rows.map(({ countryCode, partyId, ...row }) => ({ ...row, party: { countryCode, partyId } }));
}

export async function findByRequest(
  client: Queryable,
  { partnerId, party, requestId }: Pick<Booked, 'partnerId' | 'party' | 'requestId'>,
): Promise<Booked | undefined> {
  const values = [partnerId, party.countryCode, party.partyId, requestId];
  const where = 'partner_id = $1 and country = upper($2) and party = upper($3) and lower(request_id) = lower($4)';
  return (await read(client, where, values))[0];
}

export async function findByReservation(
  client: Queryable,
  { stationId, id }: { stationId: string; id: number },
): Promise<Booked | undefined> {
  return (await read(client, 'station_id = $1 and reservation_id = $2', [stationId, id]))[0];
}

/** Left without a word of what became of them. */
export async function readPending(client: Queryable, before: Date): Promise<Booked[]> {
  return read(client, `status = 'PENDING' and made_at < $1`, [before]);
}

/** Whose booking a session of this token uses. */
export async function findUsed(
  client: Queryable,
  { partnerId, tokenHash, stationId, at }: { partnerId: string; tokenHash: string; stationId: string; at: Date },
): Promise<Booked | undefined> {
  const where = `partner_id = $1 and token_hash = $2 and station_id = $3 and status in ('RESERVED', 'FULFILLED')
    and starts_at - interval '1 hour' <= $4 and ends_at > $4 order by starts_at limit 1`;
  return (await read(client, where, [partnerId, tokenHash, stationId, at]))[0];
}

type Told = { pool: Pool; us: Party; wake(): void };
type Body = Record<string, unknown>;

const keyOf = (us: Party, { id, partnerId }: Pick<Booked, 'id' | 'partnerId'>) => ({
  partnerId,
  module: 'bookings',
  party: us,
  objectId: id,
});

export async function readBooking({ pool, us }: Told, booked: Pick<Booked, 'id' | 'partnerId'>): Promise<Body> {
  return (await readObject(pool, 'ours', keyOf(us, booked)))?.body ?? {};
}

/** Whether it was written: another request of the same name may have been faster. */
export async function putBooking({ pool, us }: Told, booked: Booked, body: Body, at: Date): Promise<boolean> {
  return transaction(pool, async (client) => {
    const { id, partnerId, party, requestId, siteId, stationId, evseId, tokenHash } = booked;
    const { rowCount } = await client.query(
      `insert into roaming_booking (id, partner_id, country, party, request_id, site_id, station_id, evse_id, token_hash,
         authorization_reference, starts_at, ends_at, status, made_at)
       values ($1, $2, upper($3), upper($4), $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) on conflict do nothing`,
      [
        ...[id, partnerId, party.countryCode, party.partyId, requestId, siteId, stationId, evseId, tokenHash],
        ...[booked.authorizationReference, booked.startsAt, booked.endsAt, booked.status, at],
      ],
    );
    if (rowCount !== 1) return false;
    await putObject(client, 'ours', { ...keyOf(us, booked), body, lastUpdated: at, at });
    return true;
  });
}

export type BookingChange = { status: BookingStatus; reservationId?: number; more?: Body; request?: Body };

/**
 * What became of a booking, with what its provider hears of it, in one transaction. One that is over stays as it is: whether it was changed
 * is the answer. `request`: another one of the same booking, to be listed with it.
 */
export async function changeBooking(
  { pool, us, wake }: Told,
  { id, partnerId }: Pick<Booked, 'id' | 'partnerId'>,
  { status, reservationId, more = {}, request }: BookingChange,
  at: Date,
): Promise<boolean> {
  const isChanged = await transaction(pool, async (client) => {
    const [known] = await read(client, 'id = $1 for update', [id]);
    const object = await lockObject(client, 'ours', keyOf(us, { id, partnerId }));
    if (known === undefined || object === undefined || isFinal(known.status)) return false;
    const isSame = known.status === status && request === undefined && Object.keys(more).length === 0;
    if (reservationId !== undefined || !isSame)
      await client.query(
        'update roaming_booking set status = $2, reservation_id = coalesce($3, reservation_id) where id = $1',
        [id, status, reservationId ?? null],
      );
    if (isSame) return true;
    const [first, ...others] = object.body['bookingRequests'] as Body[];
    const body = {
      ...object.body,
      ...more,
      reservationStatus: status,
      lastUpdated: at.toISOString(),
      bookingRequests: [
        known.status === 'PENDING' ? { ...first, requestStatus: requestStatusOf(status) } : first,
        ...others,
        ...(request === undefined ? [] : [request]),
      ],
    };
    await putObject(client, 'ours', { ...keyOf(us, known), body, lastUpdated: at, at });
    const path = [us.countryCode, us.partyId, id];
    const told = { module: 'bookings', role: 'RECEIVER', method: 'PUT', path, body, to: known.party } as const;
    await enqueue(client, { partnerId, key: id, request: told }, at);
    return true;
  });
  if (isChanged) wake();
  return isChanged;
}
