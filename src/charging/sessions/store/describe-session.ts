import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { AskedCommand, EndedBy, SessionDetail } from '#contract/sessions/detail.ts';
import type { ListedSession } from '#contract/sessions/session.ts';
import {
  findCommandBefore,
  findLikelyStartCommand,
  findStartCommand,
  findStopCommand,
} from '../../commands/session-command-store.ts';
import type { Sessions } from '../open-sessions.ts';

export type DescribedSession = Omit<SessionDetail, 'links'>;

type Needs = { pool: Pool; clock: Clock; sessions: Pick<Sessions, 'get' | 'listed' | 'explain'> };

/** The session with what follows from it: how long, how fast, who began it and why it ended. */
export async function describeSession({ pool, clock, sessions }: Needs, id: string): Promise<DescribedSession> {
  const known = await sessions.get(id);
  const [[listed], oddities] = await Promise.all([sessions.listed([known]), sessions.explain(id)]);
  const session = listed ?? { ...known, powerW: null, cost: null };
  const durationSeconds = durationOf(session, clock.now());
  const [start, end] = await Promise.all([startOf(pool, session), endOf(pool, session)]);
  return {
    ...session,
    durationSeconds,
    // While it runs the energy is that of the last reading and the time goes on: their quotient would sink between readings.
    averagePowerW: session.state === 'running' ? null : averagePower(session.energyWh, durationSeconds),
    start,
    end,
    oddities,
  };
}

/** null where the station's clock tells nonsense: an end before the start, or a start in the future. */
export function durationOf({ startedAt, endedAt, state }: ListedSession, now: Date): number | null {
  if (startedAt === null || (state !== 'running' && endedAt === null)) return null;
  const until = endedAt === null ? now.getTime() : Date.parse(endedAt);
  const seconds = Math.round((until - Date.parse(startedAt)) / 1000);
  return seconds < 0 ? null : seconds;
}

function averagePower(energyWh: number | null, seconds: number | null): number | null {
  return energyWh === null || seconds === null || seconds === 0 ? null : Math.round((energyWh * 3600) / seconds);
}

async function startOf(pool: Pool, session: ListedSession): Promise<DescribedSession['start']> {
  const { id, stationId, remoteStartId, tokenHash } = session;
  const command =
    remoteStartId === null
      ? await findLikelyStartCommand(pool, id)
      : await findStartCommand(pool, stationId, remoteStartId);
  if (command !== null || remoteStartId !== null) return { by: 'remote', command };
  return { by: tokenHash === null ? 'unknown' : 'driver', command: null };
}

async function endOf(pool: Pool, session: ListedSession): Promise<DescribedSession['end']> {
  if (session.state === 'running') return null;
  const { endedAt, stopReason, flags } = session;
  const command = await commandBehind(pool, session);
  const by = flags.includes('closed-inferred') ? 'system' : endedBy(stopReason, command);
  return { at: endedAt, reason: stopReason, by, command };
}

function endedBy(reason: string | null, command: AskedCommand | null): EndedBy {
  if (reason === null) return command === null ? 'unknown' : 'remote';
  return Object.hasOwn(actors, reason) ? (actors[reason] ?? 'unknown') : 'unknown';
}

async function commandBehind(pool: Pool, session: ListedSession): Promise<AskedCommand | null> {
  const { id, stationId, stopReason, endedAt } = session;
  if (stopReason === null || stopReason === 'Remote') return findStopCommand(pool, id);
  const name = Object.hasOwn(commandOf, stopReason) ? commandOf[stopReason] : undefined;
  if (name === undefined || endedAt === null) return null;
  return findCommandBefore(pool, { stationId, name, before: endedAt });
}

/** Reasons that go back to a command other than to stop the session. */
const commandOf: Record<string, string> = { ImmediateReset: 'reset', SoftReset: 'reset', UnlockCommand: 'unlock' };

/** Who is behind the reasons of OCPP 1.6, 2.0.1 and 2.1. Whoever stands at the station counts as the driver. */
const actors: Record<string, EndedBy> = {
  Local: 'driver',
  EVDisconnected: 'driver',
  MasterPass: 'driver',
  EmergencyStop: 'driver',
  StoppedByEV: 'vehicle',
  SOCLimitReached: 'vehicle',
  Remote: 'remote',
  ImmediateReset: 'remote',
  SoftReset: 'remote',
  UnlockCommand: 'remote',
  DeAuthorized: 'station',
  EnergyLimitReached: 'station',
  CostLimitReached: 'station',
  TimeLimitReached: 'station',
  LocalOutOfCredit: 'station',
  GroundFault: 'station',
  OvercurrentFault: 'station',
  PowerLoss: 'station',
  PowerQuality: 'station',
  Reboot: 'station',
  Timeout: 'station',
  ReqEnergyTransferRejected: 'station',
};
