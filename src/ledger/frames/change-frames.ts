import type { Pool } from 'pg';
import { changedBlock, shelfOf } from './frame-block.ts';

export type FrameChange = {
  stationIds: readonly string[];
  /** What is to stand where a text stood; the same text: it stays. */
  replace(text: string): string;
};

const blocksAtOnce = 20;

/** Changes what the recorder holds of these stations. It takes its time: every block of their shelves is read. */
export async function changeFrames(pool: Pool, { stationIds, replace }: FrameChange): Promise<void> {
  const shelves = [...new Set(stationIds.map(shelfOf))];
  for (let after = '0'; ; ) {
    const { rows } = await pool.query<{ id: string; toAt: Date; frames: Buffer }>(
      `select id, to_at as "toAt", frames from frame_block where shelf = any($1) and id > $2 order by id limit $3`,
      [shelves, after, blocksAtOnce],
    );
    for (const { id, toAt, frames } of rows) {
      const changed = changedBlock(frames, { stationIds, replace });
      if (changed !== undefined)
        await pool.query('update frame_block set frames = $3 where id = $1 and to_at = $2', [id, toAt, changed]);
      after = id;
      await new Promise(setImmediate); // stations wait for their answers meanwhile
    }
    if (rows.length < blocksAtOnce) return;
  }
}
