import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { Charging } from '#charging/open-charging.ts';
import { type Party, partyName } from '../model/party.ts';
import { activeProfile, type ChargingProfile } from '../model/shapes.ts';
import { textOf } from '../model/text-of.ts';
import { ownersOfObject, putObject } from '../objects/object-store.ts';
import { isHub } from '../partners/hub-clients.ts';
import { endpointOf, isConnected, type Partner } from '../partners/partner.ts';
import { badParameter, unknownObject } from '../roaming-problem.ts';
import type { Wire, WireRequest } from '../wire.ts';
import type { OurTokenList } from './our-token-list.ts';

export type RemoteNeeds = {
  pool: Pool;
  clock: Clock;
  wire: Pick<Wire, 'request' | 'resultUrl'>;
  charging: Pick<Charging, 'authorization'>;
  tokens: Pick<OurTokenList, 'find'>;
  getPartner(id: string): Promise<Partner>;
};

export type RoamingCommand = {
  id: string;
  direction: 'in' | 'out';
  kind: string;
  askedAt: Date;
  answer: string | null;
  result: string | null;
  endedAt: Date | null;
  sessionId: string | null;
};

/** What reservations, sessions and bookings elsewhere have in common. */
export type RemoteSides = ReturnType<typeof remoteSides>;

type Place = { locationId: string; evseUid?: string | undefined; party?: Party | undefined };

/** Our drivers reserve, start and stop at stations of partners. */
export function openRemoteSessions(needs: RemoteNeeds) {
  const { pool, clock, wire, getPartner } = needs;
  const { ownerOf, chargingToken } = remoteSides(needs);
  async function command(
    partner: Partner,
    kind: string,
    to: Party,
    body: Record<string, unknown>,
    sent: (responseUrl: string) => Pick<WireRequest, 'module' | 'method' | 'path' | 'query' | 'body'> = (
      responseUrl,
    ) => ({
      module: 'commands',
      method: 'POST',
      path: [kind],
      body: { responseUrl, ...body },
    }),
  ): Promise<{ id: string; answer: string; message: string | null }> {
    const id = randomUUID();
    const responseUrl = wire.resultUrl(partner.version ?? '2.2.1', kind, id);
    const asked = { ...sent(responseUrl), role: 'RECEIVER' as const };
    if (!isConnected(partner) || endpointOf(partner, asked.module, asked.role) === undefined)
      throw new SigecError('CONFLICT', `${partner.name} takes no ${asked.module}.`);
    // Written before it is sent: the result may be here before the answer.
    await pool.query(
      `insert into roaming_command (id, direction, partner_id, kind, response_url, request, asked_at) values ($1, 'out', $2, $3, $4, $5, $6)`,
      [id, partner.id, kind, responseUrl, JSON.stringify({ ...body, to, token: undefined }), clock.now()],
    );
    const answer = await wire.request(partner, { ...asked, to });
    const told = (answer.data as { result?: unknown } | undefined)?.result;
    const result = textOf(told) || `${answer.httpStatus} ${answer.code}`;
    await pool.query('update roaming_command set answer = $2, message = $3 where id = $1', [
      id,
      result,
      answer.message,
    ]);
    return { id, answer: result, message: answer.message };
  }

  return {
    /** Asks the partner to keep an EVSE free; by the id it is changed or given back later. */
    async reserve(partnerId: string, asked: Place & { tokenId: string; minutes: number }) {
      const partner = await getPartner(partnerId);
      const token = await chargingToken(asked.tokenId);
      const { locationId, evseUid } = asked;
      const to = await ownerOf(partner, 'locations', locationId, asked.party);
      const reservationId = randomUUID();
      const expiryDate = new Date(clock.now().getTime() + asked.minutes * 60_000).toISOString();
      const authorizationReference = randomUUID();
      const body = { token, expiryDate, reservationId, locationId, evseUid, authorizationReference };
      return { reservationId, ...(await command(partner, 'RESERVE_NOW', to, body)) };
    },
    /** Whose it was is known by the command that made it. */
    async cancelReservation(partnerId: string, reservationId: string) {
      const partner = await getPartner(partnerId);
      const { rows } = await pool.query<{ to: Party }>(
        `select request -> 'to' as "to" from roaming_command
         where partner_id = $1 and direction = 'out' and kind = 'RESERVE_NOW' and request ->> 'reservationId' = $2`,
        [partnerId, reservationId],
      );
      const [made] = rows;
      if (made === undefined)
        throw new SigecError('NOT_FOUND', `There is no reservation ${reservationId} with ${partner.name}.`);
      return { reservationId, ...(await command(partner, 'CANCEL_RESERVATION', made.to, { reservationId })) };
    },
    async start(partnerId: string, asked: Place & { connectorId?: string | undefined; tokenId: string }) {
      const partner = await getPartner(partnerId);
      const token = await chargingToken(asked.tokenId);
      const authorizationReference = randomUUID();
      const { locationId, evseUid, connectorId } = asked;
      const to = await ownerOf(partner, 'locations', locationId, asked.party);
      return command(partner, 'START_SESSION', to, { token, locationId, evseUid, connectorId, authorizationReference });
    },
    /** Limits the session of a driver of ours; `profile` null: no more. */
    async limit(partnerId: string, sessionId: string, profile: ChargingProfile | null) {
      const partner = await getPartner(partnerId);
      const to = await ownerOf(partner, 'sessions', sessionId);
      const path = [sessionId];
      if (profile === null)
        return command(partner, 'CLEAR_CHARGING_PROFILE', to, { sessionId }, (responseUrl) => ({
          module: 'chargingprofiles',
          method: 'DELETE',
          path,
          query: { response_url: responseUrl },
        }));
      return command(partner, 'SET_CHARGING_PROFILE', to, { sessionId }, (responseUrl) => ({
        module: 'chargingprofiles',
        method: 'PUT',
        path,
        body: { responseUrl, chargingProfile: profile },
      }));
    },
    /** The operator tells what limits a session of ours now; it is kept beside the session. */
    async takeActiveProfile(partner: Partner, sessionId: string, body: Record<string, unknown>): Promise<void> {
      const read = activeProfile.safeParse(body);
      if (!read.success) throw badParameter('start_date_time and charging_profile: are both needed.');
      const [party] = await ownersOfObject(pool, { partnerId: partner.id, module: 'sessions', objectId: sessionId });
      if (party === undefined) throw unknownObject('There is no such session.');
      const [key, at] = [
        { partnerId: partner.id, module: 'chargingprofiles', party, objectId: sessionId },
        clock.now(),
      ];
      await putObject(pool, 'theirs', { ...key, body: read.data, lastUpdated: at, at });
    },
    async stop(partnerId: string, sessionId: string) {
      const partner = await getPartner(partnerId);
      return command(partner, 'STOP_SESSION', await ownerOf(partner, 'sessions', sessionId), { sessionId });
    },
    async commandResult(partner: Partner, id: string, body: Record<string, unknown>): Promise<void> {
      const { rowCount } = await pool.query(
        `update roaming_command set result = $3, ended_at = $4 where id::text = lower($1) and partner_id = $2 and direction = 'out'`,
        [id, partner.id, textOf(body['result']).slice(0, 40), clock.now()],
      );
      if (rowCount === 0) throw unknownObject('Nobody asked for this.');
    },
    async listCommands(partnerId: string, limit: number) {
      const { rows } = await pool.query<RoamingCommand>(
        `select id, direction, kind, asked_at as "askedAt", answer, result, ended_at as "endedAt",
           (select object_id from roaming_object where side = 'theirs' and module = 'sessions' and partner_id = $1
             and body ->> 'authorizationReference' = roaming_command.request ->> 'authorizationReference' limit 1) as "sessionId"
         from roaming_command where partner_id = $1 order by asked_at desc limit $2`,
        [partnerId, limit],
      );
      return rows;
    },
  };
}

