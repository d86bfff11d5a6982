import { type ChargingNeed, chargingNeed } from '#contract/energy/charging-need.ts';
import type { EvNeeds } from '#contract/energy/ev-needs.ts';

/** What a car told of itself (NotifyEVChargingNeeds), as far as a plan can use it. */
export type VehicleReport = {
  need: ChargingNeed;
  reportedAt: Date;
  /** What the session had drawn by then. */
  energyWh: number;
  /** How full the battery was by then. */
  chargePercent: number | null;
  maxCurrentA: number | null;
  minCurrentA: number | null;
  maxDischargeA: number | null;
  /** What it may still take, and how far it may be emptied, from where it was then: above zero it has to take that much first. */
  window: { highWh: number; lowWh: number } | null;
  isDirectCurrent: boolean;
  /** More periods the car cannot take. */
  maxPeriods: number | null;
};

/** The newest words of OCPP 2.1 count before those of ISO 15118-2, which every car has. */
export function vehicleReport(
  told: EvNeeds,
  { energyWh, voltageV }: { energyWh: number; voltageV: number },
): VehicleReport {
  const { ac, dc, v2x } = told;
  const amount = v2x?.targetEnergyWh ?? ac?.energyWh ?? dc?.energyWh ?? null;
  const isDirectCurrent = told.transfer.startsWith('dc');
  const maxDischargeA = dischargeCurrent(told, isDirectCurrent, voltageV);
  // What flows behind a DC charger says nothing of the lines before it; its power does.
  const powerW = v2x?.maxChargePowerW ?? dc?.maxPowerW;
  const byPower = powerW === undefined ? undefined : powerW / (3 * voltageV);
  return {
    need: chargingNeed.parse({
      energyWh: amount === null ? null : within(amount, 0, 1e7),
      targetPercent: percent(v2x?.targetPercent ?? (amount === null ? dc?.fullPercent : undefined)),
      minEnergyWh: v2x?.minEnergyWh === undefined ? null : within(v2x.minEnergyWh, 0, 1e7),
      departsAt: told.departureAt,
      capacityWh: dc?.capacityWh === undefined || dc.capacityWh < 1000 ? null : within(dc.capacityWh, 1000, 1e7),
      allowsDischarge: maxDischargeA !== null,
    }),
    reportedAt: new Date(told.toldAt),
    energyWh,
    chargePercent: percent(dc?.chargePercent),
    maxCurrentA: positive(isDirectCurrent ? byPower : (v2x?.maxChargeCurrentA ?? ac?.maxCurrentA)),
    minCurrentA: positive(isDirectCurrent ? undefined : (v2x?.minChargeCurrentA ?? ac?.minCurrentA)),
    maxDischargeA,
    window: windowOf(told.v2x),
    isDirectCurrent,
    maxPeriods: told.maxPeriods,
  };
}

/** ISO 15118-20: energy requests count from the present level; the window for feeding back lies within that for charging. */
function windowOf(v2x: EvNeeds['v2x']): VehicleReport['window'] {
  const highWh = v2x?.maxEnergyWh ?? v2x?.maxV2xEnergyWh;
  const lowWh = v2x?.minV2xEnergyWh;
  if (highWh === undefined || lowWh === undefined || !(highWh >= 0) || !(lowWh <= highWh)) return null;
  return { highWh: within(highWh, 0, 1e7), lowWh: within(lowWh, -1e7, 1e7) };
}

/** Per line of the grid. Where a car names a power for one phase only, it is that of all three together. */
function dischargeCurrent({ dc, v2x }: EvNeeds, isDirectCurrent: boolean, voltageV: number): number | null {
  if (v2x === null) return null;
  const { maxDischargePowerW, maxDischargePowerL2W, maxDischargePowerL3W, maxDischargeCurrentA } = v2x;
  if (maxDischargePowerL2W !== undefined || maxDischargePowerL3W !== undefined) {
    const phases = [maxDischargePowerW, maxDischargePowerL2W, maxDischargePowerL3W].map((power) =>
      Math.abs(power ?? 0),
    );
    return positive(Math.min(...phases.filter((power) => power > 0)) / voltageV);
  }
  if (maxDischargePowerW !== undefined) return positive(Math.abs(maxDischargePowerW) / (3 * voltageV));
  if (maxDischargeCurrentA === undefined) return null;
  const amperes = Math.abs(maxDischargeCurrentA);
  const volts = v2x.minVoltageV ?? dc?.maxVoltageV;
  if (!isDirectCurrent) return positive(amperes);
  return volts === undefined ? null : positive((amperes * volts) / (3 * voltageV));
}

function percent(value: number | undefined): number | null {
  return value === undefined ? null : within(value, 0, 100);
}

function positive(value: number | undefined): number | null {
  return value === undefined || !(value > 0) || !Number.isFinite(value) ? null : value;
}

function within(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
