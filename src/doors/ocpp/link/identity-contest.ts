import { systemTime, type Time } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { type Contest, contestWindowMs } from '#cluster/contests.ts';
import type { StationDirectory } from '#cluster/station-directory.ts';
import type { Contender, HolderSays, StationHold } from '#cluster/station-hold.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { StationLink } from './station-link.ts';

const pingDeadlineMs = 3_000;
/** A station that is asked something answers sooner than this, also over a slow network. */
const answerDeadlineMs = 10_000;

export type ContestNeeds = {
  directory: StationDirectory<StationLink>;
  /** Which node holds the station; absent: there is only this one. */
  hold?: StationHold | undefined;
  ledger: Ledger;
  log: Log;
  time?: Time;
};

/** `unclear`: another node holds the identity and could not be asked. */
export type Settled = 'holder' | 'refused' | 'unclear';
/** Says whether the newcomer was still there. */
type Attach = (epoch: number | undefined) => boolean;

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
    needs.hold?.serveContests((contender) => this.answer(contender));
  }

  /**
   * Whether the newcomer has taken the identity. Contests for one station are settled one after the other, and the winner
   * attaches within its turn: the next one must already see it.
   */
  settle(newcomer: StationLink, attach: Attach): Promise<Settled> {
    const { stationId } = newcomer;
    const before = this.underWay.get(stationId) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(() => this.decide(newcomer, attach)); // whoever failed has heard of it
    this.underWay.set(stationId, turn);
    return turn.finally(() => {
      if (this.underWay.get(stationId) === turn) this.underWay.delete(stationId);
    });
  }

  private async decide(newcomer: StationLink, attach: Attach): Promise<Settled> {
    const { directory, hold } = this.needs;
    const { stationId } = newcomer;
    const holder = directory.find(stationId)?.link;
    const isHeld = holder !== undefined && (await isThere(holder));
    newcomer.isFrozen = (now) => directory.contests.isFrozen(stationId, now);
    if (isHeld) {
      await this.refuse(newcomer, holder);
      return 'refused';
    }
    const taken = hold === undefined ? undefined : await hold.take({ stationId, address: newcomer.address });
    if (taken?.status === 'contested') return 'refused';
    if (taken?.status === 'unclear') return 'unclear';
    holder?.terminate('replaced');
    newcomer.lastSpokeAt = this.time.elapsedMs();
    const epoch = taken?.epoch ?? undefined;
    if (!attach(epoch) && epoch !== undefined) await hold?.release(stationId, epoch);
    return 'holder';
  }

  /** Another node has a newcomer for a station that we hold by the books. */
  private async answer({ stationId, epoch, address }: Contender & { epoch: number }): Promise<HolderSays> {
    const { directory } = this.needs;
    const held = directory.find(stationId);
    if (held?.epoch !== epoch) return { status: 'released' }; // its end is on its way into the books
    if (await isThere(held.link)) {
      await this.refuse({ stationId, address }, held.link);
      return { status: 'alive', address: held.link.address };
    }
    held.link.terminate('replaced');
    return { status: 'released' };
  }

  private async refuse({ stationId, address: refused }: Contender, { address: kept }: StationLink): Promise<void> {
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

/** A ping is answered by a proxy, too, so the station itself has to say something. */
async function isThere(link: StationLink): Promise<boolean> {
  return (await link.isAlive(pingDeadlineMs)) && (await link.speaks(answerDeadlineMs));
}
