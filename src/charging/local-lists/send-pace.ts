import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

export type PaceNeeds = {
  slowestCommitMs(): number;
  perSecond?: number;
};

/** Entries per second for the whole fleet, at most and at least. */
const usualPerSecond = 150_000;
const leastPerSecond = 20_000;
/** While others wait longer than this, lists are sent more slowly. */
const slowCommitMs = 60;
const slowTurnMs = 15;
const judgeEveryMs = 200;
/** What was not used in a moment is not saved up. */
const savedMs = 50;

/** How fast lists are sent to all stations together: they matter less than whatever stations themselves have to say. */
export class SendPace {
  private readonly needs: Required<PaceNeeds>;
  private rate: number;
  private freeAt = 0;
  private slowestTurnMs = 0;
  private judgedAt = 0;

  constructor(needs: PaceNeeds) {
    this.needs = { perSecond: usualPerSecond, ...needs };
    this.rate = this.needs.perSecond;
  }

  get entriesPerSecond(): number {
    return this.rate;
  }

  async take(entries: number): Promise<void> {
    const now = performance.now();
    const until = Math.max(this.freeAt, now - savedMs) + (entries / this.rate) * 1000;
    this.freeAt = until;
    const isEarly = until - now >= 1;
    if (isEarly) await pause(until - now);
    else await nextTurn();
    this.judge(performance.now() - (isEarly ? until : now));
  }

  private judge(turnMs: number): void {
    this.slowestTurnMs = Math.max(this.slowestTurnMs, turnMs);
    const now = performance.now();
    if (now - this.judgedAt < judgeEveryMs) return;
    const isStrained = this.slowestTurnMs > slowTurnMs || this.needs.slowestCommitMs() > slowCommitMs;
    this.rate = isStrained
      ? Math.max(leastPerSecond, this.rate / 2)
      : Math.min(this.needs.perSecond, Math.max(this.rate * 1.25, leastPerSecond));
    this.judgedAt = now;
    this.slowestTurnMs = 0;
  }
}
