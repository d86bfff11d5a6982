import type { Pool } from 'pg';
import type { LogFile } from '#contract/stations/log-files.ts';
import { copying } from '#database/row-copies/copying.ts';
import { changeProjection, readRows, tableProjection } from '../rows.ts';

export type LogFileRow = {
  id: string;
  stationId: string;
  kind: LogFile['kind'];
  tokenHash: string;
  state: LogFile['state'];
  askedAt: Date;
  askedBy: string;
  expiresAt: Date;
};

export const newLogFiles = tableProjection<LogFileRow>({ name: 'log files', table: 'log_file', key: ['id'] });

export type LogFileChange = { id: string } & Partial<
  Pick<
    LogFile,
    'state' | 'commandId' | 'fileName' | 'format' | 'bytes' | 'sha256' | 'texts' | 'lines' | 'findings' | 'refusal'
  >
> & { receivedAt?: Date };

export const changedLogFiles = changeProjection<LogFileChange>({
  name: 'changed log files',
  table: 'log_file',
  key: ['id'],
});

const columns = `id, station_id, command_id, kind, state, asked_at, asked_by, expires_at, received_at, file_name, format, bytes::integer,
  sha256, texts, lines::integer, findings, refusal`;

export function readLogFiles(pool: Pool, stationId: string, limit: number): Promise<LogFile[]> {
  return readRows(pool, `select ${columns} from log_file where station_id = $1 order by asked_at desc limit $2`, [
    stationId,
    limit,
  ]);
}

export async function readLogFile(pool: Pool, id: string): Promise<LogFile | undefined> {
  return (await readRows<LogFile>(pool, `select ${columns} from log_file where id = $1`, [id]))[0];
}

export type ClaimedPlace = { id: string; stationId: string; commandId: string | null };

/**
 * Reserves the token for one upload at a time. An upload that broke off may be tried again; one whose process ended frees its token
 * after a while.
 */
export async function claimPlace(
  pool: Pool,
  {
    tokenHash,
    now,
    staleBefore,
    maxAttempts,
  }: { tokenHash: string; now: Date; staleBefore: Date; maxAttempts: number },
): Promise<ClaimedPlace | undefined> {
  const [claimed] = await readRows<ClaimedPlace>(
    pool,
    `with ${copying}
     update log_file set state = 'receiving', attempts = attempts + 1, received_at = $2
     from copying where token_hash = $1 and expires_at > $2 and attempts < $4
       and (state = 'waiting' or (state = 'receiving' and received_at < $3))
     returning id, station_id, command_id`,
    [tokenHash, now.toISOString(), staleBefore.toISOString(), maxAttempts],
  );
  return claimed;
}

/** Whether a token is valid; asked before anything is read from the upload. */
export async function isPlaceOpen(pool: Pool, { tokenHash, now }: { tokenHash: string; now: Date }): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from log_file where token_hash = $1 and expires_at > $2 and state in ('waiting', 'receiving')`,
    [tokenHash, now],
  );
  return rowCount === 1;
}

export async function freePlace(pool: Pool, id: string): Promise<void> {
  await pool.query(
    `with ${copying}
     update log_file set state = 'waiting', received_at = null from copying where id = $1 and state = 'receiving'`,
    [id],
  );
}

/** Files past their retention, and tokens that no station used. */
export async function readExpired(
  pool: Pool,
  { now, keptSince }: { now: Date; keptSince: Date },
): Promise<{ id: string; stationId: string }[]> {
  return readRows(
    pool,
    `select id, station_id from log_file
     where (state = 'kept' and asked_at < $2) or (state in ('waiting', 'receiving') and expires_at < $1)
     order by asked_at limit 100`,
    [now.toISOString(), keptSince.toISOString()],
  );
}
