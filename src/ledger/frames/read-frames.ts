import type { Pool } from 'pg';
import type { Message, MessageQuery } from '#contract/message.ts';

type FrameRow = {
  at: Date;
  caller: Message['caller'];
  action: string | null;
  message_id: string | null;
  request: string;
  answer: string | null;
  answered_after_ms: number | null;
  outcome: Message['outcome'];
};

/** The newest exchanges that fit, in the order they happened. */
export async function readFrames(pool: Pool, stationId: string, query: MessageQuery): Promise<Message[]> {
  const { rows } = await pool.query<FrameRow>(
    `select at, caller, action, message_id, request, answer, answered_after_ms, outcome from frame
     where station_id = $1 and ($2::text is null or action = $2) and ($3::text is null or message_id = $3)
       and ($4::timestamptz is null or at >= $4) and ($5::timestamptz is null or at < $5)
     order by at desc limit $6`,
    [stationId, query.action ?? null, query.messageId ?? null, query.since ?? null, query.until ?? null, query.limit],
  );
  return rows.toReversed().map((row) => ({
    at: row.at.toISOString(),
    caller: row.caller,
    action: row.action,
    messageId: row.message_id,
    request: row.request,
    answer: row.answer,
    answeredAfterMs: row.answered_after_ms,
    outcome: row.outcome,
  }));
}
