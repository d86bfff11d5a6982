import { willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { Errand, Subject } from './station-rounds.ts';

export type ArrivalsNeeds = {
  /** For what each of these has to be visited, asked for all of them at once. Who is not named needs nothing. */
  judge(stationIds: readonly string[]): Promise<ReadonlyMap<string, readonly Subject[]>>;
  visit(stationId: string, errand: Errand): void;
  log: Log;
  pace?: Partial<Pace>;
};

export type Pace = {
  /** A station that has just connected may be about to boot, and some take nothing before. */
  settleMs: number;
  /** Those that have settled meanwhile are judged together, and visited together: they share reads and commits. */
  everyMs: number;
  /** When a whole fleet comes, visits are spread: it matters less than the messages that come with it. */
  visitsPerSecond: number;
  visitsAtOnce: number;
};

const usualPace: Pace = { settleMs: 2_000, everyMs: 500, visitsPerSecond: 20, visitsAtOnce: 20 };

/**
 * Stations that have arrived, or whose state was changed by hand. Once they have settled they are judged by the books, many at a
 * time, and only those that need something are visited.
 */
export class Arrivals {
  private readonly needs: ArrivalsNeeds;
  private readonly pace: Pace;
  /** By the time they have settled, earliest first. */
  private readonly settling = new Map<string, { until: number; errand: Errand | undefined }>();
  private readonly ready = new Map<string, Errand>();
  private allowance: number;
  private allowedAt = performance.now();
  private judging: Promise<void> | undefined;
  private judgeTimer: NodeJS.Timeout | undefined;
  private visitTimer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(needs: ArrivalsNeeds) {
    this.needs = needs;
    this.pace = { ...usualPace, ...needs.pace };
    this.allowance = this.pace.visitsAtOnce;
  }

  /** Noted again meanwhile, it settles anew. */
  note(stationId: string): void {
    if (this.isClosed) return;
    const errand = this.settling.get(stationId)?.errand;
    this.settling.delete(stationId);
    this.settling.set(stationId, { until: performance.now() + this.pace.settleMs, errand });
    this.judgeLater();
  }

  /** One that is settling is not hurried: the errand is run when it has settled. Returns whether that is so. */
  take(stationId: string, errand: Errand): boolean {
    const waiting = this.settling.get(stationId);
    if (waiting !== undefined) waiting.errand = waiting.errand === undefined ? errand : both(waiting.errand, errand);
    return waiting !== undefined;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.judgeTimer);
    clearTimeout(this.visitTimer);
    await this.judging;
  }

  private judgeLater(): void {
    if (this.isClosed || this.judgeTimer !== undefined || this.judging !== undefined) return;
    const [earliest] = this.settling.values();
    if (earliest === undefined) return;
    const waitMs = Math.max(this.pace.everyMs, earliest.until - performance.now());
    this.judgeTimer = setTimeout(() => {
      this.judgeTimer = undefined;
      this.judging = this.judge().finally(() => {
        this.judging = undefined;
        this.judgeLater();
      });
    }, waitMs).unref();
  }

  private async judge(): Promise<void> {
    const settled = this.takeSettled();
    try {
      const judged = await this.needs.judge([...settled.keys()]);
      for (const [stationId, errand] of settled) {
        const subjects = judged.get(stationId) ?? [];
        // What somebody asked for waits for no fleet.
        if (errand !== undefined) this.needs.visit(stationId, both(errand, { for: subjects }));
        else if (subjects.length > 0) this.ready.set(stationId, { for: subjects });
      }
      this.visitReady();
    } catch (error) {
      if (this.isClosed) return;
      willRetry(this.needs.log, 'bring stations in sync', error);
      for (const [stationId, errand] of settled) {
        this.note(stationId);
        if (errand !== undefined) this.take(stationId, errand);
      }
    }
  }

  private takeSettled(): Map<string, Errand | undefined> {
    const now = performance.now();
    const settled = new Map<string, Errand | undefined>();
    for (const [stationId, { until, errand }] of this.settling) {
      if (until > now) break;
      this.settling.delete(stationId);
      settled.set(stationId, errand);
    }
    return settled;
  }

  private visitReady(): void {
    if (this.isClosed) return;
    const { visitsPerSecond, visitsAtOnce, everyMs } = this.pace;
    const now = performance.now();
    const gained = ((now - this.allowedAt) * visitsPerSecond) / 1000;
    this.allowance = Math.min(visitsAtOnce, this.allowance + gained);
    this.allowedAt = now;
    for (const [stationId, errand] of this.ready) {
      if (this.allowance < 1) break;
      this.allowance -= 1;
      this.ready.delete(stationId);
      this.needs.visit(stationId, errand);
    }
    if (this.ready.size === 0 || this.visitTimer !== undefined) return;
    this.visitTimer = setTimeout(() => {
      this.visitTimer = undefined;
      this.visitReady();
    }, everyMs).unref();
  }
}

function both(a: Errand, b: Errand): Errand {
  return {
    for: [...new Set([...a.for, ...b.for])],
    isForced: a.isForced === true || b.isForced === true,
    isFirst: a.isFirst === true || b.isFirst === true,
  };
}
