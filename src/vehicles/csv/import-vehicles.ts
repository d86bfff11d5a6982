import type { Pool } from 'pg';
import { SigecError } from '#base/errors.ts';
import { auditOf } from '#charging/change-entry.ts';
import type { ImportProblem } from '#contract/access/driver.ts';
import { csvHeader, csvLine } from '#contract/csv.ts';
import { csvColumns } from '#contract/vehicles/csv-columns.ts';
import type { NewVehicle, VehicleImport, VehiclesImported } from '#contract/vehicles/vehicle.ts';
import type { Actor } from '#principals/actor.ts';
import type { VehicleNeeds } from '../needs.ts';
import { settleStock } from '../stock/fill-stock.ts';
import { addVehicles, type VehicleRow, vehicleColumns, vehicleOf } from '../stock/vehicle-store.ts';
import { readVehicleRows } from './read-vehicle-rows.ts';

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

type Needs = Pick<VehicleNeeds, 'pool' | 'ledger' | 'clock'>;

/** All rows, by one statement, or none and every reason why. */
export async function importVehicles(
  needs: Needs,
  { csv, isDryRun }: VehicleImport,
  actor: Actor,
): Promise<VehiclesImported> {
  const vehicles = readOrRefuse(needs, csv);
  if (isDryRun) return plannedImport(needs, vehicles);
  const imported = { rows: vehicles.length, ...(await addVehicles(needs.pool, vehicles)) };
  await needs.ledger.commit({ audit: [auditOf('vehicles-imported', 'vehicles', actor, imported)] });
  await settleStock(needs.pool, imported.rows);
  return imported;
}

/** Throws INVALID_INPUT that names the rows which cannot be taken. */
export function readOrRefuse({ clock }: Pick<Needs, 'clock'>, csv: string): NewVehicle[] {
  const { vehicles, problems } = readVehicleRows(csv, clock.now().getUTCFullYear());
  if (problems.length > 0) throw refused(problems);
  return vehicles;
}

export async function plannedImport(
  { pool }: Pick<Needs, 'pool'>,
  vehicles: readonly NewVehicle[],
): Promise<VehiclesImported> {
  const ids = vehicles.flatMap(({ id }) => id ?? []);
  const { rows } = await pool.query<{ known: number }>(
    'select count(*) as known from veiculo where id = any($1::uuid[])',
    [ids],
  );
  const changed = rows[0]?.known ?? 0;
  return { rows: vehicles.length, added: vehicles.length - changed, changed };
}

/** An answer that names ten thousand problems helps nobody. */
const maxTold = 500;

function refused(problems: readonly ImportProblem[]): SigecError {
  const sorted = problems.toSorted((one, other) => one.row - other.row);
  const [first] = sorted;
  const where =
    first && `row ${first.row}${first.column === null ? '' : `, ${knownOnly(first.column)}`}: ${first.problem}`;
  const many = problems.length === 1 ? 'One problem' : `${problems.length} problems`;
  return new SigecError('INVALID_INPUT', `Nothing was imported. ${many}; the first in ${where}`, {
    details: { problems: sorted.slice(0, maxTold), count: problems.length },
  });
}

/** A name of a column that somebody made up stands in the details alone. */
function knownOnly(column: string): string {
  return /^[a-z_]{1,20}$/.test(column) ? column : 'a column';
}
