import type { Draft } from './draft.ts';
import type { Entry } from './linear-program.ts';

/** Cars that may give back: their battery stays between its reserve and full in every slot, and each kWh given costs its wear. */
export function addDischarge({ program, vehicles }: Draft): void {
  for (const columns of vehicles) {
    const { vehicle, charge, hours, wattsPerA } = columns;
    if (vehicle.discharge === null) continue;
    const { maxA, storedWh, capacityWh, reserveWh, efficiency, wearPerKwh } = vehicle.discharge;
    let stored: number | undefined;
    for (const [slot, column] of charge.entries()) {
      const kwhPerA = ((hours[slot] ?? 0) * wattsPerA) / 1000;
      if (column === undefined) continue;
      const back = program.column(wearPerKwh * kwhPerA, 0, maxA);
      columns.discharge[slot] = back;
      // A battery that is below its reserve already is only ever charged.
      const next = program.column(0, Math.min(reserveWh, storedWh) / 1000, capacityWh / 1000);
      const change: Entry[] = [
        [next, 1],
        [column, -kwhPerA * efficiency],
        [back, kwhPerA / efficiency],
      ];
      if (stored === undefined) program.row(storedWh / 1000, storedWh / 1000, change);
      else program.row(0, 0, [...change, [stored, -1]]);
      stored = next;
    }
  }
}
