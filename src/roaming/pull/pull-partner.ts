import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import type { Receiver } from '../emsp/receive.ts';
import { markStale } from '../objects/object-store.ts';
import { endpointOf, type Partner } from '../partners/partner.ts';
import type { Wire } from '../wire.ts';

export type PullNeeds = {
  pool: Pool;
  clock: Clock;
  wire: Pick<Wire, 'pull'>;
  receiver: Pick<Receiver, 'take'>;
  notePulled(partnerId: string, module: string, until: Date): Promise<unknown>;
  log: Log;
};

export type PullOutcome = { module: string; read: number; unreadable: number; stale: number; failure: string | null };

const pulled = ['locations', 'tariffs', 'tokens', 'sessions', 'cdrs'] as const;
/** Of these everything is listed, so that what is missing is gone. */
const isListedWhole = (module: string) => module === 'locations' || module === 'tariffs' || module === 'tokens';
/** Clocks differ, and what was changed while a page was made may stand on none. */
const overlapMs = 10 * 60_000;

/** Reads what a partner has, all of it or what changed since the last time. One bad object, or one module that fails, stops no other. */
export async function pullPartner(
  needs: PullNeeds,
  partner: Partner,
  { isFull, signal }: { isFull: boolean; signal?: AbortSignal },
): Promise<PullOutcome[]> {
  const outcomes: PullOutcome[] = [];
  for (const module of pulled) {
    if (endpointOf(partner, module, 'SENDER') === undefined) continue;
    const begun = needs.clock.now();
    const last = partner.pulled[module];
    const dateFrom = isFull || last === undefined ? undefined : new Date(Date.parse(last) - overlapMs);
    const outcome: PullOutcome = { module, read: 0, unreadable: 0, stale: 0, failure: null };
    try {
      for await (const item of needs.wire.pull(partner, {
        module,
        ...(dateFrom && { dateFrom }),
        ...(signal && { signal }),
      })) {
        const isTaken = 'object' in item && (await takeOne(needs, partner, module, item.object));
        if (isTaken) outcome.read += 1;
        else outcome.unreadable += 1;
      }
      if (dateFrom === undefined && isListedWhole(module) && outcome.unreadable === 0)
        outcome.stale = await markStale(needs.pool, { partnerId: partner.id, module, before: begun });
      await needs.notePulled(partner.id, module, begun);
    } catch (error) {
      outcome.failure = asError(error).message;
    }
    outcomes.push(outcome);
  }
  return outcomes;
}

async function takeOne(
  { receiver, log }: PullNeeds,
  partner: Partner,
  module: (typeof pulled)[number],
  object: unknown,
): Promise<boolean> {
  try {
    return await receiver.take(partner, module, object as Record<string, unknown>);
  } catch (error) {
    log.info({ partnerId: partner.id, module, why: asError(error).message }, 'an object of a partner was left out');
    return false;
  }
}
