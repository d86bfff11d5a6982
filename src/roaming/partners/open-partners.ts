import { randomUUID } from 'node:crypto';
import { asError, SigecError } from '#base/errors.ts';
import type { EventFact } from '#ledger/ledger-types.ts';
import { type Actor, actorName, system } from '#principals/actor.ts';
import type { Party } from '../model/party.ts';
import type { OcpiVersion } from '../model/versions.ts';
import type { TheirCredentials } from '../wire.ts';
import {
  leave,
  notRegistered,
  ourToken,
  type PartnerNeeds,
  register,
  rotate,
  takeCredentials,
} from './exchange-credentials.ts';
import { isSilent } from './is-silent.ts';
import { isConnected, type Partner } from './partner.ts';
import { tell } from './partner-events.ts';
import { mustRead, readByToken, readPartner, readPartners, type ShownAs } from './partner-store.ts';
import { newToken, readingsOf } from './tokens.ts';

export type NewPartner = {
  name: string;
  parties: readonly string[];
  isHub: boolean;
  tariffId: string | null;
  siteIds?: readonly string[] | null;
};
export type PartnerChange = Partial<
  Pick<Partner, 'name' | 'tariffId' | 'tolerance' | 'isSharingTokens' | 'siteIds' | 'tokenForm'> & {
    parties: readonly string[];
  }
>;

export type Partners = ReturnType<typeof openPartners>;

/** Who we are connected with. What a call to a partner leads to is written before the call, so that whoever dies in between can go on. */
export function openPartners(needs: PartnerNeeds) {
  const { pool, keys, clock, ledger } = needs;
  return {
    list: () => readPartners(pool),
    find: (id: string) => readPartner(pool, id),
    get: (id: string) => mustRead(pool, id),
    add: (wanted: NewPartner, actor: Actor) => addPartner(needs, wanted, actor),
    /** A token A again, for one who lost it or has to register anew. What was agreed before holds until they use it. */
    async invite(id: string, actor: Actor): Promise<{ partner: Partner; token: string }> {
      const token = newToken();
      await pool.query(
        `update roaming_partner set invitation_hash = $2, state = case when state = 'left' then 'invited' else state end where id = $1`,
        [id, keys.hash(token)],
      );
      await tell(needs, { kind: 'partner-changed', body: { partnerId: id, what: 'invited' } }, actor);
      return { partner: await mustRead(pool, id), token };
    },
    async change(id: string, change: PartnerChange, actor: Actor): Promise<Partner> {
      await mustRead(pool, id);
      const { name, parties, tariffId, tolerance, isSharingTokens, siteIds, tokenForm } = change;
      await pool.query(
        `update roaming_partner set name = coalesce($2, name), parties = coalesce($3, parties),
           tariff_id = case when $4 then $5 else tariff_id end, tolerance = coalesce($6, tolerance),
           is_sharing_tokens = coalesce($7, is_sharing_tokens), token_form = coalesce($8, token_form),
           site_ids = case when $9 then $10 else site_ids end where id = $1`,
        [
          ...[id, name ?? null, parties ?? null, tariffId !== undefined, tariffId ?? null, tolerance ?? null],
          ...[isSharingTokens ?? null, tokenForm ?? null, siteIds !== undefined, siteIds ?? null],
        ],
      );
      await tell(needs, { kind: 'partner-changed', body: { partnerId: id, what: 'settings' } }, actor);
      return mustRead(pool, id);
    },
    /** With token A of theirs: we are the ones who begin. */
    async connect(id: string, at: { versionsUrl: string; token: string }, actor: Actor): Promise<Partner> {
      const partner = await mustRead(pool, id);
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
      return mustRead(pool, id);
    },
    async rotate(id: string, actor: Actor): Promise<Partner> {
      await rotate(needs, id);
      await tell(needs, { kind: 'partner-changed', body: { partnerId: id, what: 'tokens' } }, actor);
      return mustRead(pool, id);
    },
    /** They hear that it is over, now or when they can be reached again; nothing of theirs is let in from this moment on. */
    async remove(id: string, actor: Actor): Promise<Partner> {
      const partner = await mustRead(pool, id);
      await pool.query(
        `update roaming_partner set state = 'leaving', token_hash = null, next_token_hash = null, invitation_hash = null, offered_token = null,
           given_invitation = null where id = $1`,
        [id],
      );
      await pool.query('delete from roaming_party where partner_id = $1', [id]);
      await tell(needs, { kind: 'partner-removed', body: { partnerId: id, name: partner.name } }, actor);
      await leave(needs, id).catch((error: unknown) => noteFailure(needs, id, error));
      return mustRead(pool, id);
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
    /** People are told once when nothing reaches a partner any more, and when it answers again. */
    async watchSilence(): Promise<void> {
      for (const partner of await readPartners(pool)) {
        const isNow = isConnected(partner) && isSilent(partner, clock.now());
        if (isNow === (partner.silentSince !== null)) continue;
        const { id, name } = partner;
        const since = isNow ? (partner.lastSuccessAt ?? partner.connectedAt ?? clock.now()) : null;
        const { rowCount } = await pool.query(
          `update roaming_partner set silent_since = $2 where id = $1 and (silent_since is null) = $3`,
          [id, since, isNow],
        );
        if (rowCount !== 1) continue; // another node has told
        const fact: EventFact =
          since === null
            ? { kind: 'partner-answers', body: { partnerId: id, name } }
            : { kind: 'partner-silent', body: { partnerId: id, name, since: since.toISOString() } };
        await ledger.commit({ events: [{ ...fact, stationId: null, happenedAt: clock.now() }] });
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

async function addPartner(
  needs: PartnerNeeds,
  { name, parties, isHub, tariffId, siteIds = null }: NewPartner,
  actor: Actor,
): Promise<{ partner: Partner; token: string }> {
  const { pool, keys, clock } = needs;
  const [id, token] = [randomUUID(), newToken()];
  await pool.query(
    `insert into roaming_partner (id, name, state, parties, is_hub, invitation_hash, tariff_id, created_at, created_by, site_ids)
     values ($1, $2, 'invited', $3, $4, $5, $6, $7, $8, $9)`,
    [id, name, parties, isHub, keys.hash(token), tariffId, clock.now(), actorName(actor), siteIds],
  );
  await tell(needs, { kind: 'partner-added', body: { partnerId: id, name } }, actor);
  return { partner: await mustRead(pool, id), token };
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
