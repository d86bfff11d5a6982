import type { ClientBase, Pool } from 'pg';
import type { Party } from '../model/party.ts';

type Queryable = Pick<Pool | ClientBase, 'query'>;

/** What we publish, or what a partner published, in our own model. */
export type RoamingObject = {
  partnerId: string | null;
  module: string;
  party: Party;
  objectId: string;
  body: Record<string, unknown>;
  raw?: unknown;
  tokenHash?: string | null;
  lastUpdated: Date;
  isStale?: boolean;
  isRemoved?: boolean;
};

type Side = 'ours' | 'theirs';
type Key = Pick<RoamingObject, 'partnerId' | 'module' | 'party' | 'objectId'>;
type Row = Omit<RoamingObject, 'party'> & { country: string; partyId: string };

const columns = `partner_id as "partnerId", module, country, party as "partyId", object_id as "objectId", body, last_updated as "lastUpdated",
  is_stale as "isStale", is_removed as "isRemoved"`;

const ofKey = `side = $1 and module = $2 and lower(country) = lower($3) and lower(party) = lower($4) and lower(object_id) = lower($5)
  and partner_id is not distinct from $6`;

function keyValues(side: Side, { module, party, objectId, partnerId }: Key): unknown[] {
  return [side, module, party.countryCode, party.partyId, objectId, partnerId];
}

export async function readObject(client: Queryable, side: Side, key: Key): Promise<RoamingObject | undefined> {
  const { rows } = await client.query<Row>(
    `select ${columns} from roaming_object where ${ofKey}`,
    keyValues(side, key),
  );
  return rows.map(toObject)[0];
}

/** Several of one party at once; of those that there are not there is nothing. */
export async function readObjects(
  client: Queryable,
  side: Side,
  { module, party, partnerId, objectIds }: Omit<Key, 'objectId'> & { objectIds: readonly string[] },
): Promise<RoamingObject[]> {
  const { rows } = await client.query<Row>(
    `select ${columns} from roaming_object where side = $1 and module = $2 and lower(country) = lower($3) and lower(party) = lower($4)
       and lower(object_id) = any($5) and partner_id is not distinct from $6`,
    [side, module, party.countryCode, party.partyId, objectIds.map((id) => id.toLowerCase()), partnerId],
  );
  return rows.map(toObject);
}

/** As `readObject`, and nobody else changes it until the transaction is over. */
export async function lockObject(client: ClientBase, side: Side, key: Key): Promise<RoamingObject | undefined> {
  const { rows } = await client.query<Row>(
    `select ${columns} from roaming_object where ${ofKey} for update`,
    keyValues(side, key),
  );
  return rows.map(toObject)[0];
}

/** What is older than what we have changes nothing. */
export async function putObject(
  client: Queryable,
  side: Side,
  object: RoamingObject & { at: Date },
): Promise<'created' | 'updated' | 'older'> {
  const { body, raw, lastUpdated, at, tokenHash = null, isRemoved = false } = object;
  const { rows } = await client.query<{ isNew: boolean }>(
    `insert into roaming_object (side, module, country, party, object_id, partner_id, body, raw, last_updated, stored_at, token_hash, is_removed)
     values ($1, $2, upper($3), upper($4), $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (side, module, lower(country), lower(party), lower(object_id), partner_id) do update
       set body = excluded.body, raw = excluded.raw, last_updated = excluded.last_updated, stored_at = excluded.stored_at,
         token_hash = excluded.token_hash, is_stale = false, is_removed = excluded.is_removed
       where roaming_object.last_updated <= excluded.last_updated
     returning (xmax = 0) as "isNew"`,
    [
      ...keyValues(side, object),
      ...[JSON.stringify(body), raw === undefined ? null : JSON.stringify(raw), lastUpdated, at, tokenHash, isRemoved],
    ],
  );
  const [row] = rows;
  if (row === undefined) return 'older';
  return row.isNew ? 'created' : 'updated';
}

/** Which parties of a partner have an object of this id: behind a hub it may be several. */
export async function ownersOfObject(
  client: Queryable,
  { partnerId, module, objectId }: { partnerId: string; module: string; objectId: string },
): Promise<Party[]> {
  const { rows } = await client.query<Party>(
    `select country as "countryCode", party as "partyId" from roaming_object
     where side = 'theirs' and partner_id = $1 and module = $2 and lower(object_id) = lower($3) order by last_updated desc`,
    [partnerId, module, objectId],
  );
  return rows;
}

export async function removeObject(client: Queryable, side: Side, key: Key): Promise<boolean> {
  const { rowCount } = await client.query(`delete from roaming_object where ${ofKey}`, keyValues(side, key));
  return rowCount === 1;
}

export type PageQuery = {
  side: Side;
  module: string;
  /** Whose: of `ours` also what all may see. undefined: everybody's. */
  partnerId?: string | undefined;
  dateFrom?: Date | undefined;
  dateTo?: Date | undefined;
  offset: number;
  limit: number;
  /** Only these, by their ids. */
  ids?: readonly string[] | undefined;
  /** For people: the newest change first. */
  isNewestFirst?: boolean | undefined;
};

/** Oldest change first, so that whoever reads on meets what changed meanwhile at the end. */
export async function pageOfObjects(
  client: Queryable,
  { side, module, partnerId, dateFrom, dateTo, offset, limit, ids, isNewestFirst = false }: PageQuery,
): Promise<{ objects: RoamingObject[]; total: number }> {
  const where = `side = $1 and module = $2 and ($3::uuid is null or partner_id = $3 or ($1 = 'ours' and partner_id is null))
    and ($4::timestamptz is null or last_updated >= $4) and ($5::timestamptz is null or last_updated < $5)
    and ($6::text[] is null or object_id = any($6))`;
  const order = isNewestFirst ? 'last_updated desc, id desc' : 'last_updated, id';
  const values = [side, module, partnerId ?? null, dateFrom ?? null, dateTo ?? null, ids ?? null];
  const [{ rows }, counted] = await Promise.all([
    client.query<Row>(`select ${columns} from roaming_object where ${where} order by ${order} offset $7 limit $8`, [
      ...values,
      offset,
      limit,
    ]),
    client.query<{ total: number }>(`select count(*)::integer as total from roaming_object where ${where}`, values),
  ]);
  return { objects: rows.map(toObject), total: counted.rows[0]?.total ?? 0 };
}

/** After everything was read: what a partner no longer lists is stale, and stays for whoever remembers it. */
export async function markStale(
  client: Queryable,
  { partnerId, module, before }: { partnerId: string; module: string; before: Date },
): Promise<number> {
  const { rowCount } = await client.query(
    `update roaming_object set is_stale = true
     where side = 'theirs' and partner_id = $1 and module = $2 and stored_at < $3 and not is_stale`,
    [partnerId, module, before],
  );
  return rowCount ?? 0;
}

/** It was listed as it is: nothing changed but that we know it stands. */
export async function touchObject(client: Queryable, key: Key, at: Date): Promise<void> {
  await client.query(`update roaming_object set stored_at = $7, is_stale = false where ${ofKey}`, [
    ...keyValues('theirs', key),
    at,
  ]);
}

export async function readTokenObject(client: Queryable, tokenHash: string): Promise<RoamingObject | undefined> {
  const { rows } = await client.query<Row>(
    `select ${columns} from roaming_object
     where token_hash = $1 and side = 'theirs' and module = 'tokens' order by last_updated desc limit 1`,
    [tokenHash],
  );
  return rows.map(toObject)[0];
}

function toObject({ country, partyId, ...row }: Row): RoamingObject {
  return { ...row, party: { countryCode: country, partyId } };
}
