import type { ClientBase, Pool } from 'pg';
import { isSameParty, type Party, partyName } from '../model/party.ts';
import { isHub } from './hub-clients.ts';
import type { Partner } from './partner.ts';

type Needs = { pool: Pick<Pool | ClientBase, 'query'>; us: Party };

/**
 * Whether what bears the name of this party may come over this connection: it is one of its roles, or it stands behind the hub, was agreed
 * to, and speaks over no connection of its own. Nobody speaks for us.
 */
export async function speaksFor({ pool, us }: Needs, partner: Partner, party: Party): Promise<boolean> {
  if (partner.roles.some((role) => isSameParty(role, party))) return true;
  if (!isHub(partner) || isSameParty(us, party)) return false;
  if (!partner.parties.includes('*') && !partner.parties.includes(partyName(party))) return false;
  const { rowCount } = await pool.query(
    'select from roaming_party where country = upper($1) and party = upper($2) and partner_id <> $3 limit 1',
    [party.countryCode, party.partyId, partner.id],
  );
  return rowCount === 0;
}
