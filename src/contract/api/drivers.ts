import {
  accessImport,
  accessImported,
  driver,
  driverChange,
  driverDetail,
  driverList,
  driverQuery,
  forgotten,
  newDriver,
} from '../access/driver.ts';
import { ofUuid } from './common.ts';
import { defineApi } from './define-api.ts';

const reading = { access: 'read', scope: 'drivers:read' } as const;
const changing = { access: 'operate', scope: 'drivers:change' } as const;

export const driverApi = defineApi('drivers', {
  list: {
    route: 'GET /api/drivers',
    ...reading,
    summary: 'People who charge, in the order of their names',
    query: driverQuery,
    answer: driverList,
  },
  get: {
    route: 'GET /api/drivers/:id',
    ...reading,
    summary: 'A driver with their tokens',
    params: ofUuid,
    answer: driverDetail,
  },
  add: {
    route: 'POST /api/drivers',
    ...changing,
    summary: 'Adds a driver; what names them is kept sealed under a key of their own',
    body: newDriver,
    answer: driver,
    status: 201,
  },
  change: {
    route: 'POST /api/drivers/:id',
    ...changing,
    summary: 'Changes a driver; what is not named stays, null takes it away',
    params: ofUuid,
    body: driverChange,
    answer: driver,
  },
  forget: {
    route: 'POST /api/drivers/:id/forget',
    ...changing,
    summary:
      'Forgets a driver for ever: name, tokens and signed values can be read no more; energy and money stay in the sums',
    params: ofUuid,
    answer: forgotten,
  },
  import: {
    route: 'POST /api/access/import',
    ...changing,
    summary: 'Takes drivers and tokens from a CSV text, all of it or nothing; 400 names every row that cannot be taken',
    body: accessImport,
    maxBytes: 24_000_000,
    patienceSeconds: 300,
    answer: accessImported,
  },
});
