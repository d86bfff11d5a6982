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
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'drivers:read');
const changing = allow('operate', 'drivers:change');

export const driverApi = defineApi('drivers', {
  list: reading('GET /api/drivers', 'People who charge, in the order of their names', {
    query: driverQuery,
    answer: driverList,
  }),
  get: reading('GET /api/drivers/:id', 'A driver with their tokens', { params: ofUuid, answer: driverDetail }),
  add: changing('POST /api/drivers', 'Adds a driver; what names them is kept sealed under a key of their own', {
    body: newDriver,
    answer: driver,
    status: 201,
  }),
  change: changing('POST /api/drivers/:id', 'Changes a driver; what is not named stays, null takes it away', {
    params: ofUuid,
    body: driverChange,
    answer: driver,
  }),
  forget: changing(
    'POST /api/drivers/:id/forget',
    'Forgets a driver for ever: name, tokens and signed values can be read no more; energy and money stay in the sums',
    { params: ofUuid, answer: forgotten },
  ),
  import: changing(
    'POST /api/access/import',
    'Takes drivers and tokens from a CSV text, all of it or nothing; 400 names every row that cannot be taken. Row by row, those that can be are taken',
    { body: accessImport, maxBytes: 24_000_000, patienceSeconds: 300, answer: accessImported },
  ),
});
