import { setTimeout as delay } from 'node:timers/promises';
import { asError, SigecError } from '#base/errors.ts';
import { willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Resources } from '#tools/read-resource.ts';

export type Watcher = {
  /** What stands at this address has changed; once for many events in a row. */
  tell(uri: string): void;
  /** While it is not, its news are kept: each address once. */
  isReady(): boolean;
};

type Needs = {
  ledger: Pick<Ledger, 'follow' | 'head'>;
  changedBy: Resources['changedBy'];
  log: Log;
};
type Watching = { watcher: Watcher; stale: Set<string> };

/** News are held back this long, so that a burst of events is told once. */
const gatherMs = 200;
const retryMs = 1_000;

/** Follows the ledger once for all who want to hear of changes, and only while there are any. */
export class ResourceWatch {
  private readonly needs: Needs;
  private readonly watching = new Map<string, Set<Watching>>();
  private following: AbortController | undefined;
  private timer: NodeJS.Timeout | undefined;
  private position: string | undefined;

  constructor(needs: Needs) {
    this.needs = needs;
  }

  /** To be awaited before `watch`: what happens from here on is told, not only from when the ledger was first read. */
  async prepare(): Promise<void> {
    const head = this.following === undefined ? await this.needs.ledger.head() : undefined;
    if (this.following === undefined) this.position = head;
  }

  /** Returns what ends it. */
  watch(uris: readonly string[], watcher: Watcher): () => void {
    const watching: Watching = { watcher, stale: new Set() };
    for (const uri of uris) this.watching.set(uri, (this.watching.get(uri) ?? new Set()).add(watching));
    if (this.watching.size > 0 && this.following === undefined) {
      this.following = new AbortController();
      void this.follow(this.following.signal);
    }
    return () => {
      for (const uri of uris) {
        const others = this.watching.get(uri);
        others?.delete(watching);
        if (others?.size === 0) this.watching.delete(uri);
      }
      watching.stale.clear();
      if (this.watching.size === 0) this.close();
    };
  }

  close(): void {
    this.following?.abort();
    this.following = undefined;
    this.position = undefined;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Never rejects: a database that was away is read on from where it stopped. */
  private async follow(signal: AbortSignal): Promise<void> {
    const { ledger, log } = this.needs;
    while (!signal.aborted) {
      try {
        for await (const event of ledger.follow({ since: this.position, signal })) {
          for (const uri of await this.staleBy(event)) this.mark(uri);
          this.position = event.id;
        }
      } catch (error) {
        if (!signal.aborted) willRetry(log, 'follow changes of resources', error);
      }
      await delay(retryMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** One event that a pack stumbles over must not keep the others from being told. */
  private async staleBy(event: Parameters<Needs['changedBy']>[0]): Promise<readonly string[]> {
    try {
      return await this.needs.changedBy(event);
    } catch (error) {
      if (error instanceof SigecError && error.code === 'DATABASE_AWAY') throw error;
      this.needs.log.error({ eventId: event.id, err: asError(error) }, 'what an event changed is not known');
      return [];
    }
  }

  private mark(uri: string): void {
    for (const { stale } of this.watching.get(uri) ?? []) stale.add(uri);
    if (this.watching.has(uri)) this.timer ??= setTimeout(() => this.tell(), gatherMs).unref();
  }

  private tell(): void {
    this.timer = undefined;
    const all = new Set([...this.watching.values()].flatMap((some) => [...some]));
    let isLeft = false;
    for (const { watcher, stale } of all) {
      if (stale.size > 0 && !watcher.isReady()) {
        isLeft = true;
        continue;
      }
      for (const uri of stale) watcher.tell(uri);
      stale.clear();
    }
    if (isLeft) this.timer = setTimeout(() => this.tell(), gatherMs).unref();
  }
}
