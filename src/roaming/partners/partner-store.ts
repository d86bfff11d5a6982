import type { ClientBase, Pool } from 'pg';
import { SigecError } from '#base/errors.ts';
import type { Partner } from './partner.ts';

type Queryable = Pick<Pool | ClientBase, 'query'>;

const columns = `id, name, state, parties, is_hub as "isHub", hub_party as "hubParty", invitation_hash is not null as "hasInvitation",
  our_token is not null as "hasToken", token_form as "tokenForm", versions_url as "versionsUrl", version, endpoints, roles,
  tariff_id as "tariffId", tolerance, is_sharing_tokens as "isSharingTokens", site_ids as "siteIds", created_at as "createdAt", created_by as "createdBy",
  connected_at as "connectedAt", last_heard_at as "lastHeardAt", last_success_at as "lastSuccessAt",
  last_failure_at as "lastFailureAt", last_failure as "lastFailure",
  silent_since as "silentSince", pulled`;

export async function readPartners(client: Queryable): Promise<Partner[]> {
  const { rows } = await client.query<Partner>(
    `select ${columns} from roaming_partner where state <> 'left' order by lower(name), id`,
  );
  return rows;
}

export async function readPartner(client: Queryable, id: string): Promise<Partner | undefined> {
  const { rows } = await client.query<Partner>(`select ${columns} from roaming_partner where id = $1`, [id]);
  return rows[0];
}

export async function mustRead(client: Queryable, id: string): Promise<Partner> {
  const partner = await readPartner(client, id);
  if (partner !== undefined) return partner;
  throw new SigecError('NOT_FOUND', `There is no partner ${id}; list them at /api/partners.`);
}

export type ShownAs = 'invitation' | 'token' | 'next-token';

/** Whose token has one of these hashes, and which of theirs it is. */
export async function readByToken(
  client: Queryable,
  hashes: readonly Buffer[],
): Promise<{ partner: Partner; shownAs: ShownAs; hash: Buffer } | undefined> {
  const { rows } = await client.query<Partner & { shownAs: ShownAs; hash: Buffer }>(
    `select ${columns}, case when token_hash = any($1) then 'token' when next_token_hash = any($1) then 'next-token' else 'invitation' end as "shownAs",
       case when token_hash = any($1) then token_hash when next_token_hash = any($1) then next_token_hash else invitation_hash end as hash
     from roaming_partner
     where state <> 'left' and (token_hash = any($1) or next_token_hash = any($1) or invitation_hash = any($1)) limit 1`,
    [hashes],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { shownAs, hash, ...partner } = row;
  return { partner, shownAs, hash };
}

type Sealed = { ourToken: Buffer | null; offeredToken: Buffer | null; givenInvitation: Buffer | null };

export async function readSealedTokens(client: Queryable, id: string): Promise<Sealed | undefined> {
  const { rows } = await client.query<Sealed>(
    `select our_token as "ourToken", offered_token as "offeredToken", given_invitation as "givenInvitation"
     from roaming_partner where id = $1`,
    [id],
  );
  return rows[0];
}
