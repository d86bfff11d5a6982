import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { givenRows, rowsText } from './given-rows.ts';

/** A few kilobytes each at most. Stations of one make share theirs, so that a large network has some hundreds. */
const maxShapes = 2_000;
/** Some words are free text in OCPP: a station could invent a shape with every message. An honest one has a handful. */
export const maxNewPerDay = 50;

const dayMs = 86_400_000;

/** What has words; undefined where it is kept whole. */
export type Shaped = { stationId: string; words: string | undefined; at: Date };

/**
 * Words that many rows share are kept once, in a table of their own, and rows name them. This is the memory of one node of what is
 * in that table; what is missing here is written again, which changes nothing.
 */
export class Shapes {
  private readonly ids = new Map<string, string>();
  private readonly broughtBy = new Map<string, number>();
  private readonly insertText: string;
  private readonly sameText: string;
  private day = 0;
  private connection: object | undefined;
  /** Written in the transaction under way. No id: it stands for other words. */
  private pending: { words: string; id: string | undefined; stationId: string }[] = [];

  constructor({ table, wordsType }: { table: string; wordsType: 'text' | 'jsonb' }) {
    const given = givenRows([
      { name: 'id', type: 'bigint' },
      { name: 'words', type: wordsType },
    ]);
    // One that another process is writing in this moment is not waited for: that process may stand still, and stations would wait with us.
    this.insertText = `
      insert into ${table} (id, words) select id, words from ${given} where pg_try_advisory_xact_lock(id) on conflict do nothing`;
    this.sameText = `
      select given.id::text from ${given} join ${table} as kept on kept.id = given.id where kept.words = given.words`;
  }

  /** A transaction begins. Behind another connection may be another server, such as a standby that never heard of our last shapes. */
  begin(client: ClientBase): void {
    const connection = connectionOf(client);
    if (connection !== this.connection) this.ids.clear();
    this.connection = connection;
    this.pending = [];
  }

  /** The id of each row's words, null for one that is to be kept whole. Words that are not yet known are written. */
  async idsOf(client: ClientBase, rows: readonly Shaped[]): Promise<(string | null)[]> {
    const fresh = this.newWords(rows);
    const kept = fresh.size === 0 ? new Map<string, string>() : await this.keep(client, [...fresh.keys()]);
    for (const [words, stationId] of fresh) this.pending.push({ words, id: kept.get(words), stationId });
    return rows.map(({ words }) => (words === undefined ? null : (this.ids.get(words) ?? kept.get(words) ?? null)));
  }

  /** Only now is what was written there to stay. */
  committed(): void {
    for (const { words, id, stationId } of this.pending) {
      this.broughtBy.set(stationId, (this.broughtBy.get(stationId) ?? 0) + 1);
      if (id !== undefined) this.ids.set(words, id);
    }
    this.pending = [];
    for (const oldest of this.ids.keys()) {
      if (this.ids.size <= maxShapes) break;
      this.ids.delete(oldest);
    }
  }

  /** Each with the station that brought it; none beyond what the station may bring. */
  private newWords(rows: readonly Shaped[]): Map<string, string> {
    const fresh = new Map<string, string>();
    for (const { stationId, words, at } of rows) {
      if (words === undefined || this.ids.has(words) || fresh.has(words)) continue;
      const brought = [...fresh.values()].filter((station) => station === stationId).length;
      if (brought < this.room(stationId, at)) fresh.set(words, stationId);
    }
    return fresh;
  }

  private room(stationId: string, now: Date): number {
    const day = Math.floor(now.getTime() / dayMs);
    if (day > this.day) this.broughtBy.clear();
    this.day = Math.max(day, this.day);
    return maxNewPerDay - (this.broughtBy.get(stationId) ?? 0);
  }

  /** Gives back the ids that now stand for these words. One that stands for others, by chance or malice, is not among them. */
  private async keep(client: ClientBase, shapes: readonly string[]): Promise<Map<string, string>> {
    const byId = new Map(shapes.map((words) => [shapeId(words), words]));
    const given = [rowsText([...byId])];
    await client.query(this.insertText, given);
    const { rows } = await client.query<{ id: string }>(this.sameText, given);
    return new Map(rows.map(({ id }) => [byId.get(id) ?? '', id]));
  }
}

/** Each transaction may see the same connection through a client of its own. */
function connectionOf(client: ClientBase): object {
  return (client as ClientBase & { connection?: object }).connection ?? client;
}

export function shapeId(words: string): string {
  return String(createHash('sha256').update(words).digest().readBigInt64BE());
}
