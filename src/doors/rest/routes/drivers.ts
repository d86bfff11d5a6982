import { z } from 'zod';
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
} from '#contract/access/driver.ts';
import { mustBeAllowed } from '#principals/may.ts';
import { driverFor, maySeePersonalData } from '#principals/personal-data.ts';
import { defineRoute } from '../route.ts';

const ofDriver = z.object({ id: z.uuid() });

export const listDrivers = defineRoute({
  method: 'GET',
  path: '/api/drivers',
  access: 'read',
  scope: 'drivers:read',
  summary: 'People who charge, in the order of their names',
  query: driverQuery,
  answer: driverList,
  async handle({ query, actor }, { charging }) {
    const isInEmail = maySeePersonalData(actor);
    const page = await charging.drivers.find({ ...query, isInEmail });
    return { ...page, drivers: page.drivers.map((each) => driverFor(actor, each)) };
  },
});

export const getDriver = defineRoute({
  method: 'GET',
  path: '/api/drivers/:id',
  access: 'read',
  scope: 'drivers:read',
  summary: 'A driver with their tokens',
  params: ofDriver,
  answer: driverDetail,
  handle: async ({ params, actor }, { charging }) => driverFor(actor, await charging.drivers.get(params.id)),
});

export const addDriver = defineRoute({
  method: 'POST',
  path: '/api/drivers',
  access: 'operate',
  scope: 'drivers:change',
  summary: 'Adds a driver; what names them is kept sealed under a key of their own',
  body: newDriver,
  answer: driver,
  status: 201,
  handle: async ({ body, actor }, { charging }) => driverFor(actor, await charging.drivers.add(body, actor)),
});

export const changeDriver = defineRoute({
  method: 'POST',
  path: '/api/drivers/:id',
  access: 'operate',
  scope: 'drivers:change',
  summary: 'Changes a driver; what is not named stays, null takes it away',
  params: ofDriver,
  body: driverChange,
  answer: driver,
  handle: async ({ params, body, actor }, { charging }) =>
    driverFor(actor, await charging.drivers.change(params.id, body, actor)),
});

export const forgetDriver = defineRoute({
  method: 'POST',
  path: '/api/drivers/:id/forget',
  access: 'operate',
  scope: 'drivers:change',
  summary:
    'Forgets a driver for ever: name, tokens and signed values can be read no more; energy and money stay in the sums',
  params: ofDriver,
  answer: forgotten,
  handle: ({ params, actor }, { charging }) => charging.drivers.forget(params.id, actor),
});

export const importAccess = defineRoute({
  method: 'POST',
  path: '/api/access/import',
  access: 'operate',
  scope: 'drivers:change',
  summary: 'Takes drivers and tokens from a CSV text, all of it or nothing; 400 names every row that cannot be taken',
  body: accessImport,
  maxBytes: 24_000_000,
  answer: accessImported,
  handle({ body, actor }, { charging, principals }) {
    mustBeAllowed(principals.may(actor.principal, { access: 'operate', scope: 'tokens:change' })); // it enters tokens too
    return charging.drivers.importCsv(body, actor);
  },
});
