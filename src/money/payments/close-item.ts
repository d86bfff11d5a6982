import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { closedItems, readOpenItems, type StoredItem } from './open-items.ts';

export type ItemClosing = { resolution: string; actor: Actor };

/** A person has seen to it. What opened it is not undone by that, and is told as it was. */
export async function closeItem(
  { pool, ledger, clock }: { pool: Pool; ledger: Pick<Ledger, 'commit'>; clock: Clock },
  id: string,
  { resolution, actor }: ItemClosing,
): Promise<StoredItem> {
  const item = await read(pool, id);
  if (item.closedAt !== null) throw new SigecError('CONFLICT', 'The item was closed before.');
  const [at, by] = [clock.now(), actorName(actor)];
  await ledger.commit({
    writes: [write(closedItems, { id, by, resolution, at })],
    audit: [
      {
        principal: by,
        door: actor.door,
        action: 'open-item-closed',
        subject: id,
        outcome: 'done',
        details: { resolution },
      },
    ],
  });
  return read(pool, id);
}

async function read(pool: Pool, id: string): Promise<StoredItem> {
  const [item] = await readOpenItems(pool, { id, limit: 1 });
  if (item === undefined) throw new SigecError('NOT_FOUND', `There is no open item ${id}.`);
  return item;
}
