import type { SchedulePeriod } from '#contract/energy/charging-profile.ts';
import type { GridHertz } from '../network/grid-hertz.ts';

/** What a car gives when the frequency of the grid falls: all that it charges, and what it may feed back. */
export type FrequencyResponse = { feedBackW: number; gridHertz: GridHertz };

/** So far from its frequency the grid is held to be well, and nothing is asked of a car. */
const deadBandHz = 0.01;
/** At this deviation all of it is given, as primary reserve has it in Europe. */
const fullHz = 0.2;

/**
 * A period in which the station itself answers to the frequency (OCPP 2.1 Q08): around what the plan says, never above it, so that no
 * limit depends on the grid being well. The curve counts from the plan downwards.
 */
export function frequencyPeriod(
  plannedW: number,
  { feedBackW, gridHertz }: FrequencyResponse,
): Pick<SchedulePeriod, 'operationMode' | 'baselineW' | 'frequencyCurve'> {
  return {
    operationMode: 'local-frequency',
    baselineW: plannedW,
    frequencyCurve: [
      { frequencyHz: gridHertz - fullHz, powerW: -(plannedW + feedBackW) },
      { frequencyHz: gridHertz - deadBandHz, powerW: 0 },
      { frequencyHz: gridHertz + fullHz, powerW: 0 },
    ],
  };
}

type Car = { discharge: { maxA: number; storedWh: number; reserveWh: number } | null; phases: 1 | 2 | 3 };

/** So long a car has to be able to give what it promises, above its reserve, until the next plan looks at it again. */
const promiseHours = 0.5;

/**
 * null: its driver does not let it feed back, so that it is left out. Where the site may not export as it likes, nobody could say how
 * much of it each car may give: there it only charges less.
 */
export function frequencyResponse(
  { discharge, phases }: Car,
  { voltageV, mayExport, gridHertz }: { voltageV: number; mayExport: boolean; gridHertz: GridHertz },
): FrequencyResponse | null {
  if (discharge === null) return null;
  if (!mayExport) return { feedBackW: 0, gridHertz };
  const spareWh = Math.max(0, discharge.storedWh - discharge.reserveWh);
  const feedBackW = Math.floor(Math.min(discharge.maxA * voltageV * phases, spareWh / promiseHours));
  return { feedBackW, gridHertz };
}