export function remoteSides({ pool, charging, tokens }: Pick<RemoteNeeds, 'pool' | 'charging' | 'tokens'>) {
  /** Who behind the connection has it; a partner that has told nothing of it is asked itself. */
  async function ownerOf(partner: Partner, module: 'locations' | 'sessions', objectId: string, named?: Party) {
    if (named !== undefined) return named;
    const owners = await ownersOfObject(pool, { partnerId: partner.id, module, objectId });
    const [owner, ...others] = owners;
    if (others.length > 0)
      throw new SigecError(
        'INVALID_INPUT',
        `${owners.map(partyName).join(' and ')} have ${objectId}: say which by party.`,
        {
          details: { field: 'party' },
        },
      );
    const [first] = partner.roles;
    if (owner !== undefined) return owner;
    if (isHub(partner) || first === undefined)
      throw new SigecError(
        'NOT_FOUND',
        `Nobody behind ${partner.name} has told of ${objectId}; read everything first.`,
      );
    return { countryCode: first.countryCode, partyId: first.partyId };
  }

  /** One that partners may know of, and that may charge now. */
  async function chargingToken(tokenId: string) {
    const token = await tokens.find(tokenId);
    if (token === undefined)
      throw new SigecError('NOT_FOUND', `There is no token ${tokenId}; list them at /api/tokens.`);
    const { status } = await charging.authorization.decideElsewhere(token.uid);
    if (status !== 'accepted') throw new SigecError('NOT_ALLOWED', `The token may not charge: ${status}.`);
    return token;
  }

  return { ownerOf, chargingToken };
}
