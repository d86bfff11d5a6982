import type { Clock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { OpenCharging } from '#charging/open-charging.ts';
import { followOthers } from '#cluster/follow-others.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { serveKeeper } from './ask-keeper.ts';
import type { Cluster } from './open-cluster.ts';

type Needs = { cluster: Cluster; charging: OpenCharging; ledger: Ledger; clock: Clock; log: Log };
type Pending = Parameters<OpenCharging['elsewhere']['learnPending']>[0];

const pendingSubject = 'pending-station';
const sessionSubject = 'session';

/** What the business of this node hears from others, and tells them. */
export function joinNodes({ cluster, charging, ledger, log }: Needs): { close(): Promise<void> } {
  const { channel, membership, ownership, placements } = cluster;
  const { elsewhere } = charging;
  const hears = new Set<string>(elsewhere.kinds);
  const following = followOthers({
    ledger,
    membership,
    kinds: [...new Set([...elsewhere.kinds, 'station-connected', 'station-went-offline'] as const)],
    hear(event) {
      placements.note(event);
      if (hears.has(event.kind)) elsewhere.hear(event);
    },
    async renew() {
      placements.load(await ownership.elsewhere());
      await elsewhere.renew();
    },
    log,
  });
  serveKeeper(cluster, charging);
  elsewhere.onPending((pending) => channel.publish(pendingSubject, pending));
  channel.subscribe(pendingSubject, (body) => elsewhere.learnPending(withDates(body as Pending)));
  elsewhere.onSession((stationId) => channel.publish(sessionSubject, stationId));
  channel.subscribe(sessionSubject, (stationId) => {
    if (membership.isKeeper) elsewhere.noticeSession(String(stationId));
  });
  membership.whenSilent(async (node) => {
    const swept = await elsewhere.sweep(node);
    log.warn({ node, ...swept }, 'a node has been silent for too long; its stations are offline until they return');
  });
  return following;
}

/** Times travel as texts. */
function withDates(pending: Pending): Pending {
  return { ...pending, since: new Date(pending.since), lastAt: new Date(pending.lastAt) };
}
