import { willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import { PutOff } from '../commands/unless-kill-switch.ts';

export type Subject = 'settings' | 'prices' | 'list' | 'cache';

export type Visit = { subjects: ReadonlySet<Subject>; isForced: boolean };

export type Errand = { for: readonly Subject[]; isForced?: boolean; isFirst?: boolean };

export type RoundsNeeds = {
  visit(stationId: string, visit: Visit): Promise<void>;
  /** While the kill switch is on nobody is visited; `goOn` says when that is over. */
  isKillSwitchOn?: () => boolean;
  log: Log;
  atOnce?: number;
  keptForFirst?: number;
  /** A visit that takes longer goes on, and another one begins beside it: slow stations must not keep the others waiting. */
  slowMs?: number;
};

/**
 * Visits stations to bring something into sync with them: each at most once at a time, a few of them side by side. Whoever is
 * asked for again during a visit is visited again after it.
 */
export class StationRounds {
  private readonly needs: Required<RoundsNeeds>;
  /** In the order in which they are visited; those of `first` before the others. */
  private readonly first = new Set<string>();
  private readonly queue = new Set<string>();
  private readonly errands = new Map<string, { subjects: Set<Subject>; isForced: boolean }>();
  private readonly running = new Map<string, Promise<void>>();
  private readonly slow = new Set<string>();
  private isClosed = false;

  constructor(needs: RoundsNeeds) {
    this.needs = { atOnce: 20, keptForFirst: 5, slowMs: 60_000, isKillSwitchOn: () => false, ...needs };
  }

  /** As soon as it is its turn. */
  now(stationId: string, { for: subjects, isForced = false, isFirst = false }: Errand): void {
    if (this.isClosed) return;
    const asked = this.errands.get(stationId);
    this.errands.set(stationId, {
      subjects: new Set([...(asked?.subjects ?? []), ...subjects]),
      isForced: isForced || asked?.isForced === true,
    });
    if (isFirst) this.first.add(stationId);
    else this.queue.add(stationId);
    this.begin();
  }

  goOn(): void {
    this.begin();
  }

  isVisiting(stationId: string): boolean {
    return this.running.has(stationId);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.first.clear();
    this.queue.clear();
    await Promise.all(this.running.values());
  }

  private begin(): void {
    for (let stationId = this.next(); stationId !== undefined; stationId = this.next()) {
      this.first.delete(stationId);
      this.queue.delete(stationId);
      const visit = this.errands.get(stationId);
      this.errands.delete(stationId);
      if (visit === undefined) continue;
      const timer = setTimeout(() => this.goOnBeside(stationId), this.needs.slowMs).unref();
      const visiting = this.visit(stationId, visit).finally(() => {
        clearTimeout(timer);
        this.slow.delete(stationId);
        this.running.delete(stationId);
        this.begin();
      });
      this.running.set(stationId, visiting);
    }
  }

  private next(): string | undefined {
    const { atOnce, keptForFirst, isKillSwitchOn } = this.needs;
    if (isKillSwitchOn()) return undefined;
    const free = atOnce - (this.running.size - this.slow.size);
    const first = free > 0 ? this.idle(this.first) : undefined;
    return first ?? (free > keptForFirst ? this.idle(this.queue) : undefined);
  }

  private idle(queue: ReadonlySet<string>): string | undefined {
    for (const stationId of queue) if (!this.running.has(stationId)) return stationId;
    return undefined;
  }

  private goOnBeside(slowStationId: string): void {
    this.slow.add(slowStationId);
    this.begin();
  }

  private async visit(stationId: string, visit: Visit): Promise<void> {
    try {
      await this.needs.visit(stationId, visit);
    } catch (error) {
      if (error instanceof PutOff) return this.now(stationId, { for: [...visit.subjects], isForced: visit.isForced });
      if (!this.isClosed) willRetry(this.needs.log, 'bring stations in sync', error, { stationId });
    }
  }
}
