import type { ClientBase, Pool } from 'pg';
import { copying } from '#database/row-copies/copying.ts';

/** After a crash a command may stand without an end. Nobody waits for its answer any more: it has none, and says so (L7). */
export async function endLeftOpen(pool: Pool | ClientBase, nodeId: string): Promise<number> {
  const { rowCount } = await pool.query(
    `with ${copying}, left_open as (
       update command set ended_at = now(), status = 'no-answer', reason = 'the server stopped before the station answered',
         answer = '{}', losses = '[]'
       from copying where ended_at is null and node = $1 returning id, station_id, name, asked_by
     )
     insert into event (kind, station_id, happened_at, principal, body)
     select 'command-ended', station_id, now(), asked_by,
       jsonb_build_object('commandId', id, 'name', name, 'status', 'no-answer', 'code', null,
         'reason', 'the server stopped before the station answered', 'answer', '{}'::jsonb, 'losses', '[]'::jsonb)
     from left_open`,
    [nodeId],
  );
  return rowCount ?? 0;
}
