import { every } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { LedgerEvent } from '#contract/event.ts';
import type { EventKind } from '#contract/events/events.ts';
import type { Membership } from './membership.ts';

type Needs = {
  ledger: {
    head(): Promise<string>;
    read(query: { after: string; kinds: readonly EventKind[]; limit: number }): Promise<LedgerEvent[]>;
  };
  membership: Membership;
  /** What other nodes may change of what this one remembers. */
  kinds: readonly EventKind[];
  hear(event: LedgerEvent): void;
  /** After a time alone, what is remembered may be old. */
  renew(): Promise<void>;
  log: Log;
};

export type FollowingOthers = { now(): Promise<void>; close(): Promise<void> };

const lookMs = 500;
const page = 500;

/** Hears, half a second late, what other nodes have committed, as long as there are others; our own events are among it. */
export function followOthers({ ledger, membership, kinds, hear, renew, log }: Needs): FollowingOthers {
  let position: string | undefined;
  const following = every({
    task: 'hear what other nodes committed',
    everyMs: lookMs,
    log,
    async run() {
      if (membership.isAlone) {
        position = undefined;
        return;
      }
      if (position === undefined) {
        const head = await ledger.head(); // before the reading: what comes meanwhile is heard twice, not never
        await renew();
        position = head;
      }
      for (let events = [] as LedgerEvent[]; ; ) {
        events = await ledger.read({ after: position, kinds, limit: page });
        for (const event of events) hear(event);
        position = events.at(-1)?.id ?? position;
        if (events.length < page) return;
      }
    },
  });
  return following;
}
