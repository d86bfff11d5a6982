import type { Pool } from 'pg';
import { saveContent } from './list-content-store.ts';
import type { WantedList } from './wanted-list.ts';

/** Contents are removed a day after their last use, so they are looked at again in time. */
const lookAgainMs = 3_600_000;

export class StoredContents {
  private readonly pool: Pool;
  private readonly saved = new Map<string, { saving: Promise<void>; at: number }>();

  constructor(pool: Pool) {
    this.pool = pool;
  }

  async save(digest: string, list: () => WantedList | Promise<WantedList>): Promise<void> {
    const now = performance.now();
    const known = this.saved.get(digest);
    if (known !== undefined && now - known.at < lookAgainMs) return known.saving;
    for (const [old, { at }] of this.saved) if (now - at >= lookAgainMs) this.saved.delete(old);
    const saving = this.saveFound(digest, list);
    this.saved.set(digest, { saving, at: now });
    saving.catch(() => this.saved.delete(digest));
    return saving;
  }

  private async saveFound(digest: string, list: () => WantedList | Promise<WantedList>): Promise<void> {
    const found = await list();
    if (found.digest === digest) await saveContent(this.pool, found);
    else this.saved.delete(digest); // the tokens have changed meanwhile
  }
}
