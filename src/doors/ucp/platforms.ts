import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import { AddressRefused, type GuardedAnswer, type GuardedFetch } from '#base/guarded-fetch.ts';
import { networkOf } from '#base/hosts.ts';
import type { Log } from '#base/log.ts';
import { type PlatformProfile, readPlatformProfile } from './platform-profile.ts';
import { UcpError } from './ucp-error.ts';

const most = { known: 500, fetchesPerMinute: 120, ofOneNetwork: 30 };
const keepMs = { least: 60_000, most: 24 * 3_600_000, failure: 10_000, stale: 3_600_000 };

type CachedProfile = { until: number; profile: Promise<PlatformProfile>; isGood: boolean };
/** `refused`: what is new has to wait until then. */
type Admitted = { is: 'admitted' } | { is: 'refused'; retryAfterSeconds: number };

/** Profiles of platforms, fetched once and kept for as long as they say, at least a minute. Memory and fetching are bounded. */
export class Platforms {
  private readonly kept = new Map<string, CachedProfile>();
  private readonly fetch: GuardedFetch;
  private readonly clock: Clock;
  private readonly log: Log;
  private minute = { endsAt: 0, fetches: 0, ofNetworks: new Map<string, number>() };

  constructor({ fetch, clock, log }: { fetch: GuardedFetch; clock: Clock; log: Log }) {
    this.fetch = fetch;
    this.clock = clock;
    this.log = log;
  }

  /** Throws a UcpError that says what is wrong with it. `source`: who names it; absent: not known. */
  async profile(url: string, source?: string): Promise<PlatformProfile> {
    const now = this.clock.now().getTime();
    const known = this.kept.get(url);
    if (known !== undefined && known.until > now) return known.profile;
    const admitted = this.admit(now, source);
    if (admitted.is === 'refused') {
      // Others make us ask too much: what it said before holds for a while.
      if (known?.isGood === true && known.until + keepMs.stale > now) return known.profile;
      const { retryAfterSeconds } = admitted;
      throw new UcpError(
        503,
        'profile_unreachable',
        'Too many new platform profiles are being looked at. Try again in a minute.',
        { retryAfterSeconds },
      );
    }
    const entry: CachedProfile = {
      until: now + keepMs.failure,
      isGood: false,
      profile: this.load(url, (until) => Object.assign(entry, { until, isGood: true })),
    };
    entry.profile.catch(() => undefined); // whoever asked hears of it
    this.kept.delete(url);
    this.kept.set(url, entry);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= most.known) break;
      this.kept.delete(oldest);
    }
    return entry.profile;
  }

  /** Whoever names ever new addresses makes us ask them all: not without end, and not at the cost of everybody else. */
  private admit(now: number, source: string | undefined): Admitted {
    if (this.minute.endsAt <= now) this.minute = { endsAt: now + 60_000, fetches: 0, ofNetworks: new Map() };
    const { ofNetworks, endsAt } = this.minute;
    const network = source === undefined ? undefined : networkOf(source);
    const own = network === undefined ? 0 : (ofNetworks.get(network) ?? 0);
    if (this.minute.fetches >= most.fetchesPerMinute || own >= most.ofOneNetwork)
      return { is: 'refused', retryAfterSeconds: Math.ceil((endsAt - now) / 1000) };
    this.minute.fetches += 1;
    if (network !== undefined) ofNetworks.set(network, own + 1);
    return { is: 'admitted' };
  }

  private async load(url: string, keepUntil: (until: number) => void): Promise<PlatformProfile> {
    const answer = await this.fetch(url, { headers: { accept: 'application/json' } }).catch((error: unknown) => {
      if (error instanceof AddressRefused)
        throw new UcpError(400, 'invalid_profile_url', `The profile address is not taken: ${error.message}.`);
      this.log.debug({ reason: asError(error).message }, 'a platform profile cannot be fetched');
      throw unreachable('it did not answer as it should');
    });
    if (answer.status < 200 || answer.status > 299) throw unreachable(`it answered with status ${answer.status}`);
    const profile = readPlatformProfile(answer.body.toString());
    keepUntil(this.clock.now().getTime() + freshMs(answer));
    return profile;
  }
}

function unreachable(why: string): UcpError {
  return new UcpError(424, 'profile_unreachable', `The platform profile could not be fetched: ${why}.`);
}

function freshMs({ headers }: GuardedAnswer): number {
  const seconds = Number(/max-age=(\d{1,9})/.exec(headers['cache-control'] ?? '')?.[1] ?? 0);
  return Math.min(Math.max(seconds * 1000, keepMs.least), keepMs.most);
}
