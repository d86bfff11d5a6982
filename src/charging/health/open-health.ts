import type { Log } from '#base/log.ts';
import type { CloseFinding } from '#contract/findings/finding.ts';
import type { Actor } from '#principals/actor.ts';
import type { AfterCommit } from '../after-commit.ts';
import type { Reports } from '../reports/open-reports.ts';
import { closeFinding, type FindingNeeds, mustReadFinding } from './findings/change-findings.ts';
import { type FindingsAsked, readFindings } from './findings/finding-store.ts';
import { hearCommits } from './hear-commits.ts';
import { hearOtherNodes } from './hear-other-nodes.ts';
import { diagnoseStation, tellCohorts, tellRisks } from './tell-health.ts';
import { StationWatch } from './watch-stations.ts';

type Needs = FindingNeeds & { log: Log; reports: Pick<Reports, 'make'> };

export type OpenHealth = ReturnType<typeof openHealth>;
export type Health = OpenHealth['health'];

/** Which stations fail next, and why: signals, detectors, findings. */
export function openHealth(needs: Needs) {
  const { pool } = needs;
  const watch = new StationWatch(needs);
  /** Which stations connected to this node last, and when. */
  const heldHere = new Map<string, number>();
  const health = {
    async findings(asked: FindingsAsked) {
      await watch.catchUp();
      return readFindings(pool, asked);
    },
    /** Which stations fail next, the likeliest first. */
    async risks(asked: Parameters<typeof tellRisks>[1]) {
      await watch.settle();
      return tellRisks(needs, asked);
    },
    async cohorts() {
      await watch.settle();
      return tellCohorts(needs);
    },
    async diagnose(stationId: string) {
      await watch.settle();
      return diagnoseStation(needs, stationId);
    },
    finding: (id: string) => mustReadFinding(pool, id),
    close: (id: string, wanted: CloseFinding, actor: Actor) => closeFinding(needs, { id, wanted, actor }),
  };
  return {
    health,
    /** From then on every commit is heard. */
    listen(afterCommit: AfterCommit) {
      hearCommits(afterCommit, watch, needs);
      afterCommit.react({
        'station-connected': ({ stationId, happenedAt }) => {
          if (stationId !== null) heldHere.set(stationId, happenedAt.getTime());
        },
        'station-went-offline': ({ stationId }) => {
          if (stationId !== null) heldHere.delete(stationId);
        },
      });
    },
    /** What other nodes committed, and our own once more. */
    ...hearOtherNodes(watch, heldHere),
    close: () => watch.close(),
  };
}
