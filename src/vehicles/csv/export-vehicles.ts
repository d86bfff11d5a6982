import type { Pool } from 'pg';
import { csvHeader, csvLine } from '#contract/csv.ts';
import { csvColumns } from '#contract/vehicles/csv-columns.ts';
import { type VehicleRow, vehicleColumns, vehicleOf } from '../stock/vehicle-row.ts';

const atOnce = 1_000;

/** The whole stock as CSV, in the order in which it was entered; a part is in memory at a time. */
export async function* exportVehicles(pool: Pool): AsyncGenerator<string, undefined> {
  yield csvHeader(csvColumns);
  for (let after: string | null = null; ; ) {
    const { rows }: { rows: VehicleRow[] } = await pool.query<VehicleRow>(
      `select ${vehicleColumns.join(', ')} from veiculo where $1::uuid is null or id > $1 order by id limit ${atOnce}`,
      [after],
    );
    if (rows.length > 0) yield rows.map((row) => csvLine(csvColumns, vehicleOf(row))).join('');
    if (rows.length < atOnce) return undefined;
    after = rows.at(-1)?.id ?? null;
  }
}
