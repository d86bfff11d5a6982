import { networkOf } from '#base/hosts.ts';
import { Limiter } from '#base/limiter.ts';

/** In the name of one station. Behind one address many stations may stand, and one that fails must not lock the others out. */
const perStation = { perSecond: 0.5, burst: 30 };
/** In all names together: enough for a site of stations with wrong passwords, and little enough to stop a flood. */
const perNetwork = { perSecond: 50, burst: 3_000 };
/** Connections of one station that were accepted: each costs two events. A station that flaps comes once in many seconds. */
const arrivals = { perSecond: 1, burst: 60 };

export type Attempted = { address: string; stationId: string; isRight(): boolean };
export type Attempt = { failed(): void; pending(): void; succeeded(): void };

const nothingOwed = { failed: () => undefined, pending: () => undefined };

/**
 * Handshakes by the network they come from, alone and together with the station's name. Never by station alone: a stranger
 * could lock the real station out by failing in its name. Checked before anything is hashed or looked up.
 */
export class FailedAttempts {
  private readonly byNetwork: Limiter;
  private readonly byStation: Limiter;
  private readonly arrivals: Limiter;

  constructor(elapsedMs?: () => number) {
    const options = { maxNames: 20_000, ...(elapsedMs !== undefined && { elapsedMs }) };
    this.byNetwork = new Limiter(perNetwork, options);
    this.byStation = new Limiter(perStation, options);
    this.arrivals = new Limiter(arrivals, options);
  }

  /**
   * Undefined: too many have failed. An attempt counts as failed until it has succeeded, so that many at once are many. Behind one address, of a
   * site or of a proxy that does not say for whom it speaks, strangers may stand beside a station: `isRight` tells whether it shows its own
   * password, and then their failures are not its own.
   */
  begin({ address, stationId, isRight }: Attempted): Attempt | undefined {
    const network = networkOf(address);
    const station = `${network} ${stationId}`;
    if (this.arrivals.waitMs(station) > 0) return undefined;
    const isOver = this.byNetwork.waitMs(network) > 0 || !this.byStation.take(station);
    if (isOver) return isRight() ? this.beginProven({ address, stationId }) : undefined;
    return {
      failed: () => void this.byNetwork.spend(network),
      // A station that waits to be accepted has not failed; but anybody can invent one.
      pending: () => {
        this.byStation.refund(station);
        this.byNetwork.spend(network);
      },
      succeeded: () => {
        this.byStation.refund(station);
        this.arrivals.spend(station);
      },
    };
  }

  /** For a station that has shown its own password or certificate. Undefined: it comes too often all the same. */
  beginProven({ address, stationId }: Pick<Attempted, 'address' | 'stationId'>): Attempt | undefined {
    const station = `${networkOf(address)} ${stationId}`;
    if (this.arrivals.waitMs(station) > 0) return undefined;
    return { ...nothingOwed, succeeded: () => void this.arrivals.spend(station) };
  }
}
