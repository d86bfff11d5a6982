import { hostname } from 'node:os';
import type { Pool } from 'pg';
import { SigecError } from '#base/errors.ts';
import { answerOf } from '#cluster/channel/answer-of.ts';
import type { ShownNode } from '#contract/nodes.ts';
import { drainSubject, type NodeDrain } from './drain-node.ts';
import type { Cluster } from './open-cluster.ts';

type Needs = { cluster: Pick<Cluster, 'membership' | 'channel'>; drain: NodeDrain; pool: Pool };

const patienceMs = 5_000;

/** The nodes of the installation, for whoever looks after them. */
export function installationNodes({ cluster, drain, pool }: Needs) {
  const { membership, channel } = cluster;

  async function list(): Promise<ShownNode[]> {
    const { rows } = await pool.query<Omit<ShownNode, 'startedAt' | 'seenAt'> & { startedAt: Date; seenAt: Date }>(
      `select id, host, version, started_at as "startedAt", seen_at as "seenAt", id = $1 as "isThis",
         case when seen_at < clock_timestamp() - $2 * interval '1 millisecond' then 'silent'
           when is_draining then 'draining' else 'up' end as state,
         exists (select from keeper where keeper.node = node.id) as "isKeeper",
         (select count(*)::int from station where link_node = node.id) as stations
       from node order by host, started_at`,
      [membership.node, membership.silentAfterMs],
    );
    return rows.map(({ startedAt, seenAt, ...node }) => ({
      ...node,
      startedAt: startedAt.toISOString(),
      seenAt: seenAt.toISOString(),
    }));
  }

  /** Returns how things stand then; the stations leave over DRAIN_SECONDS. */
  async function drainThem(nodeIds: readonly string[] | undefined): Promise<ShownNode[]> {
    const all = await list();
    const wanted = all.filter(({ id, host }) => (nodeIds === undefined ? host === hostname() : nodeIds.includes(id)));
    const unknown = nodeIds?.find((id) => wanted.every((node) => node.id !== id));
    if (unknown !== undefined)
      throw new SigecError('NOT_FOUND', `There is no node ${unknown}; GET /api/nodes lists them.`);
    const left = all.filter((node) => node.state === 'up' && !wanted.includes(node));
    if (left.length === 0)
      throw new SigecError(
        'CONFLICT',
        'No other node would be left that could take the stations. Start one more first, or end this one: stations return once it is back.',
      );
    for (const { id, state } of wanted) {
      if (state === 'silent') continue;
      if (id === membership.node) drain.begin();
      else
        answerOf(await channel.ask({ node: id, subject: drainSubject, body: null, timeoutMs: patienceMs }), away(id));
    }
    return (await list()).map((node) =>
      wanted.some(({ id }) => id === node.id) && node.state === 'up' ? { ...node, state: 'draining' } : node,
    );
  }

  return { list, drain: drainThem };
}

function away(node: string): (reason: string) => SigecError {
  return (reason) =>
    new SigecError(
      'CONFLICT',
      `The node ${node} cannot be asked (${reason}). Tell its machine to stop it: it drains by itself before it ends.`,
    );
}
