import type { StationDirectory } from '#cluster/station-directory.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Log } from '#log.ts';
import type { StationLink } from './station-link.ts';

const pingDeadlineMs = 3_000;
const contestWindowMs = 600_000;
const contestsToQuarantine = 3;

export type ContestNeeds = { directory: StationDirectory<StationLink>; ledger: Ledger; log: Log };

/**
 * Two connections claim one identity. Neither "the newest wins" (it hands stations to attackers) nor "the oldest stays"
 * (it locks out a station whose old connection died half-open) is right, so the old one is asked whether it lives.
 */
export class IdentityContest {
  private readonly recent = new Map<string, number[]>();
  private readonly underWay = new Map<string, Promise<unknown>>();
  private readonly needs: ContestNeeds;

  constructor(needs: ContestNeeds) {
    this.needs = needs;
  }

  /** True when the newcomer may take the identity. Contests for one station are settled one after the other. */
  settle(newcomer: StationLink): Promise<boolean> {
    const { stationId } = newcomer;
    const turn = (this.underWay.get(stationId) ?? Promise.resolve()).then(() => this.decide(newcomer));
    this.underWay.set(stationId, turn);
    return turn.finally(() => {
      if (this.underWay.get(stationId) === turn) this.underWay.delete(stationId);
    });
  }

  private async decide(newcomer: StationLink): Promise<boolean> {
    const { directory, log } = this.needs;
    const holder = directory.find(newcomer.stationId)?.link;
    if (holder === undefined) return true;
    if (!(await holder.isAlive(pingDeadlineMs))) {
      holder.terminate('replaced');
      return true;
    }
    const contests = this.count(newcomer.stationId);
    if (contests >= contestsToQuarantine) holder.isQuarantined = true;
    log.warn(
      { stationId: newcomer.stationId, held: holder.address, refused: newcomer.address, contests },
      'two connections claim one station',
    );
    await this.announce(newcomer, holder, contests);
    return false;
  }

  private count(stationId: string): number {
    const now = Date.now();
    const contests = [...(this.recent.get(stationId) ?? []).filter((at) => now - at < contestWindowMs), now];
    this.recent.set(stationId, contests);
    return contests.length;
  }

  private async announce(newcomer: StationLink, holder: StationLink, contests: number): Promise<void> {
    await this.needs.ledger.commit({
      events: [
        {
          kind: 'duplicate-identity',
          stationId: newcomer.stationId,
          happenedAt: new Date(),
          flags: holder.isQuarantined ? ['quarantined'] : [],
          body: { kept: holder.address, refused: newcomer.address, contests },
        },
      ],
      whenRefused: 'set-aside',
    });
  }
}
