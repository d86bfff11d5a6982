import { Readable } from 'node:stream';
import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { auditOf } from '#charging/change-entry.ts';
import {
  vehicle,
  vehicleImport,
  vehiclePage,
  vehicleQuery,
  vehiclesImported,
  vehicleValues,
} from '#contract/vehicles/vehicle.ts';
import { columnNames } from '#vehicles/csv/columns.ts';
import { exportVehicles } from '#vehicles/csv/export-vehicles.ts';
import { importVehicles } from '#vehicles/csv/import-vehicles.ts';
import type { VehicleNeeds } from '#vehicles/needs.ts';
import { searchVehicles } from '#vehicles/search/search-vehicles.ts';
import { readValues, readVehicles, removeVehicle } from '#vehicles/stock/vehicle-store.ts';
import { defineSubjectRoute, type SubjectRoute } from '../define-route.ts';

const ofVehicle = z.object({ id: z.uuid() });
const reading = { method: 'GET', access: 'read', scope: 'vehicles:read' } as const;
const changing = { access: 'operate', scope: 'vehicles:change' } as const;

export function vehicleRoutes(needs: Pick<VehicleNeeds, 'pool' | 'ledger' | 'clock'>): SubjectRoute[] {
  const { pool, ledger } = needs;
  return [
    defineSubjectRoute({
      ...reading,
      path: '/api/vehicles',
      summary: 'Vehicles for sale that fit all filters, a page at a time',
      query: vehicleQuery,
      answer: vehiclePage,
      handle: ({ query }) => searchVehicles(pool, query),
    }),
    defineSubjectRoute({
      ...reading,
      path: '/api/vehicles/values',
      summary: 'What there is to choose from among the vehicles for sale',
      answer: vehicleValues,
      handle: () => readValues(pool),
    }),
    defineSubjectRoute({
      ...reading,
      path: '/api/vehicles/export',
      summary: 'All vehicles for sale as CSV, which an import takes',
      content: { 'text/csv': z.string().describe(`Columns, in this order: ${columnNames.join(', ')}`) },
      handle({ reply }) {
        reply.type('text/csv; charset=utf-8');
        reply.header('content-disposition', 'attachment; filename="vehicles.csv"');
        return Promise.resolve(reply.send(Readable.from(exportVehicles(pool), { objectMode: false })));
      },
    }),
    defineSubjectRoute({
      ...reading,
      path: '/api/vehicles/:id',
      summary: 'A vehicle for sale',
      params: ofVehicle,
      answer: vehicle,
      async handle({ params: { id } }) {
        const [found] = await readVehicles(pool, [id]);
        if (found === undefined) throw noVehicle();
        return found;
      },
    }),
    defineSubjectRoute({
      ...changing,
      method: 'POST',
      path: '/api/vehicles/import',
      summary: 'Takes vehicles from a CSV text, all of it or nothing; 400 names every row that cannot be taken',
      body: vehicleImport,
      maxBytes: 24_000_000,
      answer: vehiclesImported,
      handle: ({ body, actor }) => importVehicles(needs, body, actor),
    }),
    defineSubjectRoute({
      ...changing,
      method: 'DELETE',
      path: '/api/vehicles/:id',
      summary: 'Takes a vehicle out of the stock, such as one that was sold',
      params: ofVehicle,
      answer: vehicle,
      async handle({ params: { id }, actor }) {
        const [found] = await readVehicles(pool, [id]);
        if (found === undefined || !(await removeVehicle(pool, id))) throw noVehicle();
        await ledger.commit({ audit: [auditOf('vehicle-removed', id, actor)] });
        return found;
      },
    }),
  ];
}

function noVehicle(): SigecError {
  return new SigecError(
    'NOT_FOUND',
    'No vehicle for sale has this id; it may have been sold. List the vehicles to see which there are.',
  );
}
