import type { Pool } from 'pg';
import type { AskedCommand } from '#contract/sessions/detail.ts';

type Row = { id: string; name: string; asked_by: string; asked_at: Date; why: string | null };

const columns = 'id, name, asked_by, asked_at, why';
/** Not those that the station refused or never got. One without an answer may have worked all the same. */
const mayHaveWorked = "(status is null or status in ('accepted', 'no-answer'))";

export async function findStopCommand(pool: Pool, sessionId: string): Promise<AskedCommand | null> {
  const { rows } = await pool.query<Row>(
    `select ${columns} from command where name = 'stop-session' and input ->> 'sessionId' = $1 and ${mayHaveWorked}
     order by id desc limit 1`,
    [sessionId],
  );
  return rows.map(toAsked)[0] ?? null;
}

/** The last command of this name that the station got in the quarter of an hour before. */
export async function findCommandBefore(
  pool: Pool,
  { stationId, name, before }: { stationId: string; name: string; before: string },
): Promise<AskedCommand | null> {
  const { rows } = await pool.query<Row>(
    `select ${columns} from command where station_id = $1 and name = $2 and ${mayHaveWorked}
       and asked_at between $3::timestamptz - interval '15 minutes' and $3::timestamptz + interval '1 minute'
     order by id desc limit 1`,
    [stationId, name, before],
  );
  return rows.map(toAsked)[0] ?? null;
}

/** The remote start that a session names by its number (OCPP 2.x), whichever start command of ours gave it. */
export async function findStartCommand(
  pool: Pool,
  stationId: string,
  remoteStartId: number,
): Promise<AskedCommand | null> {
  const { rows } = await pool.query<Row>(
    `select ${columns} from command where station_id = $1 and request_id = $2 and name = 'start-session'
     order by id desc limit 1`,
    [stationId, remoteStartId],
  );
  return rows.map(toAsked)[0] ?? null;
}

/**
 * OCPP 1.6 gives no number back: the start that asked for the same token at the same EVSE in the quarter of an hour before
 * we first heard of the session.
 */
export async function findLikelyStartCommand(pool: Pool, sessionId: string): Promise<AskedCommand | null> {
  const { rows } = await pool.query<Row>(
    `select ${columns.replaceAll(/\w+/g, 'command.$&')}
     from session join command on command.station_id = session.station_id and command.name = 'start-session'
       and coalesce(command.input ->> 'token', command.input ->> 'tokenId') = session.token_hash
       and (command.input ->> 'evseId' is null or (command.input ->> 'evseId')::integer = session.evse_id)
       and command.asked_at between uuid_extract_timestamp(session.id) - interval '15 minutes' and uuid_extract_timestamp(session.id)
       and ${mayHaveWorked}
     where session.id = $1 order by command.id desc limit 1`,
    [sessionId],
  );
  return rows.map(toAsked)[0] ?? null;
}

function toAsked({ id, name, asked_by, asked_at, why }: Row): AskedCommand {
  return { id, name, askedBy: asked_by, askedAt: asked_at.toISOString(), why };
}
