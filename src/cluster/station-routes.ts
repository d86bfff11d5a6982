import type { Outcome } from '#contract/commands/command.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import type { Channel, Reply } from './channel/channel.ts';
import type { Membership } from './membership.ts';
import type { Placements } from './placements.ts';
import type { Holder, StationOwnership } from './station-ownership.ts';

/** What is asked of a station, on its way to the node that holds it. */
export type Routed = { stationId: string; order: unknown; timeoutMs: number; signal?: AbortSignal | undefined };

/** The node that was asked does not hold that connection any more. */
export const moved = { moved: true } as const;
export type RoutedAnswer = Outcome | typeof moved;

export type StationRoutesNeeds = {
  membership: Pick<Membership, 'node' | 'isAlone' | 'otherNodes'>;
  ownership: Pick<StationOwnership, 'holderOf'>;
  placements: Placements;
  channel: Channel;
};

/** Why a person's decision ends a connection. */
export type TurnOutReason = 'rejected' | 'exemption-ended' | 'certificate-revoked';

/** What all nodes have to know at once; whoever misses it hears of it from the ledger. */
export type StationNews = { stationId: string; news: 'accepted' | TurnOutReason };

const newsSubject = 'station-news';
const orderSubject = 'station-order';
/** How often it is looked whether the node that was asked is still there. */
const lookMs = 1_000;

/** The way of a command to the node that holds the station. A command leaves for one connection, named by its epoch. */
export class StationRoutes {
  private readonly needs: StationRoutesNeeds;

  constructor(needs: StationRoutesNeeds) {
    this.needs = needs;
  }

  /** Of a station at another node. */
  versionOf(stationId: string): OcppVersion | undefined {
    return this.needs.placements.versionOf(stationId);
  }

  /** Undefined: no other node holds it. */
  async carry(routed: Routed): Promise<Outcome | undefined> {
    const { membership } = this.needs;
    if (membership.isAlone) return undefined;
    // The station may move while it is asked: then nothing was sent, and whoever holds it now is asked.
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const holder = await this.needs.ownership.holderOf(routed.stationId);
      if (holder === undefined || holder.node === membership.node) return undefined;
      const answer = await this.askHolder(holder, routed);
      if (!('moved' in answer)) return answer;
    }
    return notSent('the station moved from node to node while it was asked');
  }

  /** Answers other nodes; `send` is told which connection is meant. */
  serve(
    send: (order: unknown, to: { stationId: string; epoch: number; signal: AbortSignal }) => Promise<RoutedAnswer>,
  ): void {
    this.needs.channel.serve(orderSubject, (body, { signal }) => {
      const { stationId, epoch, order } = body as { stationId: string; epoch: number; order: unknown };
      return send(order, { stationId, epoch, signal });
    });
  }

  tell(news: StationNews): void {
    this.needs.channel.publish(newsSubject, news);
  }

  onNews(hear: (news: StationNews) => void): void {
    this.needs.channel.subscribe(newsSubject, (body) => hear(body as StationNews));
  }

  private async askHolder({ node, epoch }: Holder, routed: Routed): Promise<RoutedAnswer> {
    const { stationId, order, timeoutMs, signal } = routed;
    const body = { stationId, epoch, order };
    const asked = this.needs.channel.ask({ node, subject: orderSubject, body, timeoutMs, signal });
    const watch = this.untilSilent(node);
    try {
      return outcomeOf(await Promise.race([asked, watch.silent]));
    } finally {
      watch.stop();
    }
  }

  /** Nobody waits for a node that stands still. */
  private untilSilent(node: string): { silent: Promise<Reply>; stop(): void } {
    const { promise: silent, resolve } = Promise.withResolvers<Reply>();
    const { membership } = this.needs;
    const wasThere = membership.otherNodes.has(node);
    const timer = setInterval(() => {
      if (wasThere && !membership.otherNodes.has(node))
        resolve({ status: 'no-answer', reason: 'the node that holds the station fell silent' });
    }, lookMs).unref();
    return { silent, stop: () => clearInterval(timer) };
  }
}

function outcomeOf(reply: Reply): RoutedAnswer {
  switch (reply.status) {
    case 'answered':
      return reply.body as RoutedAnswer;
    case 'failed':
      return notSent(reply.message);
    case 'nobody':
      return notSent(`The station is connected to another node, which cannot be reached: ${reply.reason}.`);
    case 'no-answer':
      return { ...notSent(reply.reason), status: 'no-answer' };
  }
}

function notSent(reason: string): Outcome {
  return { status: 'not-sent', code: null, reason, answer: {}, losses: [] };
}
