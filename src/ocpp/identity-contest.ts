import { systemTime, type Time } from '#clock.ts';
import type { StationDirectory } from '#cluster/station-directory.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Log } from '#log.ts';
import type { StationLink } from './station-link.ts';

const pingDeadlineMs = 3_000;
const contestWindowMs = 600_000;
const contestsToQuarantine = 3;

export type ContestNeeds = { directory: StationDirectory<StationLink>; ledger: Ledger; log: Log; time?: Time };

type Contested = {
  /** When the last contests were; as many as it takes for a quarantine. */
  times: number[];
  /** Commands stay frozen until then, on whichever connection the station comes. */
  quarantinedUntil: number;
  announcedAt: number;
  sinceAnnounced: number;
};

/**
 * Two connections claim one identity. Neither "the newest wins" (it hands stations to attackers) nor "the oldest stays"
 * (it locks out a station whose old connection died half-open) is right, so the old one is asked whether it lives.
 */
export class IdentityContest {
  /** In the order of their latest contest, so that those that are over stand first. */
  private readonly contested = new Map<string, Contested>();
  private readonly underWay = new Map<string, Promise<unknown>>();
  private readonly needs: ContestNeeds;
  private readonly time: Time;

  constructor(needs: ContestNeeds) {
    this.needs = needs;
    this.time = needs.time ?? systemTime;
  }

  /**
   * True when the newcomer has taken the identity. Contests for one station are settled one after the other, and the winner
   * attaches within its turn: the next one must already see it.
   */
  settle(newcomer: StationLink, attach: () => void): Promise<boolean> {
    const { stationId } = newcomer;
    const before = this.underWay.get(stationId) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(() => this.decide(newcomer, attach)); // whoever failed has heard of it
    this.underWay.set(stationId, turn);
    return turn.finally(() => {
      if (this.underWay.get(stationId) === turn) this.underWay.delete(stationId);
    });
  }

  private async decide(newcomer: StationLink, attach: () => void): Promise<boolean> {
    const { stationId } = newcomer;
    const holder = this.needs.directory.find(stationId)?.link;
    if (holder === undefined || !(await holder.isAlive(pingDeadlineMs))) {
      holder?.terminate('replaced');
      newcomer.quarantinedUntil = this.contested.get(stationId)?.quarantinedUntil ?? 0;
      attach();
      return true;
    }
    await this.refuse(newcomer, holder);
    return false;
  }

  private async refuse(newcomer: StationLink, holder: StationLink): Promise<void> {
    const now = this.time.now().getTime();
    const contested = this.count(newcomer.stationId, now);
    const wasQuarantined = contested.quarantinedUntil > now;
    if (contested.times.length >= contestsToQuarantine) contested.quarantinedUntil = now + contestWindowMs;
    holder.quarantinedUntil = contested.quarantinedUntil;
    this.needs.log.warn(
      { stationId: newcomer.stationId, held: holder.address, refused: newcomer.address },
      'two connections claim one station',
    );
    // A stranger can contest as often as it likes: the ledger hears of the first, of the quarantine, and then once a window.
    const isNews = holder.isQuarantined !== wasQuarantined || now - contested.announcedAt >= contestWindowMs;
    if (isNews) await this.announce(newcomer, holder, contested);
  }

  private count(stationId: string, now: number): Contested {
    this.forgetOld(now);
    const known = this.contested.get(stationId) ?? {
      times: [],
      quarantinedUntil: 0,
      announcedAt: 0,
      sinceAnnounced: 0,
    };
    known.times = [...known.times.filter((at) => now - at < contestWindowMs), now].slice(-contestsToQuarantine);
    known.sinceAnnounced += 1;
    this.contested.delete(stationId);
    this.contested.set(stationId, known);
    return known;
  }

  private forgetOld(now: number): void {
    for (const [stationId, { times }] of this.contested) {
      if (now - (times.at(-1) ?? 0) < contestWindowMs) return;
      this.contested.delete(stationId);
    }
  }

  private async announce(newcomer: StationLink, holder: StationLink, contested: Contested): Promise<void> {
    const contests = contested.sinceAnnounced;
    contested.announcedAt = this.time.now().getTime();
    contested.sinceAnnounced = 0;
    await this.needs.ledger.commit({
      events: [
        {
          kind: 'duplicate-identity',
          stationId: newcomer.stationId,
          happenedAt: this.time.now(),
          flags: holder.isQuarantined ? ['quarantined'] : [],
          body: { kept: holder.address, refused: newcomer.address, contests },
        },
      ],
      whenRefused: 'set-aside',
    });
  }
}
