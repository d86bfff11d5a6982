import type { Outlet } from './nameplate.ts';
import type { SimulatedVehicle } from './vehicle.ts';

const units = {
  'Power.Active.Import': 'W',
  'Power.Active.Export': 'W',
  Voltage: 'V',
  'Current.Import': 'A',
  SoC: 'Percent',
} as const;

export type Measurand = keyof typeof units;
export type Measured = Partial<Record<Measurand, number>>;
export type Phase = 'L1' | 'L2' | 'L3';
/** OCPP 2.x has no measurand for heat. */
type Heat = { measurand: 'Temperature'; value: number; unit: 'Celsius'; phase?: Phase };
export type Reading = { measurand: Measurand; value: number; unit: (typeof units)[Measurand]; phase?: Phase } | Heat;

/** Of what was measured, what the station is set to report. */
export function readingsOf(measured: Measured, wanted: readonly string[]): Reading[] {
  return (Object.keys(units) as Measurand[]).flatMap((measurand) => {
    const value = measured[measurand];
    return value === undefined || !wanted.includes(measurand) ? [] : [{ measurand, value, unit: units[measurand] }];
  });
}

/** What is measured while a vehicle draws: voltage times current is the power, on three phases as on one. */
export function drawnReadings(
  { outlet, vehicle, powerW }: { outlet: Outlet; vehicle: SimulatedVehicle; powerW: number },
  wanted: readonly string[],
): Reading[] {
  const power = {
    'Power.Active.Import': Math.max(0, Math.round(powerW)),
    ...(powerW < 0 && { 'Power.Active.Export': Math.round(-powerW) }),
  };
  if (outlet.kind === 'DC') {
    const volts = Math.round(330 + 90 * vehicle.soc); // a battery's voltage rises as it fills
    const current = roundedA(powerW / volts);
    return readingsOf(
      { ...power, Voltage: volts, 'Current.Import': current, SoC: Math.floor(vehicle.soc * 100) },
      wanted,
    );
  }
  const drawing = vehicle.phasesAt(outlet);
  const perPhase = { Voltage: phaseVolts, 'Current.Import': roundedA(Math.max(0, powerW) / drawing / phaseVolts) };
  const phases = (['L1', 'L2', 'L3'] as const satisfies Phase[]).slice(0, drawing);
  // Over AC a station learns the state of charge only from a car that tells it.
  const soc = vehicle.model.tellsSoc === true ? { SoC: Math.floor(vehicle.soc * 100) } : {};
  return [
    ...readingsOf({ ...power, ...soc }, wanted),
    ...phases.flatMap((phase) => readingsOf(perPhase, wanted).map((reading) => ({ ...reading, phase }))),
  ];
}

const phaseVolts = 230;

function roundedA(amperes: number): number {
  return Math.round(amperes * 10) / 10;
}
