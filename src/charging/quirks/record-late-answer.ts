import type { Pool } from 'pg';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { tableProjection } from '../rows.ts';
import { findCommandByRequest } from '../commands/command-store.ts';

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

type LateAnswerRow = Pick<LateAnswer, 'action' | 'afterMs' | 'code' | 'answer'> & {
  commandId: string;
  answeredAt: Date;
  isError: boolean;
};

export const lateAnswers = tableProjection<LateAnswerRow>({
  name: 'late answers',
  table: 'late_answer',
  key: ['commandId'],
});

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
