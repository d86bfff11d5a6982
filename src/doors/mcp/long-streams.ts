import { SigecError } from '#base/errors.ts';
import { actorName } from '#principals/actor.ts';
import type { Limits } from './limits.ts';
import type { Visit } from './visit.ts';

/** Counts the streams that stay open, and says when one has to end. */
export class LongStreams {
  private readonly open = new Map<string, number>();
  private readonly ending = new Set<AbortController>();
  private readonly limits: Limits;

  constructor(limits: Limits) {
    this.limits = limits;
  }

  /** Throws when it is one too many. The signal comes when its time is over or its key no longer holds. */
  begin(visit: Visit): AbortSignal {
    const { streams, streamsPerPrincipal, streamMs, recheckMs } = this.limits;
    const principal = actorName(visit.actor);
    const own = this.open.get(principal) ?? 0;
    if (this.ending.size >= streams || own >= streamsPerPrincipal) {
      const which =
        own >= streamsPerPrincipal ? `This key has ${own} streams open` : `${this.ending.size} streams are open`;
      throw new SigecError('TOO_MANY_REQUESTS', `${which}, which is the most there may be. Close one, or try later.`);
    }
    this.count(principal, 1);
    const over = new AbortController();
    this.ending.add(over);
    const limit = setTimeout(() => over.abort(), streamMs).unref();
    // A database that is away tells nothing about a key: the stream stays until it does.
    const recheck = setInterval(() => {
      visit.isStillAllowed().then(
        (isAllowed) => isAllowed || over.abort(),
        () => undefined,
      );
    }, recheckMs).unref();
    const end = (): void => {
      clearTimeout(limit);
      clearInterval(recheck);
      this.ending.delete(over);
      this.count(principal, -1);
    };
    if (visit.ended.aborted) end();
    else visit.ended.addEventListener('abort', end, { once: true });
    return over.signal;
  }

  endAll(): void {
    for (const over of this.ending) over.abort();
  }

  private count(principal: string, change: 1 | -1): void {
    const own = (this.open.get(principal) ?? 0) + change;
    if (own > 0) this.open.set(principal, own);
    else this.open.delete(principal);
  }
}
