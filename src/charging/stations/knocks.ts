import type { KnockReason, OcppVersion } from '#contract/stations/station.ts';
import type { BootReport } from './reports.ts';

/** A station at the door that may not enter yet, with what it told about itself. */
export type Knock = {
  stationId: string;
  since: Date;
  lastAt: Date;
  reason: KnockReason;
  version: OcppVersion | null;
  address: string;
  attempts: number;
  boot: BootReport | null;
};

/** Strangers can knock as often as they like: the list is bounded, and the one who knocked longest ago is forgotten first. */
const maxKnocks = 500;
/** Strangers must not be able to fill the ledger: beyond this many an hour, new ones are only listed. */
const maxAnnouncedPerHour = 200;

export class Knocks {
  private readonly byStation = new Map<string, Knock>();
  private announced = { since: 0, count: 0 };

  /** Returns true for a new knock, false for one more attempt. */
  add(knock: {
    stationId: string;
    reason: KnockReason;
    version: OcppVersion | null;
    address: string;
    at: Date;
  }): boolean {
    const { stationId, reason, version, address, at } = knock;
    const known = this.byStation.get(stationId);
    this.byStation.delete(stationId); // re-inserted at the end: the map's order is the order of the last attempt
    this.byStation.set(stationId, {
      stationId,
      reason,
      version,
      address,
      since: known?.since ?? at,
      lastAt: at,
      attempts: (known?.attempts ?? 0) + 1,
      boot: known?.boot ?? null,
    });
    if (this.byStation.size > maxKnocks) this.byStation.delete(this.byStation.keys().next().value ?? '');
    return known === undefined;
  }

  /** Whether one more knock may be written into the ledger; counts it when it may. */
  mayAnnounce(at: Date): boolean {
    const hour = Math.floor(at.getTime() / 3_600_000);
    if (this.announced.since !== hour) this.announced = { since: hour, count: 0 };
    this.announced.count += 1;
    return this.announced.count <= maxAnnouncedPerHour;
  }

  introduce(boot: BootReport): void {
    const knock = this.byStation.get(boot.stationId);
    if (knock !== undefined) knock.boot = boot;
  }

  get(stationId: string): Knock | undefined {
    return this.byStation.get(stationId);
  }

  remove(stationId: string): void {
    this.byStation.delete(stationId);
  }

  all(): Knock[] {
    return [...this.byStation.values()];
  }
}
