import type { Pool } from 'pg';
import type { CommandRecord, Effect, LateAnswer, Loss, Outcome } from '#contract/commands/command.ts';
import type { Projection } from '#ledger/ledger-types.ts';

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

export const askedCommands: Projection<AskedRow> = {
  name: 'asked commands',
  identity: (row) => row.id,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `insert into command (id, station_id, name, input, request_id, why, asked_by, asked_at, node, power_kw)
       select * from unnest($1::uuid[], $2::text[], $3::text[], $4::jsonb[], $5::integer[], $6::text[], $7::text[], $8::timestamptz[], $9::uuid[], $10::real[])`,
      [
        rows.map((row) => row.id),
        rows.map((row) => row.stationId),
        rows.map((row) => row.name),
        rows.map((row) => JSON.stringify(row.input)),
        rows.map((row) => row.requestId),
        rows.map((row) => row.why),
        rows.map((row) => row.askedBy),
        rows.map((row) => row.askedAt.toISOString()),
        rows.map((row) => row.nodeId),
        rows.map((row) => (row.powerKw === 0 ? null : row.powerKw)),
      ],
    );
  },
};

export type EndedRow = { id: string; endedAt: Date; outcome: Outcome; effect: Effect | null };

export const endedCommands: Projection<EndedRow> = {
  name: 'ended commands',
  identity: (row) => row.id,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `update command set ended_at = ended.at, status = ended.status, code = ended.code, reason = ended.reason,
         answer = ended.answer, losses = ended.losses, effect = ended.effect
       from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::jsonb[], $8::jsonb[])
         as ended (id, at, status, code, reason, answer, losses, effect)
       where command.id = ended.id`,
      [
        rows.map((row) => row.id),
        rows.map((row) => row.endedAt.toISOString()),
        rows.map((row) => row.outcome.status),
        rows.map((row) => row.outcome.code),
        rows.map((row) => row.outcome.reason),
        rows.map((row) => JSON.stringify(row.outcome.answer)),
        rows.map((row) => JSON.stringify(row.outcome.losses)),
        rows.map((row) => (row.effect === null ? null : JSON.stringify(row.effect))),
      ],
    );
  },
};

type CommandRow = {
  id: string;
  station_id: string;
  name: string;
  input: Record<string, unknown>;
  why: string | null;
  asked_by: string;
  asked_at: Date;
  ended_at: Date | null;
  status: Outcome['status'] | null;
  code: string | null;
  reason: string | null;
  answer: Record<string, unknown> | null;
  losses: Loss[] | null;
  effect: Effect | null;
  late_answer: LateAnswer | null;
};

const withLateAnswer = `select command.*, (
    select jsonb_build_object('action', action, 'at', answered_at, 'afterMs', after_ms, 'code', late.code, 'answer', late.answer)
    from late_answer as late where late.command_id = command.id
  ) as late_answer from command`;

export async function readCommand(pool: Pool, id: string): Promise<CommandRecord | undefined> {
  const { rows } = await pool.query<CommandRow>(`${withLateAnswer} where id = $1`, [id]);
  return rows.map(toRecord)[0];
}

/** Newest first. */
export async function readCommands(pool: Pool, stationId: string, limit: number): Promise<CommandRecord[]> {
  const { rows } = await pool.query<CommandRow>(`${withLateAnswer} where station_id = $1 order by id desc limit $2`, [
    stationId,
    limit,
  ]);
  return rows.map(toRecord);
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
  const { rows } = await pool.query<CommandRow & { request_id: number }>(
    `${withLateAnswer} where station_id = $1 and request_id = any ($2::integer[]) order by id`,
    [stationId, requestIds.filter(isOurNumber)],
  );
  return new Map(rows.map((row) => [row.request_id, toRecord(row)]));
}

/** A number beyond 31 bits cannot be one that we gave, and no column could hold it. */
function isOurNumber(requestId: number): boolean {
  return requestId > 0 && requestId < 2 ** 31;
}

function toRecord(row: CommandRow): CommandRecord {
  return {
    id: row.id,
    stationId: row.station_id,
    name: row.name,
    input: row.input,
    why: row.why,
    askedBy: row.asked_by,
    askedAt: row.asked_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    outcome:
      row.status === null
        ? null
        : {
            status: row.status,
            code: row.code,
            reason: row.reason,
            answer: row.answer ?? {},
            losses: row.losses ?? [],
          },
    effect: row.effect,
    lateAnswer: row.late_answer && { ...row.late_answer, at: new Date(row.late_answer.at).toISOString() },
  };
}
