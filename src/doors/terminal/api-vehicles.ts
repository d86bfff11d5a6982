import { type VehicleSearch, vehicle, vehiclePage, vehiclesImported } from '#contract/vehicles/vehicle.ts';
import { query } from './query.ts';
import { request, type Server } from './request.ts';

/** A large file takes its time. */
const importPatienceMs = 300_000;

/** Vehicles for sale. */
export function vehicleApi(server: Server) {
  return {
    vehicles: (search: Partial<VehicleSearch>) =>
      request(server, { path: `/api/vehicles${query(search)}`, answer: vehiclePage }),
    vehicle: (id: string) => request(server, { path: `/api/vehicles/${encodeURIComponent(id)}`, answer: vehicle }),
    importVehicles: (csv: string, isDryRun: boolean) =>
      request(server, {
        path: '/api/vehicles/import',
        method: 'POST',
        body: { csv, isDryRun },
        answer: vehiclesImported,
        patienceMs: importPatienceMs,
      }),
    exportVehicles: () => request(server, { path: '/api/vehicles/export', headers: { accept: '*/*' }, isStream: true }),
  };
}
