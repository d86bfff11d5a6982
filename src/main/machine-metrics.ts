import { hostname } from 'node:os';
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { Cluster } from './open-cluster.ts';
import type { Seat } from './seat.ts';

type Counted = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

const subject = 'metrics';
const patienceMs = 2_000;

/** The processes of NODES have one parent. */
const machine = `${hostname()} ${process.ppid}`;

type Needs = { cluster: Pick<Cluster, 'channel' | 'membership'>; seat: Seat | undefined; metrics: Registry };

/** Of several processes behind the same ports one alone can be asked, and tells what all of them have counted. */
export function machineMetrics({ cluster, seat, metrics }: Needs): Pick<Registry, 'metrics'> {
  if (seat === undefined) return metrics;
  const { channel, membership } = cluster;
  channel.serve(subject, (asking) => (asking === machine ? metrics.getMetricsAsJSON() : Promise.resolve([])));
  return {
    async metrics() {
      const others = await Promise.all(
        [...membership.otherNodes].map((node) => channel.ask({ node, subject, body: machine, timeoutMs: patienceMs })),
      );
      const told = others.flatMap((reply) => (reply.status === 'answered' ? [reply.body as Counted] : []));
      return AggregatorRegistry.aggregate([await metrics.getMetricsAsJSON(), ...told]).metrics();
    },
  };
}
