import type { Pool } from 'pg';
import type { CommandRecord, Effect, Loss, Outcome } from '#contract/commands/command.ts';
import { changeProjection, readRows, tableProjection } from '../rows.ts';

export type AskedRow = {
  id: string;
  stationId: string;
  name: string;
  input: Record<string, unknown>;
  requestId: number;
  why: string | null;
  askedBy: string;
  askedAt: Date;
  nodeId: string;
  powerKw: number;
};

export const askedCommands = tableProjection<AskedRow>({
  name: 'asked commands',
  table: 'command',
  key: ['id'],
  columns: ({ nodeId, powerKw, ...row }) => ({ ...row, node: nodeId, powerKw: powerKw === 0 ? null : powerKw }),
});

export type EndedRow = { id: string; endedAt: Date; outcome: Outcome; effect: Effect | null };

export const endedCommands = changeProjection<EndedRow>({
  name: 'ended commands',
  table: 'command',
  key: ['id'],
  columns: ({ outcome, ...row }) => ({ ...row, ...outcome }),
});

type CommandRow = Omit<CommandRecord, 'outcome'> & {
  requestId: number;
  status: Outcome['status'] | null;
  code: string | null;
  reason: string | null;
  answer: Record<string, unknown> | null;
  losses: Loss[] | null;
};

const withLateAnswer = `select command.id, station_id, name, input, why, asked_by, asked_at, ended_at, request_id, status, code, reason,
  answer, losses, effect, (
    select jsonb_build_object('action', action, 'at', answered_at, 'afterMs', after_ms, 'code', late.code, 'answer', late.answer)
    from late_answer as late where late.command_id = command.id
  ) as late_answer from command`;

export async function readCommand(pool: Pool, id: string): Promise<CommandRecord | undefined> {
  return (await readRows<CommandRow>(pool, `${withLateAnswer} where id = $1`, [id])).map(toRecord)[0];
}

export async function readCommands(pool: Pool, stationId: string, limit: number): Promise<CommandRecord[]> {
  const text = `${withLateAnswer} where station_id = $1 order by id desc limit $2`;
  return (await readRows<CommandRow>(pool, text, [stationId, limit])).map(toRecord);
}

/** Which command a report answers: the newest one with that number. */
export async function findCommandByRequest(pool: Pool, stationId: string, requestId: number): Promise<string | null> {
  if (!isOurNumber(requestId)) return null;
  const { rows } = await pool.query<{ id: string }>(
    'select id from command where station_id = $1 and request_id = $2 order by id desc limit 1',
    [stationId, requestId],
  );
  return rows[0]?.id ?? null;
}

export async function readCommandsByRequest(
  pool: Pool,
  stationId: string,
  requestIds: readonly number[],
): Promise<Map<number, CommandRecord>> {
  const rows = await readRows<CommandRow>(
    pool,
    `${withLateAnswer} where station_id = $1 and request_id = any ($2::integer[]) order by id`,
    [stationId, requestIds.filter(isOurNumber)],
  );
  return new Map(rows.map((row) => [row.requestId, toRecord(row)]));
}

/** A number beyond 31 bits cannot be one that we gave, and no column could hold it. */
function isOurNumber(requestId: number): boolean {
  return requestId > 0 && requestId < 2 ** 31;
}

function toRecord({ requestId: _requestId, status, code, reason, answer, losses, ...row }: CommandRow): CommandRecord {
  const { lateAnswer } = row;
  return {
    ...row,
    outcome: status === null ? null : { status, code, reason, answer: answer ?? {}, losses: losses ?? [] },
    lateAnswer: lateAnswer && { ...lateAnswer, at: new Date(lateAnswer.at).toISOString() },
  };
}
