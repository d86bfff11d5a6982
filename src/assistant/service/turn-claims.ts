import type { Pool } from 'pg';
import { isUuid } from '#base/uuid.ts';

type Needs = {
  pool: Pool;
  /** This one. */
  node: string;
  /** So long after it last said that it is there, a node answers nothing any more. */
  silentAfterMs: number;
};

/** Which node answers in which conversation: one at a time, over all nodes. */
export class TurnClaims {
  private readonly needs: Needs;

  constructor(needs: Needs) {
    this.needs = needs;
  }

  /** Answering is this node's from now on. Otherwise says whose it is. */
  async claim(id: string, owner: string): Promise<{ heldBy: string | undefined }> {
    if (!isUuid(id)) return { heldBy: undefined };
    const { pool, node, silentAfterMs } = this.needs;
    const { rows } = await pool.query<{ heldBy: string | null }>(
      `with held as (
         select id, ${liveHolder} as node from assistant_conversation where id = $1 and owner = $2 for update
       ), taken as (
         update assistant_conversation set answering_node = $3 from held
         where assistant_conversation.id = held.id and held.node is null
       ) select node as "heldBy" from held`,
      [id, owner, node, silentAfterMs],
    );
    return { heldBy: rows[0]?.heldBy ?? undefined };
  }

  async release(id: string): Promise<void> {
    await this.needs.pool.query(
      'update assistant_conversation set answering_node = null where id = $1 and answering_node = $2',
      [id, this.needs.node],
    );
  }

  /** Another node that answers there now. */
  async holderOf(id: string, owner: string): Promise<string | undefined> {
    if (!isUuid(id)) return undefined;
    const { pool, node, silentAfterMs } = this.needs;
    const { rows } = await pool.query<{ node: string | null }>(
      `select ${liveHolder} as node from assistant_conversation where id = $1 and owner = $2`,
      [id, owner, node, silentAfterMs],
    );
    return rows[0]?.node ?? undefined;
  }
}

/** What this node held before it was started again is nobody's, and so is what a dead one held. */
const liveHolder = `case when answering_node <> $3 and exists (select from node
  where node.id = answering_node and seen_at >= clock_timestamp() - $4 * interval '1 millisecond') then answering_node end`;
