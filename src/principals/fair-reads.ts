import { availableParallelism } from 'node:os';
import { SigecError } from '#base/errors.ts';
import { FairShare, type FairShareLimits, type Lane } from '#base/fair-share.ts';
import { networkOf } from '#base/hosts.ts';
import { type Actor, actorName } from './actor.ts';

export type Reader = {
  actor: Actor;
  /** The address of whoever shows no key; absent: they share one turn. */
  source?: string | undefined;
  /** Exports and reports: few at once, and never in the way of short questions. */
  isLong?: boolean | undefined;
};

/** The searches of one caller keep no more backends of the database busy than there are cores. */
const placesPerCaller = Math.min(6, Math.max(2, availableParallelism()));
/** The pool has more connections than these places: what stations, people's changes and health need is never behind a read. */
const usual: FairShareLimits = {
  places: 8,
  lanes: { known: 8, long: 2, stranger: 3 },
  placesPerCaller,
  waitingPerCaller: 250,
  waiting: 2_000,
  patienceMs: 20_000,
  maxRestMs: 200,
};

/** Reading for callers by turns: a thousand reads of one caller keep nobody else waiting, and strangers come last. */
export class FairReads {
  private readonly share: FairShare;

  constructor(limits: Partial<FairShareLimits> = {}) {
    this.share = new FairShare({ ...usual, ...limits });
  }

  /** Waits for a place and returns what gives it back. Throws TOO_MANY_REQUESTS when too many of this caller wait. */
  async enter({ actor, source, isLong = false }: Reader): Promise<() => void> {
    const leave = await this.share.enter(nameOf(actor, source), laneOf(actor, isLong));
    if (leave !== undefined) return leave;
    throw new SigecError('TOO_MANY_REQUESTS', 'Too many requests of yours wait already; send fewer at a time.', {
      details: { retryAfterSeconds: isLong ? 10 : 1 },
    });
  }

  async run<T>(reader: Reader, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(reader);
    try {
      return await work();
    } finally {
      leave();
    }
  }
}

function nameOf(actor: Actor, source: string | undefined): string {
  return actor.principal === null && source !== undefined ? `anonymous:${networkOf(source)}` : actorName(actor);
}

function laneOf({ principal }: Actor, isLong: boolean): Lane {
  if (isLong) return 'long';
  return principal === null ? 'stranger' : 'known';
}
