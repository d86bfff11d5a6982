import type { Clock } from '#base/clock.ts';

/** What draws energy through a meter: how much in so many seconds, in Wh. */
export type Draw = (seconds: number) => number;

type Gauge = {
  totalWh: number;
  /** What the register has forgotten: a meter that was reset counts from 0 again. */
  forgottenWh: number;
  /** What flowed back into the grid; it has a register of its own. */
  exportedWh: number;
  flow: { draw: Draw; since: number } | null;
};

/**
 * The meters of a station, one to an EVSE. A register is read like a real one: whatever flowed until this very moment is in it,
 * it shows whole watt-hours, and it never goes back unless it is reset.
 */
export class Meters {
  private readonly gauges = new Map<number, Gauge>();
  private readonly clock: Clock;
  private readonly initialWh: number;

  /** The clock is the true one: a station that tells the wrong time measures no other energy. */
  constructor(clock: Clock, initialWh = 0) {
    this.clock = clock;
    this.initialWh = initialWh;
  }

  registerWh(evseId: number): number {
    const gauge = this.read(evseId);
    return Math.floor(gauge.totalWh) - gauge.forgottenWh;
  }

  /** What truly went through in the meter's life, whatever its register shows. */
  lifetimeWh(evseId: number): number {
    return Math.floor(this.read(evseId).totalWh);
  }

  exportedWh(evseId: number): number {
    return Math.floor(this.read(evseId).exportedWh);
  }

  connect(evseId: number, draw: Draw): void {
    this.read(evseId).flow = { draw, since: this.nowMs() };
  }

  disconnect(evseId: number): void {
    this.read(evseId).flow = null;
  }

  add(evseId: number, wh: number): void {
    this.read(evseId).totalWh += wh;
  }

  /** It counts from 0 again; tells what it showed just before. */
  reset(evseId: number): number {
    const gauge = this.read(evseId);
    const shownWh = Math.floor(gauge.totalWh) - gauge.forgottenWh;
    gauge.forgottenWh += shownWh;
    return shownWh;
  }

  dump(): [evseId: number, totalWh: number, forgottenWh: number][] {
    return [...this.gauges.keys()].map((evseId) => {
      const { totalWh, forgottenWh } = this.read(evseId);
      return [evseId, totalWh, forgottenWh];
    });
  }

  restore(dumped: ReturnType<Meters['dump']>): void {
    for (const [evseId, totalWh, forgottenWh] of dumped)
      this.gauges.set(evseId, { totalWh, forgottenWh, exportedWh: 0, flow: null });
  }

  private read(evseId: number): Gauge {
    const gauge = this.gauges.get(evseId) ?? { totalWh: this.initialWh, forgottenWh: 0, exportedWh: 0, flow: null };
    this.gauges.set(evseId, gauge);
    const { flow } = gauge;
    if (flow === null) return gauge;
    const now = this.nowMs();
    const seconds = Math.max(0, now - flow.since) / 1000; // a clock that is set back takes no energy back
    flow.since = now;
    const drawnWh = flow.draw(seconds);
    if (drawnWh < 0) gauge.exportedWh -= drawnWh;
    else gauge.totalWh += drawnWh;
    return gauge;
  }

  private nowMs(): number {
    return this.clock.now().getTime();
  }
}
