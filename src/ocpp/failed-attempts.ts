import { isIPv6 } from 'node:net';

const windowMs = 60_000;
/** In the name of one station. Behind one address many stations may stand, and one that fails must not lock the others out. */
const mostPerStation = 30;
/** In all names together: enough for a site of stations with wrong passwords, and little enough to stop a flood. */
const mostPerSource = 3_000;
const mostCounts = 20_000;

export type Attempt = { failed(): void; succeeded(): void };

/**
 * Failed credentials by source address, alone and together with the station's name. Never by station alone: a stranger
 * could lock the real station out by failing in its name. Checked before anything is hashed or looked up.
 */
export class FailedAttempts {
  private readonly bySource = new Counts();
  private readonly byStation = new Counts();

  /** Undefined: too many have failed. An attempt counts as failed until it has succeeded, so that many at once are many. */
  begin(address: string, stationId: string, now = Date.now()): Attempt | undefined {
    const source = sourceOf(address);
    const station = `${source} ${stationId}`;
    if (this.bySource.of(source, now) >= mostPerSource || this.byStation.of(station, now) >= mostPerStation)
      return undefined;
    this.byStation.add(station, 1, now);
    return {
      failed: () => this.bySource.add(source, 1, now),
      succeeded: () => this.byStation.add(station, -1, now),
    };
  }
}

/** Counts within a minute; when there are too many of them, the oldest is forgotten. */
class Counts {
  private readonly counts = new Map<string, { since: number; count: number }>();

  of(name: string, now: number): number {
    const known = this.counts.get(name);
    return known !== undefined && now - known.since < windowMs ? known.count : 0;
  }

  add(name: string, more: number, now: number): void {
    const known = this.counts.get(name);
    if (known !== undefined && now - known.since < windowMs) {
      known.count += more;
      if (known.count <= 0) this.counts.delete(name);
      return;
    }
    this.counts.delete(name);
    if (more <= 0) return;
    this.counts.set(name, { since: now, count: more });
    if (this.counts.size > mostCounts) this.counts.delete(this.counts.keys().next().value ?? '');
  }
}

/** Whoever has one IPv6 address has the other 2^64 of its network too. */
function sourceOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const missing = tail === undefined ? [] : Array.from({ length: Math.max(0, 4 - groups.length) }, () => '0');
  return [...groups, ...missing].slice(0, 4).join(':');
}
