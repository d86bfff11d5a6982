import { type Channel, noChannel, type Reply } from './channel/channel.ts';
import type { Membership } from './membership.ts';
import type { StationOwnership } from './station-ownership.ts';

/** A connection that wants to speak for a station, as the node that holds another one is told of it. */
export type Contender = { stationId: string; address: string };

/** What the node that holds the station says of its connection. */
export type HolderSays = { status: 'released' } | { status: 'alive'; address: string };

export type Taken =
  /** `epoch` null: this node is alone, and its own count is enough. */
  | { status: 'taken'; epoch: number | null }
  /** The connection at another node is alive. */
  | { status: 'contested' }
  /** Another node holds it and cannot be asked: the station tries again. */
  | { status: 'unclear' };

const contestSubject = 'contest';
/** The other node pings and asks its connection, which takes up to 13 seconds. */
const contestMs = 15_000;

export type StationHoldNeeds = {
  membership: Pick<Membership, 'isAlone' | 'isCurrent'>;
  ownership: Pick<StationOwnership, 'claim' | 'release' | 'lost'>;
  channel: Channel;
};

/** Which node speaks with which station. On a node that is alone nobody is asked. */
export class StationHold {
  private readonly needs: StationHoldNeeds;

  constructor(needs: StationHoldNeeds) {
    this.needs = needs;
  }

  /** What this node holds by the books is still its own: nobody has taken over while it stood still. */
  get isCurrent(): boolean {
    return this.needs.membership.isCurrent;
  }

  /** The new connection speaks for the station from now on, over all nodes, or does not. */
  async take(contender: Contender): Promise<Taken> {
    const { membership, ownership, channel } = this.needs;
    if (membership.isAlone && channel === noChannel) return { status: 'taken', epoch: null };
    const { stationId } = contender;
    const first = await ownership.claim(stationId);
    if (first.status !== 'held') return taken(first);
    const { node, epoch } = first;
    const reply = await channel.ask({
      node,
      subject: contestSubject,
      body: { ...contender, epoch },
      timeoutMs: contestMs,
    });
    const says = reply.status === 'answered' ? (reply.body as HolderSays) : undefined;
    if (says?.status === 'alive') return { status: 'contested' };
    const again = await ownership.claim(stationId, {
      ...((says?.status === 'released' || holdsNothing(reply)) && { over: epoch }),
      isUnheard: reply.status === 'nobody',
    });
    return again.status === 'held' ? { status: 'unclear' } : taken(again);
  }

  release(stationId: string, epoch: number): Promise<void> {
    return this.needs.ownership.release(stationId, epoch);
  }

  /** Of these connections of ours, those that another node has taken over meanwhile. */
  async lost(held: ReadonlyMap<string, number>): Promise<string[]> {
    return this.needs.ownership.lost(held);
  }

  /** Other nodes ask whether our connection is alive. */
  serveContests(answer: (contender: Contender & { epoch: number }) => Promise<HolderSays>): void {
    this.needs.channel.serve(contestSubject, (body) => answer(body as Contender & { epoch: number }));
  }
}

/** A node that does not run, or whose doors are not open yet, holds no connection whatever the books say. */
function holdsNothing(reply: Reply): boolean {
  if (reply.status === 'nobody') return reply.isCertain === true;
  return reply.status === 'failed' && reply.code === 'NOT_SERVED';
}

function taken(claim: { status: 'ours'; epoch: number } | { status: 'unknown' }): Taken {
  return { status: 'taken', epoch: claim.status === 'ours' ? claim.epoch : null };
}
