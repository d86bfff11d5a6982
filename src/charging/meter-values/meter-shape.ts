import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { columnText, givenColumns } from '#database/columns.ts';
import type { Sample } from '../sessions/session-event.ts';
import { keptWords } from './kept-samples.ts';

/** Some forty samples. All shapes that are in use are held in memory. */
const mostCharacters = 4_000;

/**
 * What a message says besides its numbers, as JSON: its shape. Undefined where words and numbers do not say all of it, as with a
 * signed value or the times that OCPP 1.6 sends together at the end of a session.
 */
export function shapeWords({ at, samples }: { at: Date; samples: readonly Sample[] }): string | undefined {
  const messageAt = at.getTime();
  const isPlain = ({ at: sampleAt, value, signed }: Sample) =>
    sampleAt.getTime() === messageAt && signed === null && Number.isFinite(value);
  if (!samples.every(isPlain)) return undefined;
  const words = JSON.stringify(samples.map(keptWords));
  return words.length <= mostCharacters ? words : undefined;
}

export function shapeId(words: string): string {
  return String(createHash('sha256').update(words).digest().readBigInt64BE());
}

const given = givenColumns([
  { name: 'id', type: 'bigint' },
  { name: 'words', type: 'jsonb' },
]);
// One that another process is writing in this moment is not waited for: that process may stand still, and stations would wait with us.
const insertText = `
  insert into meter_shape (id, words) select id, words from ${given} where pg_try_advisory_xact_lock(id) on conflict do nothing`;
const sameText = `
  select given.id::text from ${given} join meter_shape as kept on kept.id = given.id where kept.words = given.words`;

/** Gives back the ids that now stand for these words. One that stands for others, by chance or malice, is not among them. */
export async function keepShapes(client: ClientBase, shapes: readonly string[]): Promise<Map<string, string>> {
  const byId = new Map(shapes.map((words) => [shapeId(words), words]));
  const columns = [columnText([...byId.keys()]), columnText([...byId.values()])];
  await client.query(insertText, columns);
  const { rows } = await client.query<{ id: string }>(sameText, columns);
  return new Map(rows.map(({ id }) => [byId.get(id) ?? '', id]));
}
