import type { Outlet } from './nameplate.ts';
import { pick, type Random } from './random.ts';

export type VehicleModel = {
  capacityWh: number;
  /** What its on-board charger takes at most. */
  acW: number;
  dcW: number;
};

/** Above this state of charge the battery takes less and less. */
const taperFrom = 0.8;
/** What it still takes just before it is full, as a part of what it took below the taper. */
const leastTaper = 0.05;
/** Of what the meter counts, this much reaches the battery: an on-board charger loses more than a large one outside. */
const efficiency = { AC: 0.9, DC: 0.95 } as const;
/** Power changes with the state of charge, so a long time is taken in steps. */
const stepSeconds = 10;

/** A vehicle with a battery that fills: fast at first, slowly at the top, and then not at all. */
export class SimulatedVehicle {
  readonly model: VehicleModel;
  private storedWh: number;

  constructor(model: VehicleModel, soc: number) {
    this.model = model;
    this.storedWh = model.capacityWh * Math.min(1, Math.max(0, soc));
  }

  get soc(): number {
    return this.storedWh / this.model.capacityWh;
  }

  get isFull(): boolean {
    return this.model.capacityWh - this.storedWh < 0.5;
  }

  powerW(outlet: Outlet, limitW = Number.POSITIVE_INFINITY): number {
    if (this.isFull) return 0;
    const own = outlet.kind === 'DC' ? this.model.dcW : this.model.acW;
    return Math.min(outlet.maxW, limitW, own * this.taper());
  }

  /** Draws for so long; the energy that went through the meter. */
  take(outlet: Outlet, seconds: number, limitW?: number): number {
    let meteredWh = 0;
    for (let left = seconds; left > 0 && !this.isFull; left -= stepSeconds) {
      const drawnWh = (this.powerW(outlet, limitW) * Math.min(left, stepSeconds)) / 3600;
      const roomWh = (this.model.capacityWh - this.storedWh) / efficiency[outlet.kind];
      const stepWh = Math.min(drawnWh, roomWh);
      this.storedWh += stepWh * efficiency[outlet.kind];
      meteredWh += stepWh;
    }
    return meteredWh;
  }

  private taper(): number {
    if (this.soc <= taperFrom) return 1;
    return leastTaper + (1 - leastTaper) * ((1 - this.soc) / (1 - taperFrom));
  }
}

export function anyVehicle(random: Random): SimulatedVehicle {
  return new SimulatedVehicle(pick(random, models), 0.1 + 0.85 * random());
}

const models: readonly [VehicleModel, ...VehicleModel[]] = [
  { capacityWh: 38_000, acW: 7_400, dcW: 50_000 },
  { capacityWh: 52_000, acW: 11_000, dcW: 100_000 },
  { capacityWh: 60_000, acW: 11_000, dcW: 80_000 },
  { capacityWh: 77_000, acW: 11_000, dcW: 135_000 },
  { capacityWh: 94_000, acW: 22_000, dcW: 270_000 },
];
