import { Gauge, type Registry } from 'prom-client';
import type { ReadReplica } from '#database/read-replica.ts';
import type { Cluster } from './open-cluster.ts';

/** What alarms about several nodes can be hung on. `hasChannel`: nodes are to reach each other over NATS. */
export function clusterMetrics(
  registry: Registry,
  { membership, channel }: Pick<Cluster, 'membership' | 'channel'>,
  { hasChannel, readReplica }: { hasChannel: boolean; readReplica?: Pick<ReadReplica, 'lagMs' | 'pool'> | undefined },
): void {
  const nodes: Gauge = new Gauge({
    name: 'sigec_nodes',
    help: 'Nodes of this installation that are there, as this one sees it',
    aggregator: 'max',
    registers: [],
    collect: () => nodes.set(membership.otherNodes.size + 1),
  });
  const keeper: Gauge = new Gauge({
    name: 'sigec_keeper',
    help: '1 for the node that does what is to be done once, such as bills and plans, otherwise 0',
    registers: [],
    collect: () => keeper.set(membership.isKeeper ? 1 : 0),
  });
  registry.registerMetric(nodes);
  registry.registerMetric(keeper);
  if (readReplica !== undefined) {
    const used: Gauge = new Gauge({
      name: 'sigec_read_replica_used',
      help: '1 while reports are read from the replica, 0 while it is away or too far behind',
      aggregator: 'min',
      registers: [],
      collect: () => used.set(readReplica.pool === undefined ? 0 : 1),
    });
    const lag: Gauge = new Gauge({
      name: 'sigec_read_replica_lag_seconds',
      help: 'How far the read replica is behind, while it answers',
      aggregator: 'max',
      registers: [],
      collect() {
        lag.reset();
        if (readReplica.lagMs !== undefined) lag.set(readReplica.lagMs / 1_000);
      },
    });
    registry.registerMetric(used);
    registry.registerMetric(lag);
  }
  if (!hasChannel) return;
  const connected: Gauge = new Gauge({
    name: 'sigec_nats_connected',
    help: '1 while this node is connected with NATS, otherwise 0',
    aggregator: 'min',
    registers: [],
    collect: () => connected.set(channel.isOpen() ? 1 : 0),
  });
  registry.registerMetric(connected);
}
