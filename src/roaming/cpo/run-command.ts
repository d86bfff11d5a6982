import { randomUUID } from 'node:crypto';
import { asError, SigecError } from '#base/errors.ts';
import { Limiter } from '#base/limiter.ts';
import { system } from '#principals/actor.ts';
import type { Party } from '../model/party.ts';
import { textOf } from '../model/text-of.ts';
import { isOfPartner, type Partner } from '../partners/partner.ts';
import { badParameter, notEnough } from '../roaming-problem.ts';
import {
  type Asked,
  type CommandKind,
  type CommandNeeds,
  isWithinLimits,
  type Job,
  placeOf,
  type Result,
  readToken,
  resultOf,
  type ToldProfile,
} from './command-job.ts';
import { clearProfile, setProfile, tellProfile } from './limit-session.ts';
import { cancel, reserve } from './reserve.ts';
import { findTaken, hashOf, putTaken, type TakenAnswer } from './taken-commands.ts';
import { tellResult } from './tell-result.ts';

export type CommandAnswer = { result: TakenAnswer; timeout: number };
const timeoutSeconds = 60;
/** Of starts: per token and per EVSE. */
const starts = { perSecond: 1 / 30, burst: 5 };

/** Commands of partners: answered at once, done afterwards, and never done twice where a partner repeats one. */
export function openCommands(needs: CommandNeeds) {
  const limits = new Limiter(starts);
  const running = new Set<Promise<void>>();
  return {
    /** `from`: who of those that speak over the connection asks, and hears what becomes of it. */
    async take(
      partner: Partner,
      kind: CommandKind,
      asked: Record<string, unknown>,
      from?: Party,
    ): Promise<CommandAnswer> {
      const { responseUrl } = asked;
      if (typeof responseUrl !== 'string') throw notEnough('response_url: is missing.');
      // Our token for the partner goes there.
      if (!isOfPartner(partner, responseUrl))
        throw badParameter('response_url: must stand on an address you registered.');
      const told = { partnerId: partner.id, kind, responseUrl, requestHash: hashOf(kind, asked) };
      const before = await findTaken(needs.pool, told, needs.clock.now());
      if (before !== undefined) return { result: before, timeout: timeoutSeconds };
      const job = await jobOf(needs, { partner, kind, asked, from, limits });
      const answer: CommandAnswer = { result: 'answer' in job ? job.answer : 'ACCEPTED', timeout: timeoutSeconds };
      const id = randomUUID();
      const other = await putTaken(needs.pool, { ...told, id, from, answer: answer.result, at: needs.clock.now() });
      if (other !== undefined) return { result: other, timeout: timeoutSeconds };
      if ('run' in job) {
        const work = carryOut(needs, { id, partner, kind, responseUrl, to: from, run: job.run }).finally(() =>
          running.delete(work),
        );
        running.add(work);
      }
      return answer;
    },
    /** What was under way when we died: whether it happened nobody knows, and the partner hears so. */
    async endLeftOpen(): Promise<void> {
      const { rows } = await needs.pool.query<
        Pick<Running, 'id' | 'kind' | 'responseUrl'> & { partnerId: string; to: Party | null }
      >(
        `select id, partner_id as "partnerId", kind, response_url as "responseUrl", request -> 'from' as "to" from roaming_command
         where direction = 'in' and answer = 'ACCEPTED' and ended_at is null`,
      );
      for (const { to, ...command } of rows)
        await tellResult(needs, { ...command, ...(to !== null && { to }), result: 'FAILED' });
    },
    settled: async (): Promise<void> => void (await Promise.all(running)),
  };
}

function jobOf(needs: CommandNeeds, given: Asked): Promise<Job> {
  switch (given.kind) {
    case 'START_SESSION':
      return start(needs, given);
    case 'STOP_SESSION':
      return stop(needs, given);
    case 'UNLOCK_CONNECTOR':
      return unlock(needs, given);
    case 'RESERVE_NOW':
      return reserve(needs, given);
    case 'CANCEL_RESERVATION':
      return cancel(needs, given);
    case 'SET_CHARGING_PROFILE':
      return setProfile(needs, given);
    case 'CLEAR_CHARGING_PROFILE':
      return clearProfile(needs, given);
    case 'GET_ACTIVE_PROFILE':
      return tellProfile(needs, given);
  }
}

async function start(needs: CommandNeeds, { partner, asked, limits }: Asked): Promise<Job> {
  const token = await readToken(needs, asked['token'], partner);
  const { stationId, evseId, siteId } = await placeOf(needs, { partner, asked });
  const tokenHash = needs.hashToken(token.uid);
  if (!isWithinLimits(limits, tokenHash, { stationId, evseId })) return { answer: 'REJECTED' };
  const reference = asked['authorizationReference'];
  // The provider vouches for the token: nobody is asked again, also not at the station.
  await needs.grant({
    tokenHash,
    partnerId: partner.id,
    token,
    authMethod: 'COMMAND',
    locationId: siteId,
    authorizationReference: typeof reference === 'string' ? reference.slice(0, 36) : null,
  });
  return {
    async run() {
      const { result, command } = await needs.charging.startSession({
        stationId,
        token: token.uid,
        why: `Asked by ${partner.name} over OCPI`,
        actor: system,
        waitSeconds: 0,
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
  const { stationId, evseId } = await placeOf(needs, { partner, asked });
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

type Running = {
  id: string;
  partner: Partner;
  kind: CommandKind;
  responseUrl: string;
  to: Party | undefined;
  run(): Promise<Result | ToldProfile>;
};

async function carryOut(needs: CommandNeeds, { id, partner, kind, responseUrl, to, run }: Running): Promise<void> {
  const result = await run().catch((error: unknown): Result => {
    if (error instanceof SigecError && error.code === 'STATION_OFFLINE') return 'EVSE_INOPERATIVE';
    if (!(error instanceof SigecError)) needs.log.error({ err: asError(error) }, 'a command of a partner failed');
    return error instanceof SigecError && error.code === 'NOT_ALLOWED' ? 'REJECTED' : 'FAILED';
  });
  await tellResult(needs, { id, partnerId: partner.id, kind, responseUrl, to, result }).catch((error: unknown) =>
    needs.log.error({ err: asError(error) }, 'the result of a command was not written down'),
  );
}
