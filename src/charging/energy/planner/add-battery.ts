import type { Draft } from './draft.ts';
import type { Entry } from './linear-program.ts';

/** The battery of the site, in kW; what it holds at the end has its worth, so that a plan does not empty it for nothing. */
export function addBattery(draft: Draft): void {
  const { problem, program, slots } = draft;
  const { battery } = problem;
  if (battery === null) return;
  const columns = { charge: [] as number[], discharge: [] as number[] };
  let stored: number | undefined;
  for (const [index, { hours }] of slots.entries()) {
    const charge = program.column(0, 0, battery.maxChargeW / 1000);
    const discharge = program.column(battery.wearPerKwh * hours, 0, battery.maxDischargeW / 1000);
    const worth = index === slots.length - 1 ? -battery.valuePerKwh : 0;
    const lower = Math.min(battery.reserveWh, battery.storedWh) / 1000;
    const next = program.column(worth, lower, battery.capacityWh / 1000);
    const change: Entry[] = [
      [next, 1],
      [charge, -hours * battery.efficiency],
      [discharge, hours / battery.efficiency],
    ];
    if (stored === undefined) program.row(battery.storedWh / 1000, battery.storedWh / 1000, change);
    else program.row(0, 0, [...change, [stored, -1]]);
    stored = next;
    columns.charge.push(charge);
    columns.discharge.push(discharge);
  }
  draft.battery = columns;
}
