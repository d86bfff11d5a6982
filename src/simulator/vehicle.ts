import type { Outlet } from './nameplate.ts';
import { pick, type Random } from './random.ts';

export type VehicleModel = {
  capacityWh: number;
  /** What its on-board charger takes at most. */
  acW: number;
  dcW: number;
  /** Of its on-board charger; absent: one up to 7.4 kW, else three. */
  phases?: 1 | 2 | 3;
  /** Offered less than this, it draws nothing; absent: 6 A, as IEC 61851 has it. */
  minA?: number;
  /** What it can give back; absent: nothing. */
  feedBackW?: number;
  /** Whether it sleeps for good once it was held at zero for some minutes, as several real ones do. */
  staysAsleep?: boolean;
  /** Whether it tells its state of charge over AC too (ISO 15118-20). */
  tellsSoc?: boolean;
};

/** Above this state of charge the battery is held at its voltage, and takes less and less. */
const taperFrom = 0.8;
/** What it still takes just before it is full, as a part of what it took below the taper. */
const leastTaper = 0.05;
/** Of what the meter counts, this much reaches the battery from a large charger outside. */
const dcEfficiency = 0.95;
/**
 * An on-board charger loses a share, and a power that is nearly constant: published tables have 72 to 75 % at 6 A on one phase, 87 %
 * at 6 A on three, and about 90 % at full power.
 */
const onBoard = { share: 0.93, constantW: 260 } as const;
/** Power changes with the state of charge, so a long time is taken in steps. */
const stepSeconds = 10;
const phaseVolts = 230;
/** Held at zero for so long, a car that stays asleep falls asleep. */
const sleepsAfterSeconds = 300;
/** No car is emptied below this to feed others. */
const leastSoc = 0.1;

/** A vehicle with a battery that fills: fast at first, slowly at the top, and then not at all. */
export class SimulatedVehicle {
  readonly model: VehicleModel;
  private storedWh: number;
  private heldSeconds = 0;
  private isAsleep = false;

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

  get phases(): 1 | 2 | 3 {
    return this.model.phases ?? (this.model.acW <= 7_400 ? 1 : 3);
  }

  /** On how many phases it charges at an outlet. */
  phasesAt(outlet: Outlet): 1 | 2 | 3 {
    return this.phases < outlet.phases ? this.phases : outlet.phases;
  }

  /** Whoever takes the cable out or resets the outlet wakes it. */
  wake(): void {
    this.isAsleep = false;
    this.heldSeconds = 0;
  }

  /** Under a limit below zero it feeds back, and the power is below zero. */
  powerW(outlet: Outlet, limitW = Number.POSITIVE_INFINITY): number {
    if (this.isAsleep) return 0;
    if (limitW < 0) return 0 - this.feedBackW(outlet, -limitW);
    if (this.isFull) return 0;
    const { acW, dcW } = this.model;
    const acceptedW = dcW * this.taper();
    if (outlet.kind === 'DC') return Math.min(outlet.maxW, limitW, acceptedW);
    const phases = this.phasesAt(outlet);
    const offeredW = Math.min((outlet.maxW * phases) / outlet.phases, limitW);
    if (offeredW < (this.model.minA ?? 6) * phaseVolts * phases - 1) return 0;
    return Math.min(offeredW, (acW * phases) / this.phases, acceptedW);
  }

  /** Draws for so long; the energy that went through the meter, below zero what it gave. */
  take(outlet: Outlet, seconds: number, limitW?: number): number {
    let meteredWh = 0;
    for (let left = seconds; left > 0; left -= stepSeconds) {
      const step = Math.min(left, stepSeconds);
      const powerW = this.powerW(outlet, limitW);
      this.rest(powerW, limitW, step);
      if (powerW === 0 && this.isFull) break;
      meteredWh += powerW < 0 ? this.give(outlet, powerW, step) : this.store(outlet, powerW, step);
    }
    return meteredWh;
  }

  efficiency({ kind }: Outlet, powerW: number): number {
    if (kind === 'DC') return dcEfficiency;
    return Math.max(0.3, onBoard.share - onBoard.constantW / Math.max(1, Math.abs(powerW)));
  }

  private store(outlet: Outlet, powerW: number, seconds: number): number {
    const efficiency = this.efficiency(outlet, powerW);
    const roomWh = (this.model.capacityWh - this.storedWh) / efficiency;
    const meteredWh = Math.min((powerW * seconds) / 3600, roomWh);
    this.storedWh += meteredWh * efficiency;
    return meteredWh;
  }

  private give(outlet: Outlet, powerW: number, seconds: number): number {
    const givenWh = (-powerW * seconds) / 3600;
    this.storedWh -= givenWh / this.efficiency(outlet, powerW);
    return -givenWh;
  }

  private feedBackW(outlet: Outlet, askedW: number): number {
    if (this.soc <= leastSoc) return 0;
    return Math.min(askedW, this.model.feedBackW ?? 0, outlet.maxW);
  }

  private rest(powerW: number, limitW: number | undefined, seconds: number): void {
    const isHeld = powerW === 0 && limitW !== undefined && !this.isFull;
    this.heldSeconds = isHeld ? this.heldSeconds + seconds : 0;
    if (this.model.staysAsleep === true && this.heldSeconds >= sleepsAfterSeconds) this.isAsleep = true;
  }

  private taper(): number {
    if (this.soc <= taperFrom) return 1;
    return leastTaper + (1 - leastTaper) * ((1 - this.soc) / (1 - taperFrom));
  }
}

/** A large battery, rather empty, that takes all that a wall box of 22 kW gives. */
export function overnightVehicle(random: Random): SimulatedVehicle {
  return new SimulatedVehicle({ capacityWh: 77_000, acW: 22_000, dcW: 135_000 }, 0.2 + 0.2 * random());
}

export function anyVehicle(random: Random): SimulatedVehicle {
  return new SimulatedVehicle(pick(random, models), 0.1 + 0.85 * random());
}

const models: readonly [VehicleModel, ...VehicleModel[]] = [
  { capacityWh: 38_000, acW: 7_400, dcW: 50_000 },
  { capacityWh: 52_000, acW: 11_000, dcW: 100_000 },
  { capacityWh: 60_000, acW: 11_000, dcW: 80_000, staysAsleep: true },
  { capacityWh: 77_000, acW: 11_000, dcW: 135_000, tellsSoc: true, feedBackW: 11_000 },
  { capacityWh: 36_000, acW: 7_400, dcW: 50_000, phases: 2 },
  { capacityWh: 94_000, acW: 22_000, dcW: 270_000 },
];
