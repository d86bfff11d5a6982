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
  isDirectCurrent: boolean;
};

/** The newest words of OCPP 2.1 count before those of ISO 15118-2, which every car has. */
export function vehicleReport(
  told: EvNeeds,
  { energyWh, voltageV }: { energyWh: number; voltageV: number },
): VehicleReport {
  const { ac, dc, v2x } = told;
  const amount = v2x?.targetEnergyWh ?? ac?.energyWh ?? dc?.energyWh ?? null;
  const dischargeW = [v2x?.maxDischargePowerW, v2x?.maxDischargePowerL2W, v2x?.maxDischargePowerL3W].filter(
    (power) => power !== undefined,
  );
  return {
    need: chargingNeed.parse({
      energyWh: amount === null ? null : within(amount, 0, 1e7),
      targetPercent: percent(v2x?.targetPercent ?? (amount === null ? dc?.fullPercent : undefined)),
      minEnergyWh: v2x?.minEnergyWh === undefined ? null : within(v2x.minEnergyWh, 0, 1e7),
      departsAt: told.departureAt,
      capacityWh: dc?.capacityWh === undefined || dc.capacityWh < 1000 ? null : within(dc.capacityWh, 1000, 1e7),
      allowsDischarge: dischargeW.length > 0 || v2x?.maxDischargeCurrentA !== undefined,
    }),
    reportedAt: new Date(told.toldAt),
    energyWh,
    chargePercent: percent(dc?.chargePercent),
    maxCurrentA: positive(v2x?.maxChargeCurrentA ?? ac?.maxCurrentA),
    minCurrentA: positive(v2x?.minChargeCurrentA ?? ac?.minCurrentA),
    maxDischargeA: positive(
      Math.abs(v2x?.maxDischargeCurrentA ?? Math.max(0, ...dischargeW.map((power) => Math.abs(power))) / voltageV),
    ),
    isDirectCurrent: told.transfer.startsWith('dc'),
  };
}

function percent(value: number | undefined): number | null {
  return value === undefined ? null : within(value, 0, 100);
}

function positive(value: number | undefined): number | null {
  return value === undefined || !(value > 0) ? null : value;
}

function within(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
