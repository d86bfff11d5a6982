import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Config } from '#base/config.ts';
import type { Log } from '#base/log.ts';
import { type Channel, noChannel } from '#cluster/channel/channel.ts';
import { channelOver } from '#cluster/channel/channel-over.ts';
import { joining, localWire } from '#cluster/channel/local-wire.ts';
import { Membership, usualBeatMs } from '#cluster/membership.ts';
import { Placements } from '#cluster/placements.ts';
import { StationHold } from '#cluster/station-hold.ts';
import { StationOwnership } from '#cluster/station-ownership.ts';
import { StationRoutes } from '#cluster/station-routes.ts';
import { type Installation, keyFingerprint } from '#ledger/installation.ts';
import { seal, unseal } from '#ledger/seal.ts';
import type { Seat } from './seat.ts';

type Needs = { pool: Pool; installation: Installation; config: Config; seat: Seat | undefined; log: Log };

export type Cluster = Awaited<ReturnType<typeof openCluster>>;

/** This node among others: how they are reached, which of them are there, and who holds which station. */
export async function openCluster(needs: Needs) {
  const { pool, installation, seat, log } = needs;
  const node = installation.nodeId;
  const mayKeep = seat === undefined || seat.number === 1;
  const channel = await openChannel(needs, () => membership.sharedNow());
  const membership: Membership = await Membership.join({ pool, node, mayKeep, log });
  // The others know of us before any station does: until then they take what they hold for theirs alone.
  if (!membership.isAlone && !membership.wasKnown) await pause(2 * usualBeatMs);
  const ownership = new StationOwnership({ pool, membership });
  const placements = new Placements();
  return {
    channel,
    membership,
    ownership,
    placements,
    hold: new StationHold({ membership, ownership, channel }),
    routes: new StationRoutes({ membership, ownership, placements, channel }),
    async close(): Promise<void> {
      await membership.leave();
      await channel.close();
    },
  };
}

async function openChannel({ config, installation, seat, log }: Needs, now: () => number): Promise<Channel> {
  const { nodeId: node, key } = installation;
  if (config.natsUrl !== '') {
    const { natsWire } = await import('#cluster/channel/nats-wire.ts');
    const wire = natsWire({
      urls: config.natsUrl.split(','),
      node,
      installation: keyFingerprint(key).toString('hex').slice(0, 16),
      seal: (text, place) => seal(key, `nats ${place}`, Buffer.from(text)),
      unseal: (sealed, place) => unseal(key, `nats ${place}`, Buffer.from(sealed)).toString(),
      log,
    });
    return channelOver(wire, log, { now });
  }
  if (seat === undefined) return noChannel;
  const channel = channelOver(localWire(node, seat.line), log);
  seat.line.send({ kind: 'tell', from: node, to: null, text: joining });
  return channel;
}
