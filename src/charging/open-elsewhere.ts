import type { Pool } from 'pg';
import type { AfterCommit } from './after-commit.ts';
import type { Billing } from './billing/open-billing.ts';
import type { OpenEnergy } from './energy/open-energy.ts';
import { type ElsewhereNeeds, hearElsewhere } from './hear-elsewhere.ts';
import type { PendingStation, PendingStations } from './stations/pending-stations.ts';
import type { StationRegister } from './stations/station-register.ts';
import { sweepNode } from './sweep-node.ts';

type Needs = ElsewhereNeeds & {
  pool: Pool;
  afterCommit: AfterCommit;
  register: StationRegister;
  pendingStations: PendingStations;
  energy: OpenEnergy;
  billing: Pick<Billing, 'wake'>;
};

/** What other nodes commit and tell, and what this one tells them. */
export function openElsewhere(needs: Needs) {
  const { pool, afterCommit, register, pendingStations, authorization, energy, billing } = needs;
  return {
    ...hearElsewhere(needs),
    renewStation: (stationId: string) => register.renew(stationId),
    /** After a time alone. */
    async renew(): Promise<void> {
      await register.load();
      authorization.forgetAll();
    },
    onPending(tell: (pending: PendingStation) => void): void {
      pendingStations.onChange = tell;
    },
    learnPending: (pending: PendingStation) => pendingStations.learn(pending),
    /** A session has begun or ended there. */
    noticeSession(stationId: string): void {
      energy.noticeStation(stationId);
      billing.wake();
    },
    onSession(tell: (stationId: string) => void): void {
      afterCommit.react({
        'session-event': ({ stationId, body }) => {
          if (stationId !== null && body.type !== 'updated') tell(stationId);
        },
      });
    },
    answerAsKeeper: energy.answerAsKeeper,
    /** It is dead: its stations are away until they return, and what it asked of others has no answer. */
    sweep: (node: string) => sweepNode(pool, node),
  };
}
