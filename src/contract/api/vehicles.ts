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
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'vehicles:read');
const changing = allow('operate', 'vehicles:change');

export const vehicleApi = defineApi('vehicles', {
  list: reading('GET /api/vehicles', 'Vehicles for sale that fit all filters, a page at a time', {
    within: 'shared',
    query: vehicleQuery,
    answer: vehiclePage,
  }),
  values: reading('GET /api/vehicles/values', 'What there is to choose from among the vehicles for sale', {
    within: 'shared',
    answer: vehicleValues,
  }),
  export: reading('GET /api/vehicles/export', 'All vehicles for sale as CSV, which an import takes', {
    within: 'shared',
    content: { 'text/csv': z.string().describe(`Columns, in this order: ${columnNames.join(', ')}`) },
  }),
  get: reading('GET /api/vehicles/:id', 'A vehicle for sale', {
    within: 'shared',
    params: ofUuid,
    answer: vehicle,
  }),
  import: changing(
    'POST /api/vehicles/import',
    'Takes vehicles from a CSV text, all of it or nothing; 400 names every row that cannot be taken',
    { body: vehicleImport, maxBytes: 24_000_000, patienceSeconds: 300, answer: vehiclesImported },
  ),
  remove: changing('DELETE /api/vehicles/:id', 'Takes a vehicle out of the stock, such as one that was sold', {
    params: ofUuid,
    answer: vehicle,
  }),
});
