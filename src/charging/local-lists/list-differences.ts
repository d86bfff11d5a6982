import type { Pool } from 'pg';
import type { ListStep } from './entry-texts.ts';
import { differenceFrom } from './list-content-store.ts';
import type { WantedList } from './wanted-list.ts';

/** Stations of a fleet go from one list to another together. */
const maxKnown = 50;

export class ListDifferences {
  private readonly pool: Pool;
  private readonly known = new Map<string, Promise<readonly ListStep[] | undefined>>();

  constructor(pool: Pool) {
    this.pool = pool;
  }

  /** undefined: only a full list leads there. */
  between(digest: string, wanted: WantedList): Promise<readonly ListStep[] | undefined> {
    const way = `${digest} ${wanted.digest}`;
    const known = this.known.get(way);
    if (known !== undefined) return known;
    const steps = this.find(digest, wanted);
    const [oldest] = this.known.keys();
    if (oldest !== undefined && this.known.size >= maxKnown) this.known.delete(oldest);
    this.known.set(way, steps);
    steps.catch(() => this.known.delete(way));
    return steps;
  }

  /** Tokens may be gone: what was found before is looked for again. */
  forget(): void {
    this.known.clear();
  }

  private async find(digest: string, wanted: WantedList): Promise<readonly ListStep[] | undefined> {
    const difference = await differenceFrom(this.pool, digest, wanted);
    if (difference === undefined) return undefined;
    const { toTell, toRemove } = difference;
    if (toTell.length + toRemove.length > wanted.entries.length) return undefined; // the list itself is shorter
    if (toRemove.length > 0 && !(await this.exist(toRemove))) return undefined;
    // What goes makes room for what comes.
    return [...toRemove.map((tokenId) => ({ tokenId, fingerprint: null })), ...toTell];
  }

  /** A token that was deleted cannot be named any more. */
  private async exist(tokenIds: readonly string[]): Promise<boolean> {
    const { rows } = await this.pool.query<{ count: number }>(
      'select count(*)::integer as count from token where id = any($1)',
      [tokenIds],
    );
    return rows[0]?.count === tokenIds.length;
  }
}
