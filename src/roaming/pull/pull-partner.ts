import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import type { Module } from '../model/versions.ts';
import { markStale } from '../objects/object-store.ts';
import { endpointOf, type Partner } from '../partners/partner.ts';
import { pathOf } from '../terminals/terminal-paths.ts';
import type { Wire } from '../wire.ts';

export type PullNeeds = {
  pool: Pool;
  clock: Clock;
  wire: Pick<Wire, 'pull'>;
  take(partner: Partner, module: PulledModule, object: Record<string, unknown>): Promise<unknown>;
  notePulled(partnerId: string, module: string, until: Date): Promise<unknown>;
  log: Log;
};

export type PullOutcome = { module: string; read: number; unreadable: number; stale: number; failure: string | null };

const pulled = [
  ...(['hubclientinfo', 'locations', 'tariffs', 'tokens', 'sessions', 'cdrs'] as const),
  ...(['bookinglocations', 'bookings', 'terminals', 'captures'] as const),
] as const;
export type PulledModule = (typeof pulled)[number];
/** Some stand behind the address of a module that has several lists. */
const lists: Partial<Record<PulledModule, { module: Module; path: readonly string[] }>> = {
  bookinglocations: { module: 'bookings', path: ['booking_locations'] },
  terminals: { module: 'payments', path: [pathOf.terminals] },
  captures: { module: 'payments', path: [pathOf.captures] },
};
/** Of these everything is listed, so that what is missing is gone. */
const isListedWhole = (module: string) =>
  ['locations', 'tariffs', 'tokens', 'bookinglocations', 'terminals'].includes(module);
/** Under this name stands when everything was read, beside when each module was read last. */
const everything = 'everything';
const fullEveryMs = 24 * 3_600_000;

/** Once a day everything is read: only so is it noticed what a partner no longer lists. */
export function isFullPullDue({ pulled: read }: Pick<Partner, 'pulled'>, now: Date): boolean {
  const last = read[everything];
  return last === undefined || now.getTime() - Date.parse(last) >= fullEveryMs;
}

/** Clocks differ, and what was changed while a page was made may stand on none. */
const overlapMs = 10 * 60_000;

/** Reads what a partner has, all of it or what changed since the last time. One bad object, or one module that fails, stops no other. */
export async function pullPartner(
  needs: PullNeeds,
  partner: Partner,
  { isFull, signal }: { isFull: boolean; signal?: AbortSignal },
): Promise<PullOutcome[]> {
  const outcomes: PullOutcome[] = [];
  const begunAt = needs.clock.now();
  for (const module of pulled) {
    const { module: served, path } = lists[module] ?? { module: module as Module, path: undefined };
    if (endpointOf(partner, served, 'SENDER') === undefined) continue;
    const begun = needs.clock.now();
    const last = partner.pulled[module];
    const dateFrom = isFull || last === undefined ? undefined : new Date(Date.parse(last) - overlapMs);
    const outcome: PullOutcome = { module, read: 0, unreadable: 0, stale: 0, failure: null };
    try {
      for await (const item of needs.wire.pull(partner, {
        module: served,
        path,
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
  // A module that failed has its own position, from which it is read the next time.
  if (isFull) await needs.notePulled(partner.id, everything, begunAt);
  return outcomes;
}

async function takeOne(
  { take, log }: PullNeeds,
  partner: Partner,
  module: PulledModule,
  object: unknown,
): Promise<boolean> {
  try {
    await take(partner, module, object as Record<string, unknown>);
    return true;
  } catch (error) {
    log.info({ partnerId: partner.id, module, why: asError(error).message }, 'an object of a partner was left out');
    return false;
  }
}
