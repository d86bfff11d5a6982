import { Readable } from 'node:stream';
import { SigecError } from '#base/errors.ts';
import { auditOf } from '#charging/change-entry.ts';
import { vehicleApi } from '#contract/api/vehicles.ts';
import { exportVehicles, importVehicles } from '#vehicles/csv/import-vehicles.ts';
import type { VehicleNeeds } from '#vehicles/needs.ts';
import { searchVehicles } from '#vehicles/search/search-vehicles.ts';
import { readValues, readVehicles, removeVehicle } from '#vehicles/stock/vehicle-store.ts';
import { serve } from '../route.ts';

export type VehicleRouteNeeds = Pick<VehicleNeeds, 'pool' | 'ledger' | 'clock'>;

export const vehicleRoutes = serve<typeof vehicleApi, VehicleRouteNeeds>(vehicleApi, {
  list: ({ query }, { pool }) => searchVehicles(pool, query),
  values: (_asked, { pool }) => readValues(pool),
  export({ reply }, { pool }) {
    reply.type('text/csv; charset=utf-8');
    reply.header('content-disposition', 'attachment; filename="vehicles.csv"');
    return Promise.resolve(reply.send(Readable.from(exportVehicles(pool), { objectMode: false })));
  },
  async get({ params: { id } }, { pool }) {
    const [found] = await readVehicles(pool, [id]);
    if (found === undefined) throw noVehicle();
    return found;
  },
  import: ({ body, actor }, needs) => importVehicles(needs, body, actor),
  async remove({ params: { id }, actor }, { pool, ledger }) {
    const [found] = await readVehicles(pool, [id]);
    if (found === undefined || !(await removeVehicle(pool, id))) throw noVehicle();
    await ledger.commit({ audit: [auditOf('vehicle-removed', id, actor)] });
    return found;
  },
});

function noVehicle(): SigecError {
  return new SigecError(
    'NOT_FOUND',
    'No vehicle for sale has this id; it may have been sold. List the vehicles to see which there are.',
  );
}
