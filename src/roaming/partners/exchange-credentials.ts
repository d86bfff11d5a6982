import type { ClientBase, Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { asError, SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { transaction } from '#database/in-transaction.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { system } from '#principals/actor.ts';
import { type PartyRole, partyName, readParty } from '../model/party.ts';
import type { OcpiVersion } from '../model/versions.ts';
import { badParameter, cannotUseTheirs, methodNotAllowed, RoamingProblem } from '../roaming-problem.ts';
import type { TheirCredentials, Wire } from '../wire.ts';
import { isConnected, type Partner } from './partner.ts';
import { tell } from './partner-events.ts';
import { mustRead, readSealedTokens, type ShownAs } from './partner-store.ts';
import { newToken, type TokenKeys } from './tokens.ts';

export type PartnerNeeds = {
  pool: Pool;
  ledger: Pick<Ledger, 'commit'>;
  clock: Clock;
  keys: TokenKeys;
  wire: Wire;
  ourRoles: readonly PartyRole[];
  log: Log;
};

/** As the one who begins: read what they serve, give them our token, take theirs, and use it at once so that both know it arrived. */
export async function register(needs: PartnerNeeds, id: string): Promise<void> {
  const { pool, keys, wire, clock, ourRoles } = needs;
  const [partner, sealed] = await Promise.all([mustRead(needs.pool, id), readSealedTokens(pool, id)]);
  if (partner.versionsUrl === null || !sealed?.givenInvitation || !sealed.offeredToken)
    throw new SigecError('CONFLICT', `${partner.name} has given no token; connect with its address and token A.`);
  const token = keys.open(sealed.givenInvitation);
  const offered = keys.open(sealed.offeredToken);
  const found = await wire.discover({ partnerId: id, versionsUrl: partner.versionsUrl, token });
  const theirs = await wire.exchange(
    'POST',
    { partnerId: id, token, ...found },
    { token: offered, roles: [...ourRoles] },
  );
  await transaction(pool, async (client) => {
    await takeParties(client, partner, theirs.roles);
    await client.query(
      `update roaming_partner set state = 'connected', our_token = $2, version = $3, endpoints = $4, roles = $5, versions_url = $6,
         token_form = $7, given_invitation = null, offered_token = null, invitation_hash = null, connected_at = $8, last_success_at = $8,
         last_failure = null, is_hub = is_hub or $9, hub_party = $10
       where id = $1`,
      [
        ...[id, keys.seal(theirs.token), found.version, JSON.stringify(found.endpoints), JSON.stringify(theirs.roles)],
        ...[theirs.url || partner.versionsUrl, found.tokenForm, clock.now(), ...hubOf(theirs)],
      ],
    );
  });
  await wire.credentials('GET', await mustRead(needs.pool, id), theirs.token).catch(() => undefined);
}

/** The new token is good on our side before they hear of it, and the old one until they have used the new one. */
export async function rotate(needs: PartnerNeeds, id: string): Promise<void> {
  const { pool, keys, wire, clock, ourRoles } = needs;
  const partner = await mustRead(needs.pool, id);
  if (!isConnected(partner) || partner.versionsUrl === null)
    throw new SigecError('CONFLICT', `${partner.name} is not connected, so there are no tokens to change.`);
  const token = await ourToken(needs, id);
  const offered = newToken();
  await pool.query('update roaming_partner set next_token_hash = $2 where id = $1', [id, keys.hash(offered)]);
  const found = await wire.discover({ partnerId: id, versionsUrl: partner.versionsUrl, token });
  const theirs = await wire.exchange(
    'PUT',
    { partnerId: id, token, ...found },
    { token: offered, roles: [...ourRoles] },
  );
  await transaction(pool, async (client) => {
    await takeParties(client, partner, theirs.roles);
    await client.query(
      `update roaming_partner set our_token = $2, version = $3, endpoints = $4, roles = $5, versions_url = $6, last_success_at = $7,
         is_hub = is_hub or $8, hub_party = $9 where id = $1`,
      [
        ...[id, keys.seal(theirs.token), found.version, JSON.stringify(found.endpoints), JSON.stringify(theirs.roles)],
        ...[theirs.url || partner.versionsUrl, clock.now(), ...hubOf(theirs)],
      ],
    );
  });
  await wire.credentials('GET', await mustRead(needs.pool, id), theirs.token).catch(() => undefined);
}

/** A partner who no longer knows us has let us go already. */
export async function leave(needs: PartnerNeeds, id: string): Promise<void> {
  const { pool, wire } = needs;
  const partner = await mustRead(needs.pool, id);
  if (partner.hasToken && partner.endpoints.length > 0) {
    const status = await wire.credentials('DELETE', partner, await ourToken(needs, id));
    const isOver = status < 300 || [401, 403, 404, 405].includes(status);
    if (!isOver) throw new SigecError('CONFLICT', `${partner.name} answered ${status} to our goodbye.`);
  }
  await pool.query(`update roaming_partner set state = 'left', our_token = null, endpoints = '[]' where id = $1`, [id]);
}

export async function ourToken({ pool, keys }: PartnerNeeds, id: string): Promise<string> {
  const sealed = await readSealedTokens(pool, id);
  if (!sealed?.ourToken) throw new SigecError('CONFLICT', 'There is no token for this partner: it is not connected.');
  return keys.open(sealed.ourToken);
}

type Taken = {
  method: 'POST' | 'PUT';
  from: Partner;
  shownAs: ShownAs;
  given: TheirCredentials & { version: OcpiVersion };
};

/** While their request is open we look at what they serve with the token they gave; only then anything of theirs is written. */
export async function takeCredentials(needs: PartnerNeeds, { method, from, shownAs, given }: Taken): Promise<string> {
  const { pool, keys, wire, clock } = needs;
  // Whoever never heard our answer comes again with the invitation: it holds until the answer was used.
  const isNew = shownAs === 'invitation';
  if (method === 'POST' && !isNew) throw methodNotAllowed('You are registered already: use PUT to change credentials.');
  if (method === 'PUT' && (isNew || !isConnected(from))) throw notRegistered();
  if (given.token.length > 64 || !/^[\x21-\x7e]+$/.test(given.token))
    throw badParameter('token: must be at most 64 printable characters without spaces.');
  if (given.roles.length === 0) throw badParameter('roles: must name at least one role.');
  const { version, endpoints, tokenForm } = await wire
    .discover({ partnerId: from.id, versionsUrl: given.url, token: given.token }, given.version)
    .catch((error: unknown) => {
      throw error instanceof RoamingProblem
        ? error
        : cannotUseTheirs(`Your versions cannot be read with the token you gave: ${asError(error).message}`);
    });
  const answer = newToken();
  await transaction(pool, async (client) => {
    await takeParties(client, from, given.roles);
    await client.query(
      `update roaming_partner set our_token = $2, version = $3, endpoints = $4, roles = $5, versions_url = $6, token_form = $7,
         state = case when $8 then 'unconfirmed' else state end,
         token_hash = case when $8 then $9 else token_hash end, next_token_hash = case when $8 then null else $9 end,
         is_hub = is_hub or $11, hub_party = $12, connected_at = coalesce(connected_at, $10), last_success_at = $10, last_failure = null
       where id = $1`,
      [
        ...[
          from.id,
          keys.seal(given.token),
          version,
          JSON.stringify(endpoints),
          JSON.stringify(given.roles),
          given.url,
        ],
        ...[tokenForm, isNew, keys.hash(answer), clock.now(), ...hubOf(given)],
      ],
    );
  });
  if (isNew) await tell(needs, { kind: 'partner-connected', body: { partnerId: from.id, name: from.name } }, system);
  return answer;
}

/** Whether they are a hub, and what it is called: 2.3.0 names its party, 2.2.1 has a role for it. */
function hubOf({ hubPartyId, roles }: TheirCredentials): [boolean, string | null] {
  const party =
    (hubPartyId === undefined ? undefined : readParty(hubPartyId)) ?? roles.find(({ role }) => role === 'HUB');
  return [hubPartyId !== undefined || party !== undefined, party === undefined ? null : partyName(party)];
}

export function notRegistered(): RoamingProblem {
  return methodNotAllowed('You are not registered: use POST with the token you were invited with.');
}

/** An operator has agreed to the parties beforehand, and each of them speaks over one connection. */
async function takeParties(client: ClientBase, partner: Partner, roles: readonly PartyRole[]): Promise<void> {
  const foreign = roles.find((role) => !partner.parties.includes('*') && !partner.parties.includes(partyName(role)));
  if (foreign !== undefined)
    throw badParameter(`roles: ${partyName(foreign)} is not agreed for this connection; ask the operator to add it.`);
  await client.query('delete from roaming_party where partner_id = $1', [partner.id]);
  for (const { role, countryCode, partyId, name } of roles) {
    const { rowCount } = await client.query(
      `insert into roaming_party (country, party, role, partner_id, name)
       select $1, $2, $3, $4, $5 where not exists (
         select from roaming_party where country = $1 and party = $2 and partner_id <> $4)
       on conflict do nothing`,
      [countryCode.toUpperCase(), partyId.toUpperCase(), role, partner.id, name],
    );
    if (rowCount === 0) {
      const { rows } = await client.query<{ id: string }>(
        'select partner_id as id from roaming_party where country = $1 and party = $2 limit 1',
        [countryCode.toUpperCase(), partyId.toUpperCase()],
      );
      if (rows[0]?.id !== partner.id)
        throw badParameter(`roles: ${partyName({ countryCode, partyId })} speaks over another connection already.`);
    }
  }
}
