import { randomUUID } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { asError, SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import type { EventFact, Ledger } from '#ledger/ledger-types.ts';
import { type Actor, actorName, system } from '#principals/actor.ts';
import { type Party, type PartyRole, partyName } from '../model/party.ts';
import type { OcpiVersion } from '../model/versions.ts';
import { badParameter, cannotUseTheirs, methodNotAllowed, RoamingProblem } from '../roaming-problem.ts';
import type { TheirCredentials, Wire } from '../wire.ts';
import { isConnected, type Partner } from './partner.ts';
import { readByToken, readPartner, readPartners, readSealedTokens, type ShownAs } from './partner-store.ts';
import { newToken, readingsOf, type TokenKeys } from './tokens.ts';

export type PartnerNeeds = {
  pool: Pool;
  ledger: Pick<Ledger, 'commit'>;
  clock: Clock;
  keys: TokenKeys;
  wire: Wire;
  ourRoles: readonly PartyRole[];
  log: Log;
};

export type NewPartner = { name: string; parties: readonly string[]; isHub: boolean; tariffId: string | null };
export type PartnerChange = Partial<
  Pick<Partner, 'name' | 'tariffId' | 'tolerance' | 'isSharingTokens' | 'tokenForm'> & { parties: readonly string[] }
>;

export type Partners = ReturnType<typeof openPartners>;

/** Who we are connected with. What a call to a partner leads to is written before the call, so that whoever dies in between can go on. */
export function openPartners(needs: PartnerNeeds) {
  const { pool, keys, clock } = needs;
  return {
    list: () => readPartners(pool),
    find: (id: string) => readPartner(pool, id),
    get: (id: string) => mustRead(needs, id),
    add: (wanted: NewPartner, actor: Actor) => addPartner(needs, wanted, actor),
    /** A token A again, for one who lost it or has to register anew. What was agreed before holds until they use it. */
    async invite(id: string, actor: Actor): Promise<{ partner: Partner; token: string }> {
      const token = newToken();
      await pool.query(
        `update roaming_partner set invitation_hash = $2, state = case when state = 'left' then 'invited' else state end where id = $1`,
        [id, keys.hash(token)],
      );
      await tell(needs, { kind: 'partner-changed', body: { partnerId: id, what: 'invited' } }, actor);
      return { partner: await mustRead(needs, id), token };
    },
    async change(id: string, change: PartnerChange, actor: Actor): Promise<Partner> {
      await mustRead(needs, id);
      const { name, parties, tariffId, tolerance, isSharingTokens, tokenForm } = change;
      await pool.query(
        `update roaming_partner set name = coalesce($2, name), parties = coalesce($3, parties),
           tariff_id = case when $4 then $5 else tariff_id end, tolerance = coalesce($6, tolerance),
           is_sharing_tokens = coalesce($7, is_sharing_tokens), token_form = coalesce($8, token_form) where id = $1`,
        [
          ...[id, name ?? null, parties ?? null, tariffId !== undefined, tariffId ?? null, tolerance ?? null],
          ...[isSharingTokens ?? null, tokenForm ?? null],
        ],
      );
      await tell(needs, { kind: 'partner-changed', body: { partnerId: id, what: 'settings' } }, actor);
      return mustRead(needs, id);
    },
    /** With token A of theirs: we are the ones who begin. */
    async connect(id: string, at: { versionsUrl: string; token: string }, actor: Actor): Promise<Partner> {
      const partner = await mustRead(needs, id);
      if (isConnected(partner))
        throw new SigecError('CONFLICT', `${partner.name} is connected; rotate its tokens, or remove it first.`);
      // The intent and the token that we are going to offer stand before the first call.
      const offered = newToken();
      await pool.query(
        `update roaming_partner set state = 'connecting', versions_url = $2, given_invitation = $3, token_hash = $4, offered_token = $5
         where id = $1`,
        [id, at.versionsUrl, keys.seal(at.token), keys.hash(offered), keys.seal(offered)],
      );
      await register(needs, id);
      await tell(needs, { kind: 'partner-connected', body: { partnerId: id, name: partner.name } }, actor);
      return mustRead(needs, id);
    },
    async rotate(id: string, actor: Actor): Promise<Partner> {
      await rotate(needs, id);
      await tell(needs, { kind: 'partner-changed', body: { partnerId: id, what: 'tokens' } }, actor);
      return mustRead(needs, id);
    },
    /** They hear that it is over, now or when they can be reached again; nothing of theirs is let in from this moment on. */
    async remove(id: string, actor: Actor): Promise<Partner> {
      const partner = await mustRead(needs, id);
      await pool.query(
        `update roaming_partner set state = 'leaving', token_hash = null, next_token_hash = null, invitation_hash = null, offered_token = null,
           given_invitation = null where id = $1`,
        [id],
      );
      await pool.query('delete from roaming_party where partner_id = $1', [id]);
      await tell(needs, { kind: 'partner-removed', body: { partnerId: id, name: partner.name } }, actor);
      await leave(needs, id).catch((error: unknown) => noteFailure(needs, id, error));
      return mustRead(needs, id);
    },
    /** What a crash or a silent partner left half done. */
    async goOn(): Promise<void> {
      for (const { id, state } of await readPartners(pool)) {
        try {
          if (state === 'connecting') await register(needs, id);
          if (state === 'leaving') await leave(needs, id);
        } catch (error) {
          await noteFailure(needs, id, error);
        }
      }
    },
    // What partners do.
    /** Who shows a token; undefined: nobody we know. */
    async recognize(shown: string): Promise<{ partner: Partner; shownAs: ShownAs } | undefined> {
      const known = await readByToken(
        pool,
        readingsOf(shown).map((token) => keys.hash(token)),
      );
      if (known !== undefined)
        await pool.query('update roaming_partner set last_heard_at = $2 where id = $1', [
          known.partner.id,
          clock.now(),
        ]);
      return known;
    },
    /** Whoever uses the new token for more than looking round has it: the one before is worth nothing from then on. */
    async confirm({ id, state }: Partner, shownAs: ShownAs): Promise<void> {
      if (shownAs === 'invitation' || (shownAs === 'token' && state === 'connected')) return;
      if (shownAs === 'next-token')
        await pool.query(
          `update roaming_partner set token_hash = next_token_hash, next_token_hash = null where id = $1 and next_token_hash is not null`,
          [id],
        );
      if (state !== 'unconfirmed') return;
      await pool.query(`update roaming_partner set state = 'connected', invitation_hash = null where id = $1`, [id]);
    },
    register: (from: Partner, shownAs: ShownAs, given: TheirCredentials & { version: OcpiVersion }) =>
      takeCredentials(needs, { method: 'POST', from, shownAs, given }),
    update: (from: Partner, shownAs: ShownAs, given: TheirCredentials & { version: OcpiVersion }) =>
      takeCredentials(needs, { method: 'PUT', from, shownAs, given }),
    async unregister(from: Partner, shownAs: ShownAs): Promise<void> {
      if (shownAs === 'invitation' || !isConnected(from)) throw notRegistered();
      await pool.query(
        `update roaming_partner set state = 'left', token_hash = null, next_token_hash = null, our_token = null, invitation_hash = null,
           offered_token = null, given_invitation = null, endpoints = '[]' where id = $1`,
        [from.id],
      );
      await pool.query('delete from roaming_party where partner_id = $1', [from.id]);
      await tell(needs, { kind: 'partner-removed', body: { partnerId: from.id, name: from.name } }, system);
    },
    /** What we show them. */
    tokenFor: (id: string) => ourToken(needs, id),
    noteSuccess: (id: string) =>
      pool.query('update roaming_partner set last_success_at = $2 where id = $1', [id, clock.now()]),
    noteFailure: (id: string, error: unknown) => noteFailure(needs, id, error),
    notePulled: (id: string, module: string, until: Date) =>
      pool.query(`update roaming_partner set pulled = pulled || jsonb_build_object($2::text, $3::text) where id = $1`, [
        id,
        module,
        until.toISOString(),
      ]),
    /** Which connection speaks for a party. */
    async byParty(party: Party, role?: string): Promise<string | undefined> {
      const { rows } = await pool.query<{ id: string }>(
        `select partner_id as id from roaming_party where country = $1 and party = $2 and ($3::text is null or role = $3) limit 1`,
        [party.countryCode.toUpperCase(), party.partyId.toUpperCase(), role ?? null],
      );
      return rows[0]?.id;
    },
  };
}

async function mustRead({ pool }: Pick<PartnerNeeds, 'pool'>, id: string): Promise<Partner> {
  const partner = await readPartner(pool, id);
  if (partner !== undefined) return partner;
  throw new SigecError('NOT_FOUND', `There is no partner ${id}; list them at /api/partners.`);
}

async function addPartner(
  needs: PartnerNeeds,
  { name, parties, isHub, tariffId }: NewPartner,
  actor: Actor,
): Promise<{ partner: Partner; token: string }> {
  const { pool, keys, clock } = needs;
  const [id, token] = [randomUUID(), newToken()];
  await pool.query(
    `insert into roaming_partner (id, name, state, parties, is_hub, invitation_hash, tariff_id, created_at, created_by)
     values ($1, $2, 'invited', $3, $4, $5, $6, $7, $8)`,
    [id, name, parties, isHub, keys.hash(token), tariffId, clock.now(), actorName(actor)],
  );
  await tell(needs, { kind: 'partner-added', body: { partnerId: id, name } }, actor);
  return { partner: await mustRead(needs, id), token };
}

/** As the one who begins: read what they serve, give them our token, take theirs, and use it at once so that both know it arrived. */
async function register(needs: PartnerNeeds, id: string): Promise<void> {
  const { pool, keys, wire, clock, ourRoles } = needs;
  const [partner, sealed] = await Promise.all([mustRead(needs, id), readSealedTokens(pool, id)]);
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
         last_failure = null
       where id = $1`,
      [
        ...[id, keys.seal(theirs.token), found.version, JSON.stringify(found.endpoints), JSON.stringify(theirs.roles)],
        ...[theirs.url || partner.versionsUrl, found.tokenForm, clock.now()],
      ],
    );
  });
  await wire.credentials('GET', await mustRead(needs, id), theirs.token).catch(() => undefined);
}

/** The new token is good on our side before they hear of it, and the old one until they have used the new one. */
async function rotate(needs: PartnerNeeds, id: string): Promise<void> {
  const { pool, keys, wire, clock, ourRoles } = needs;
  const partner = await mustRead(needs, id);
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
      `update roaming_partner set our_token = $2, version = $3, endpoints = $4, roles = $5, versions_url = $6, last_success_at = $7 where id = $1`,
      [
        ...[id, keys.seal(theirs.token), found.version, JSON.stringify(found.endpoints), JSON.stringify(theirs.roles)],
        ...[theirs.url || partner.versionsUrl, clock.now()],
      ],
    );
  });
  await wire.credentials('GET', await mustRead(needs, id), theirs.token).catch(() => undefined);
}

/** A partner who no longer knows us has let us go already. */
async function leave(needs: PartnerNeeds, id: string): Promise<void> {
  const { pool, wire } = needs;
  const partner = await mustRead(needs, id);
  if (partner.hasToken && partner.endpoints.length > 0) {
    const status = await wire.credentials('DELETE', partner, await ourToken(needs, id));
    const isOver = status < 300 || [401, 403, 404, 405].includes(status);
    if (!isOver) throw new SigecError('CONFLICT', `${partner.name} answered ${status} to our goodbye.`);
  }
  await pool.query(`update roaming_partner set state = 'left', our_token = null, endpoints = '[]' where id = $1`, [id]);
}

async function ourToken({ pool, keys }: PartnerNeeds, id: string): Promise<string> {
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
async function takeCredentials(needs: PartnerNeeds, { method, from, shownAs, given }: Taken): Promise<string> {
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
         is_hub = is_hub or $11, connected_at = coalesce(connected_at, $10), last_success_at = $10, last_failure = null
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
        ...[tokenForm, isNew, keys.hash(answer), clock.now(), given.hubPartyId !== undefined],
      ],
    );
  });
  if (isNew) await tell(needs, { kind: 'partner-connected', body: { partnerId: from.id, name: from.name } }, system);
  return answer;
}

function notRegistered(): RoamingProblem {
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

async function noteFailure({ pool, clock, log }: PartnerNeeds, id: string, error: unknown): Promise<void> {
  const { message } = asError(error);
  await pool.query('update roaming_partner set last_failure_at = $2, last_failure = $3 where id = $1', [
    id,
    clock.now(),
    message.slice(0, 500),
  ]);
  log.warn({ partnerId: id, err: asError(error) }, 'a partner could not be reached');
}

async function tell({ ledger, clock }: PartnerNeeds, fact: EventFact, actor: Actor): Promise<void> {
  const principal = actorName(actor);
  const subject = 'partnerId' in fact.body ? fact.body.partnerId : null;
  await ledger.commit({
    events: [{ ...fact, stationId: null, happenedAt: clock.now(), principal }],
    audit: [{ principal, door: actor.door, action: fact.kind, subject, outcome: 'done', details: {} }],
  });
}

export async function transaction<Result>(pool: Pool, work: (client: ClientBase) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
