import type { Pool } from 'pg';
import { type Ledger, type Projection, write } from '#ledger/ledger-types.ts';
import { findCommandByRequest } from '../commands/command-store.ts';
import { putRows } from '../put-rows.ts';

/** What a station answered to one of our calls after we had stopped waiting. */
export type LateAnswer = {
  stationId: string;
  requestId: number;
  action: string;
  at: Date;
  afterMs: number;
  /** The error code when it answered with one. */
  code: string | null;
  answer: Record<string, unknown>;
};

type LateAnswerRow = {
  commandId: string;
  action: string;
  answeredAt: Date;
  afterMs: number;
  isError: boolean;
  code: string | null;
  answer: Record<string, unknown>;
};

export const lateAnswers: Projection<LateAnswerRow> = {
  name: 'late answers',
  identity: (row) => row.commandId,
  merge: (_earlier, later) => later,
  write: (client, rows) => putRows(client, { table: 'late_answer', key: ['commandId'] }, rows),
};

export async function recordLateAnswer(
  { pool, ledger }: { pool: Pool; ledger: Ledger },
  late: LateAnswer,
): Promise<void> {
  const { stationId, requestId, action, at, afterMs, code, answer } = late;
  const commandId = await findCommandByRequest(pool, stationId, requestId);
  if (commandId === null) return;
  await ledger.commit({
    events: [
      {
        kind: 'command-answered-late',
        stationId,
        happenedAt: at,
        flags: ['late'],
        body: { commandId, action, afterMs, code, answer },
      },
    ],
    writes: [write(lateAnswers, { commandId, action, answeredAt: at, afterMs, isError: code !== null, code, answer })],
    whenRefused: 'set-aside',
  });
}
