import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { asError, SigecError } from '#base/errors.ts';
import { Limiter } from '#base/limiter.ts';
import type { Log } from '#base/log.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import { system } from '#principals/actor.ts';
import { type CdrToken, cdrToken } from '../model/shapes.ts';
import { textOf } from '../model/text-of.ts';
import { enqueue } from '../outbox/outbox.ts';
import { isOfPartner, type Partner } from '../partners/partner.ts';
import { badParameter, notEnough, unknownLocation } from '../roaming-problem.ts';
import type { Grant } from './judge-guest.ts';
import { evseOfUid } from './publish-locations.ts';

export const commandKinds = [
  'START_SESSION',
  'STOP_SESSION',
  'RESERVE_NOW',
  'CANCEL_RESERVATION',
  'UNLOCK_CONNECTOR',
] as const;
export type CommandKind = (typeof commandKinds)[number];

export type CommandNeeds = {
  pool: Pool;
  clock: Clock;
  charging: Pick<Charging, 'startSession' | 'stopSession' | 'runCommand' | 'sessions' | 'stationsNamed' | 'sites'>;
  hashToken(token: string): string;
  grant(grant: Grant): Promise<void>;
  wake(): void;
  log: Log;
};

export type CommandAnswer = { result: 'ACCEPTED' | 'REJECTED' | 'UNKNOWN_SESSION' | 'NOT_SUPPORTED'; timeout: number };
type Result =
  | 'ACCEPTED'
  | 'REJECTED'
  | 'FAILED'
  | 'TIMEOUT'
  | 'EVSE_OCCUPIED'
  | 'EVSE_INOPERATIVE'
  | 'UNKNOWN_RESERVATION'
  | 'NOT_SUPPORTED';

const timeoutSeconds = 60;
/** Of starts: per token and per EVSE. */
const starts = { perSecond: 1 / 30, burst: 5 };

/** Commands of partners: answered at once, done afterwards, and never done twice for the same `response_url`. */
export function openCommands(needs: CommandNeeds) {
  const limits = new Limiter(starts);
  const running = new Set<Promise<void>>();
  return {
    async take(partner: Partner, kind: CommandKind, asked: Record<string, unknown>): Promise<CommandAnswer> {
      const { responseUrl } = asked;
      if (typeof responseUrl !== 'string') throw notEnough('response_url: is missing.');
      // Our token for the partner goes there.
      if (!isOfPartner(partner, responseUrl))
        throw badParameter('response_url: must stand on an address you registered.');
      const before = await readTaken(needs, partner.id, responseUrl);
      if (before !== undefined) return before;
      const job = await jobOf(needs, { partner, kind, asked, limits });
      const answer: CommandAnswer = { result: 'answer' in job ? job.answer : 'ACCEPTED', timeout: timeoutSeconds };
      const id = randomUUID();
      const { rowCount } = await needs.pool.query(
        `insert into roaming_command (id, direction, partner_id, kind, response_url, request, asked_at, answer)
         values ($1, 'in', $2, $3, $4, '{}', $5, $6) on conflict do nothing`,
        [id, partner.id, kind, responseUrl, needs.clock.now(), answer.result],
      );
      if (rowCount === 0) return (await readTaken(needs, partner.id, responseUrl)) ?? answer;
      if ('run' in job) {
        const work = carryOut(needs, { id, partner, responseUrl, run: job.run }).finally(() => running.delete(work));
        running.add(work);
      }
      return answer;
    },
    /** What was under way when we died: whether it happened nobody knows, and the partner hears so. */
    async endLeftOpen(): Promise<void> {
      const { rows } = await needs.pool.query<{ id: string; partnerId: string; responseUrl: string }>(
        `select id, partner_id as "partnerId", response_url as "responseUrl" from roaming_command
         where direction = 'in' and answer = 'ACCEPTED' and ended_at is null`,
      );
      for (const { id, partnerId, responseUrl } of rows)
        await tell(needs, { id, partnerId, responseUrl, result: 'FAILED' });
    },
    settled: async (): Promise<void> => void (await Promise.all(running)),
  };
}

