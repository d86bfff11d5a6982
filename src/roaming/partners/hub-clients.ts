import type { ClientBase, Pool } from 'pg';
import { z } from 'zod';
import { type Party, readParty } from '../model/party.ts';
import { badParameter, unknownObject } from '../roaming-problem.ts';
import type { Partner } from './partner.ts';

type Queryable = Pick<Pool | ClientBase, 'query'>;

/** Of a party behind a hub; a word that nobody knows keeps nothing from being sent. */
export type HubClientStatus = 'CONNECTED' | 'OFFLINE' | 'PLANNED' | 'SUSPENDED';

const clientInfo = z.looseObject({
  countryCode: z.string().length(2).toUpperCase(),
  partyId: z.string().length(3).toUpperCase(),
  role: z.string().max(50).toUpperCase(),
  status: z.string().max(50).toUpperCase(),
  lastUpdated: z.iso.datetime({ offset: true }),
});

/** By what a hub is addressed where all behind it are meant; undefined: it is none, or has no name of its own. */
export function hubPartyOf({ hubParty, roles }: Pick<Partner, 'hubParty' | 'roles'>): Party | undefined {
  return (hubParty === null ? undefined : readParty(hubParty)) ?? roles.find(({ role }) => role === 'HUB');
}

export function isHub({ isHub: isTold, roles }: Pick<Partner, 'isHub' | 'roles'>): boolean {
  return isTold || roles.some(({ role }) => role === 'HUB');
}

/** What a hub tells of one party behind it; older news changes nothing. A party that speaks over another connection is none of this hub's. */
export async function putHubClient(
  pool: Queryable,
  partner: Partner,
  told: unknown,
  addressed?: Party,
): Promise<'created' | 'updated' | 'older'> {
  if (!isHub(partner)) throw unknownObject('Only a hub tells who is connected to it.');
  const read = clientInfo.safeParse(told);
  if (!read.success) throw badParameter('country_code, party_id, role, status and last_updated: are all needed.');
  const { countryCode, partyId, role, status, lastUpdated } = read.data;
  const isSame =
    addressed === undefined ||
    (addressed.countryCode.toUpperCase() === countryCode && addressed.partyId.toUpperCase() === partyId);
  if (!isSame) throw badParameter('country_code and party_id in the address and in the object differ.');
  const { rows } = await pool.query<{ isNew: boolean }>(
    `insert into roaming_hub_client as known (partner_id, country, party, role, status, status_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (partner_id, country, party, role) do update set status = excluded.status, status_at = excluded.status_at
       where known.status_at <= excluded.status_at
     returning (xmax = 0) as "isNew"`,
    [partner.id, countryCode, partyId, role, status, lastUpdated],
  );
  const [row] = rows;
  if (row === undefined) return 'older';
  return row.isNew ? 'created' : 'updated';
}

export async function readHubClient(pool: Queryable, { id }: Pick<Partner, 'id'>, { countryCode, partyId }: Party) {
  const { rows } = await pool.query<{ role: string; status: string; lastUpdated: Date }>(
    `select role, status, status_at as "lastUpdated" from roaming_hub_client
     where partner_id = $1 and country = upper($2) and party = upper($3) order by status_at desc limit 1`,
    [id, countryCode, partyId],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    countryCode: countryCode.toUpperCase(),
    partyId: partyId.toUpperCase(),
    ...row,
    lastUpdated: row.lastUpdated.toISOString(),
  };
}

const away: readonly HubClientStatus[] = ['OFFLINE', 'PLANNED', 'SUSPENDED'];

/** Whether the hub reaches the party: of one that it told nothing of it does. */
export async function isReached(
  pool: Queryable,
  partner: Pick<Partner, 'id' | 'isHub' | 'roles'>,
  party: Party | undefined,
): Promise<boolean> {
  if (party === undefined || !isHub(partner)) return true;
  const { rowCount } = await pool.query(
    `select from roaming_hub_client where partner_id = $1 and country = upper($2) and party = upper($3) and status = any($4)
       limit 1`,
    [partner.id, party.countryCode, party.partyId, away],
  );
  return rowCount === 0;
}
