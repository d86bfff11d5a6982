import { SigecError } from '#base/errors.ts';
import { auditOf } from '#charging/change-entry.ts';
import type { ImportProblem } from '#contract/access/driver.ts';
import type { NewVehicle, VehicleImport, VehiclesImported } from '#contract/vehicles/vehicle.ts';
import type { Actor } from '#principals/actor.ts';
import type { VehicleNeeds } from '../needs.ts';
import { addVehicles } from '../stock/add-vehicles.ts';
import { settleStock } from '../stock/fill-stock.ts';
import { readVehicleRows } from './read-vehicle-rows.ts';

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