async function readTaken(
  { pool }: CommandNeeds,
  partnerId: string,
  responseUrl: string,
): Promise<CommandAnswer | undefined> {
  const { rows } = await pool.query<Pick<CommandAnswer, 'result'>>(
    `select answer as result from roaming_command where direction = 'in' and partner_id = $1 and response_url = $2`,
    [partnerId, responseUrl],
  );
  return rows[0] && { ...rows[0], timeout: timeoutSeconds };
}

type Job = { answer: CommandAnswer['result'] } | { run(): Promise<Result> };
type Asked = { partner: Partner; kind: CommandKind; asked: Record<string, unknown>; limits: Limiter };

function jobOf(needs: CommandNeeds, given: Asked): Promise<Job> {
  switch (given.kind) {
    case 'START_SESSION':
      return start(needs, given);
    case 'STOP_SESSION':
      return stop(needs, given);
    case 'UNLOCK_CONNECTOR':
      return unlock(needs, given);
    case 'RESERVE_NOW':
    case 'CANCEL_RESERVATION':
      // A reservation of ours needs a token that is entered here.
      return Promise.resolve({ answer: 'NOT_SUPPORTED' });
  }
}

async function start(needs: CommandNeeds, { partner, asked, limits }: Asked): Promise<Job> {
  const token = readToken(asked['token'], partner);
  const { stationId, evseId, siteId } = await placeOf(needs, asked);
  const tokenHash = needs.hashToken(token.uid);
  if (!limits.take(`token ${tokenHash}`) || !limits.take(`evse ${stationId} ${evseId ?? ''}`))
    return { answer: 'REJECTED' };
  const reference = asked['authorizationReference'];
  // The provider vouches for the token: nobody is asked again, also not at the station.
  await needs.grant({
    ...{ tokenHash, partnerId: partner.id, token, authMethod: 'COMMAND', locationId: siteId },
    authorizationReference: typeof reference === 'string' ? reference.slice(0, 36) : null,
  });
  return {
    async run() {
      const { result, command } = await needs.charging.startSession({
        ...{ stationId, token: token.uid, why: `Asked by ${partner.name} over OCPI`, actor: system, waitSeconds: 0 },
        ...(evseId !== undefined && { evseId }),
      });
      if (result === 'accepted' || result === 'started') return 'ACCEPTED';
      return resultOf(command);
    },
  };
}

async function stop(needs: CommandNeeds, { partner, asked }: Asked): Promise<Job> {
  const sessionId = textOf(asked['sessionId']);
  const { rowCount } = await needs.pool.query(
    'select from roaming_session where session_id::text = lower($1) and partner_id = $2',
    [sessionId, partner.id],
  );
  if (rowCount !== 1) return { answer: 'UNKNOWN_SESSION' };
  if ((await needs.charging.sessions.get(sessionId)).state !== 'running') return { answer: 'REJECTED' };
  return {
    async run() {
      const why = `Asked by ${partner.name} over OCPI`;
      const { result, command } = await needs.charging.stopSession({ sessionId, why, actor: system, waitSeconds: 0 });
      return result === 'accepted' || result === 'ended' ? 'ACCEPTED' : resultOf(command);
    },
  };
}

/** Only where a driver of this partner charges: a plug of somebody else stays locked. */
async function unlock(needs: CommandNeeds, { partner, asked }: Asked): Promise<Job> {
  const { stationId, evseId } = await placeOf(needs, asked);
  const { rowCount } = await needs.pool.query(
    `select from roaming_session join session on session.id = roaming_session.session_id
     where partner_id = $1 and session.station_id = $2 and session.evse_id = $3 and session.state = 'running' limit 1`,
    [partner.id, stationId, evseId],
  );
  if (rowCount === 0 || evseId === undefined) return { answer: 'REJECTED' };
  const connectorId = Number(asked['connectorId'] ?? 1) || 1;
  return {
    async run() {
      const input = { evseId, connectorId };
      const command = await needs.charging.runCommand({ stationId, name: 'unlock', input, actor: system });
      return command.outcome?.status === 'accepted' ? 'ACCEPTED' : resultOf(command);
    },
  };
}

