import { batteryPower } from '../../../src/charging/energy/inputs/meters/battery-power.ts';
import type { CountedMeter } from '../../../src/charging/energy/inputs/meters/count-meter.ts';
import type { GivenPower } from '../../../src/charging/energy/planner/plan-problem.ts';
import { buildingW, solarW } from '../../../src/simulator/site/site-day.ts';

const quarterMs = 900_000;
/** A meter is not exact, and what is foreseen is less so. */
const meterError = 1.02;
const forecastError = 1.12;

const hourMs = 3_600_000;
/** So long the least of the sun and the most of the battery count. */
const recentMs = 120_000;

/** What else flows at the connection: it is foreseen but for what comes as a surprise, and its meters tell at once. */
export class BuildingInWorld {
  readonly loadPeakW: number;
  surgeW = 0;
  /** Of a battery that somebody else steers; below zero it gives. */
  batteryW = 0;
  /** A cloud takes most of the sun at once. */
  isCloudy = false;
  private readonly seen: { at: number; sunW: number; batteryW: number }[] = [];
  private readonly site;
  private readonly foreseen = new Map<number, number>();
  private measured = { at: 0, watts: 0 };

  constructor(name: string, loadPeakW: number) {
    this.loadPeakW = loadPeakW;
    this.site = { name, timeZone: 'UTC', solarPeakW: loadPeakW / 2, loadPeakW };
  }

  wattsAt(now: number): number {
    if (this.measured.at !== now) this.measured = { at: now, watts: buildingW(this.site, new Date(now)) };
    return this.measured.watts + this.surgeW;
  }

  /** What the connection carries of all of it: less where the sun shines or the battery gives. */
  netAt(now: number): number {
    return this.wattsAt(now) - this.sunAt(now) + this.batteryW;
  }

  private sunAt(now: number): number {
    return solarW(this.site, new Date(now)) * (this.isCloudy ? 0.2 : 1);
  }

  /** As the product reckons with them: of the sun the least that was seen, of the battery the most. */
  metersFrom(now: number): GivenPower[] {
    this.seen.push({ at: now, sunW: this.sunAt(now), batteryW: this.batteryW });
    while ((this.seen[0]?.at ?? now) < now - recentMs) this.seen.shift();
    const sunW = Math.min(...this.seen.map((each) => each.sunW)) / meterError;
    const cautiousW = Math.max(...this.seen.map((each) => each.batteryW)) + this.loadPeakW * (meterError - 1);
    const sun = [
      { from: now, value: -sunW },
      { from: now + hourMs, value: 0 },
    ];
    const counted = { meter: { nodeId: 'grid' }, countsW: this.batteryW } as CountedMeter;
    return [{ nodeId: 'grid', limitW: sun, costW: sun }, batteryPower({ counted, cautiousW, isPlanned: false, now })];
  }

  /** As the product foresees it, for a day in quarters of an hour. */
  givenFrom(now: number): GivenPower {
    const quarter = Math.floor(now / quarterMs) * quarterMs;
    const steps = Array.from({ length: 97 }, (_, index) => {
      const from = quarter + index * quarterMs;
      const watts = Math.max(this.foreseenW(from), this.foreseenW(from + quarterMs)) * forecastError;
      const surgeW = index < 4 ? this.surgeW : 0;
      return { from, value: index === 0 ? Math.max(watts, this.wattsAt(now) * meterError) : watts + surgeW };
    });
    return { nodeId: 'grid', limitW: steps, costW: steps };
  }

  private foreseenW(quarter: number): number {
    const watts = this.foreseen.get(quarter) ?? buildingW(this.site, new Date(quarter));
    this.foreseen.set(quarter, watts);
    return watts;
  }
}
