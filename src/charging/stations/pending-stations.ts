import type { OcppVersion, PendingReason } from '#contract/stations/station.ts';
import type { BootReport } from './station-facts.ts';

export type PendingStation = {
  stationId: string;
  since: Date;
  lastAt: Date;
  reason: PendingReason;
  version: OcppVersion | null;
  address: string;
  attempts: number;
  boot: BootReport | null;
};

/** Unknown stations can try as often as they like, so the list is bounded: the one whose last try is longest ago is forgotten first. */
const maxPending = 500;
/** Strangers must not be able to fill the ledger: beyond this many an hour, new ones are only listed. */
const maxAnnouncedPerHour = 200;

export class PendingStations {
  /** Called for every station that was added here or told more about itself, since people may ask any node for the list. */
  onChange: (pending: PendingStation) => void = () => undefined;
  private readonly byStation = new Map<string, PendingStation>();
  private announced = { since: 0, count: 0 };

  /** Returns true for a new station, false for one more attempt. */
  add(pending: {
    stationId: string;
    reason: PendingReason;
    version: OcppVersion | null;
    address: string;
    at: Date;
  }): boolean {
    const { stationId, reason, version, address, at } = pending;
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
    this.forgetOldest();
    this.told(stationId);
    return known === undefined;
  }

  /** Takes over a pending station from another node, which has announced it already. */
  learn(pending: PendingStation): void {
    this.byStation.delete(pending.stationId);
    this.byStation.set(pending.stationId, pending);
    this.forgetOldest();
  }

  /** Whether one more pending station may be written into the ledger; counts it when it may. */
  mayAnnounce(at: Date): boolean {
    const hour = Math.floor(at.getTime() / 3_600_000);
    if (this.announced.since !== hour) this.announced = { since: hour, count: 0 };
    this.announced.count += 1;
    return this.announced.count <= maxAnnouncedPerHour;
  }

  introduce(boot: BootReport): void {
    const pending = this.byStation.get(boot.stationId);
    if (pending === undefined) return;
    pending.boot = boot;
    this.told(boot.stationId);
  }

  private told(stationId: string): void {
    const pending = this.byStation.get(stationId);
    if (pending !== undefined) this.onChange(pending);
  }

  private forgetOldest(): void {
    if (this.byStation.size > maxPending) this.byStation.delete(this.byStation.keys().next().value ?? '');
  }

  get(stationId: string): PendingStation | undefined {
    return this.byStation.get(stationId);
  }

  remove(stationId: string): void {
    this.byStation.delete(stationId);
  }

  all(): PendingStation[] {
    return [...this.byStation.values()];
  }
}
