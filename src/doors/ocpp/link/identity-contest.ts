import { systemTime, type Time } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { type Contest, contestWindowMs } from '#cluster/contests.ts';
import type { StationDirectory } from '#cluster/station-directory.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { StationLink } from './station-link.ts';

const pingDeadlineMs = 3_000;
/** A station that is asked something answers sooner than this, also over a slow network. */
const answerDeadlineMs = 10_000;

export type ContestNeeds = { directory: StationDirectory<StationLink>; ledger: Ledger; log: Log; time?: Time };

type Announced = { at: number; tries: number; isFrozen: boolean };

/**
 * Two connections claim one identity. Neither "the newest wins" (it hands stations to attackers) nor "the oldest stays"
 * (it locks out a station whose old connection died half-open) is right, so the old one is asked whether it lives. Pings are not
 * enough, since a proxy answers them for a station that is gone: the old one has to say something.
 */
export class IdentityContest {
  private readonly underWay = new Map<string, Promise<unknown>>();
  /** What log and ledger have heard of contests that go on, in the order of the latest. */
  private readonly announced = new Map<string, Announced>();
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
    const { directory } = this.needs;
    const { stationId } = newcomer;
    const holder = directory.find(stationId)?.link;
    const isHeld =
      holder !== undefined && (await holder.isAlive(pingDeadlineMs)) && (await holder.speaks(answerDeadlineMs));
    newcomer.isFrozen = (now) => directory.contests.isFrozen(stationId, now);
    if (isHeld) {
      await this.refuse(newcomer, holder);
      return false;
    }
    holder?.terminate('replaced');
    newcomer.lastSpokeAt = this.time.elapsedMs();
    attach();
    return true;
  }

  private async refuse({ stationId, address: refused }: StationLink, { address: kept }: StationLink): Promise<void> {
    const now = this.time.now();
    const contest = this.needs.directory.contests.add(stationId, { kept, refused, now });
    if (!this.isNews(stationId, contest)) return;
    this.needs.log.warn({ stationId, kept, refused, tries: contest.tries }, 'two connections claim one station');
    await this.announce(stationId, contest);
  }

  /** A stranger can contest as often as it likes: log and ledger hear of the first try, of the freeze, and then once a window. */
  private isNews(stationId: string, { lastAt, tries, frozenUntil }: Contest): boolean {
    const known = this.announced.get(stationId);
    if (known === undefined || tries === 1) return true;
    return (frozenUntil !== null && !known.isFrozen) || lastAt.getTime() - known.at >= contestWindowMs;
  }

  private async announce(stationId: string, contest: Contest): Promise<void> {
    const { lastAt, tries, kept, refused } = contest;
    const known = tries === 1 ? undefined : this.announced.get(stationId);
    const isFrozen = contest.frozenUntil !== null;
    this.remember(stationId, { at: lastAt.getTime(), tries, isFrozen });
    await this.needs.ledger.commit({
      events: [
        {
          kind: 'duplicate-identity',
          stationId,
          happenedAt: lastAt,
          flags: isFrozen ? ['quarantined'] : [],
          body: { kept, refused, contests: tries - (known?.tries ?? 0) },
        },
      ],
      whenRefused: 'set-aside',
    });
  }

  private remember(stationId: string, announced: Announced): void {
    this.announced.delete(stationId);
    this.announced.set(stationId, announced);
    for (const [oldest, { at }] of this.announced) {
      if (announced.at - at < 2 * contestWindowMs) break;
      this.announced.delete(oldest);
    }
  }
}