function readToken(given: unknown, partner: Partner): CdrToken {
  const read = cdrToken.safeParse(given);
  if (!read.success) throw badParameter('token: needs country_code, party_id, uid, type and contract_id.');
  const isTheirs = partner.roles.some(
    ({ countryCode, partyId }) =>
      countryCode === read.data.countryCode.toUpperCase() && partyId === read.data.partyId.toUpperCase(),
  );
  if (!isTheirs) throw badParameter('token: is of a party that does not speak over this connection.');
  return read.data;
}

async function placeOf({ pool, charging }: CommandNeeds, asked: Record<string, unknown>) {
  const [locationId, evseUid] = [textOf(asked['locationId']), asked['evseUid']];
  const { rowCount } = await pool.query('select from roaming_site where lower(site_id) = lower($1)', [locationId]);
  if (rowCount === 0) throw unknownLocation(`location_id: there is no location ${locationId.slice(0, 40)}.`);
  if (typeof evseUid !== 'string') {
    const site = (await charging.sites.list()).find(({ id }) => id.toLowerCase() === locationId.toLowerCase());
    const stations = site === undefined ? [] : (await charging.sites.get(site.id)).stations;
    const [only, ...others] = stations;
    if (only === undefined || others.length > 0)
      throw notEnough('evse_uid: is needed, since this location has several EVSEs.');
    return { stationId: only.stationId, evseId: undefined, siteId: only.siteId };
  }
  const evse = await evseOfUid(pool, evseUid);
  const place = evse === undefined ? null : await charging.sites.placeOf(evse.stationId);
  if (evse === undefined || place === null || place.siteId.toLowerCase() !== locationId.toLowerCase())
    throw unknownLocation('evse_uid: there is no such EVSE at this location.');
  return { ...evse, siteId: place.siteId };
}

function resultOf({ outcome }: CommandRecord): Result {
  if (outcome?.status === 'no-answer') return 'TIMEOUT';
  return outcome?.status === 'rejected' ? 'REJECTED' : 'FAILED';
}

type Running = { id: string; partner: Partner; responseUrl: string; run(): Promise<Result> };

async function carryOut(needs: CommandNeeds, { id, partner, responseUrl, run }: Running): Promise<void> {
  const result = await run().catch((error: unknown): Result => {
    if (error instanceof SigecError && error.code === 'STATION_OFFLINE') return 'EVSE_INOPERATIVE';
    if (!(error instanceof SigecError)) needs.log.error({ err: asError(error) }, 'a command of a partner failed');
    return error instanceof SigecError && error.code === 'NOT_ALLOWED' ? 'REJECTED' : 'FAILED';
  });
  await tell(needs, { id, partnerId: partner.id, responseUrl, result }).catch((error: unknown) =>
    needs.log.error({ err: asError(error) }, 'the result of a command was not written down'),
  );
}

async function tell(
  { pool, clock, wake }: CommandNeeds,
  { id, partnerId, responseUrl, result }: { id: string; partnerId: string; responseUrl: string; result: Result },
): Promise<void> {
  const at = clock.now();
  await pool.query('update roaming_command set result = $2, ended_at = $3 where id = $1', [id, result, at]);
  const request = {
    module: 'commands' as const,
    role: 'SENDER' as const,
    method: 'POST' as const,
    url: responseUrl,
    body: { result },
  };
  await enqueue(pool, { partnerId, key: id, request }, at);
  wake();
}
