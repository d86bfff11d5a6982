import { setImmediate } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type NamedRow, readChangedDrivers, readOldestTransaction } from './driver-store.ts';
import { openIdentity } from './identity.ts';

type Named = { id: string; words: string; name: string; groupId: string | null; version: string };

const unsealedAtOnce = 500;

/**
 * The names of all drivers, in memory only: the database cannot search what it cannot read. Read whole once, from then on what has
 * changed; who is forgotten leaves it with the next look, and at once on the node that forgot them.
 */
export class NameIndex {
  private readonly pool: Pool;
  private readonly installationKey: Buffer;
  private readonly named = new Map<string, Named>();
  private sorted: readonly Named[] | undefined;
  private since: string | null = null;
  private looking: Promise<void> | undefined;
  private nextLook: Promise<void> | undefined;

  constructor({ pool, installationKey }: { pool: Pool; installationKey: Buffer }) {
    this.pool = pool;
    this.installationKey = installationKey;
  }

  /** Ids in the order of the names, after `after`. Undefined: nobody of that id is known any more. */
  async find({
    search = '',
    isInEmail = true,
    groupId,
    after,
    limit,
  }: {
    search?: string | undefined;
    /** False for whoever may not see e-mail addresses, and so may not find one by trying either. */
    isInEmail?: boolean | undefined;
    groupId?: string | undefined;
    after?: string | undefined;
    limit: number;
  }): Promise<string[] | undefined> {
    await this.catchUp();
    const all = this.inOrder();
    const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
    if (after !== undefined && from === 0) return undefined;
    const wanted = folded(search).split(' ').filter(Boolean);
    const found: string[] = [];
    for (let at = from; at < all.length && found.length < limit; at += 1) {
      const each = all[at] as Named;
      if (groupId !== undefined && each.groupId !== groupId) continue;
      const words = isInEmail ? each.words : each.name;
      if (wanted.every((word) => words.includes(word))) found.push(each.id);
    }
    return found;
  }

  forget(driverId: string): void {
    this.named.delete(driverId);
    this.sorted = undefined;
  }

  /** Reads what has changed until now. A look that is under way may have missed it: whoever comes meanwhile shares the next one. */
  catchUp(): Promise<void> {
    if (this.looking === undefined) return this.look();
    this.nextLook ??= this.looking
      .catch(() => undefined) // whoever waits for that one hears of it
      .then(() => {
        this.nextLook = undefined;
        return this.look();
      });
    return this.nextLook;
  }

  private look(): Promise<void> {
    this.looking = this.readChanges().finally(() => {
      this.looking = undefined;
    });
    return this.looking;
  }

  private async readChanges(): Promise<void> {
    const next = await readOldestTransaction(this.pool);
    for await (const rows of readChangedDrivers(this.pool, this.since)) {
      for (const [nth, row] of rows.entries()) {
        this.take(row);
        if (nth % unsealedAtOnce === 0) await setImmediate(); // stations are not kept waiting meanwhile
      }
    }
    this.since = next;
  }

  private take(row: NamedRow): void {
    const version = versionOf(row);
    if (this.named.get(row.id)?.version === version) return; // seen already, and reading it costs more than the look
    const identity = openIdentity(this.installationKey, row);
    if (identity === null) this.named.delete(row.id);
    else {
      const { name, email } = identity;
      const words = folded(`${name} ${email ?? ''}`);
      this.named.set(row.id, { id: row.id, words, name: folded(name), groupId: row.groupId, version });
    }
    this.sorted = undefined;
  }

  private inOrder(): readonly Named[] {
    this.sorted ??= [...this.named.values()].toSorted((a, b) => compare(a.name, b.name) || compare(a.id, b.id));
    return this.sorted;
  }
}

/** Every sealing begins with a number that is never used again. */
function versionOf({ identity, groupId }: NamedRow): string {
  return `${identity?.toString('latin1', 0, 12)} ${groupId}`;
}

/** José and JOSE are found by either. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
