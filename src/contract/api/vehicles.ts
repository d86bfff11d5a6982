import { z } from 'zod';
import { columnNames } from '../vehicles/csv-columns.ts';
import {
  vehicle,
  vehicleImport,
  vehiclePage,
  vehicleQuery,
  vehiclesImported,
  vehicleValues,
} from '../vehicles/vehicle.ts';
import { ofUuid } from './common.ts';
import { defineApi } from './define-api.ts';

const reading = { access: 'read', scope: 'vehicles:read' } as const;
const changing = { access: 'operate', scope: 'vehicles:change' } as const;

export const vehicleApi = defineApi('vehicles', {
  list: {
    route: 'GET /api/vehicles',
    ...reading,
    summary: 'Vehicles for sale that fit all filters, a page at a time',
    query: vehicleQuery,
    answer: vehiclePage,
  },
  values: {
    route: 'GET /api/vehicles/values',
    ...reading,
    summary: 'What there is to choose from among the vehicles for sale',
    answer: vehicleValues,
  },
  export: {
    route: 'GET /api/vehicles/export',
    ...reading,
    summary: 'All vehicles for sale as CSV, which an import takes',
    content: { 'text/csv': z.string().describe(`Columns, in this order: ${columnNames.join(', ')}`) },
  },
  get: {
    route: 'GET /api/vehicles/:id',
    ...reading,
    summary: 'A vehicle for sale',
    params: ofUuid,
    answer: vehicle,
  },
  import: {
    route: 'POST /api/vehicles/import',
    ...changing,
    summary: 'Takes vehicles from a CSV text, all of it or nothing; 400 names every row that cannot be taken',
    body: vehicleImport,
    maxBytes: 24_000_000,
    patienceSeconds: 300,
    answer: vehiclesImported,
  },
  remove: {
    route: 'DELETE /api/vehicles/:id',
    ...changing,
    summary: 'Takes a vehicle out of the stock, such as one that was sold',
    params: ofUuid,
    answer: vehicle,
  },
});
