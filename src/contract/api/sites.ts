import { z } from 'zod';
import {
  devicePlace,
  newSite,
  placeDevice,
  placeStation,
  site,
  siteChange,
  siteDetail,
  siteId,
  siteList,
  stationPlace,
} from '../stations/site.ts';
import { stationId } from '../stations/station.ts';
import { defineApi } from './define-api.ts';

const reading = { access: 'read', scope: 'sites:read' } as const;
const changing = { access: 'operate', scope: 'sites:change' } as const;
const ofSite = z.object({ id: siteId });
const stationAt = z.object({ id: siteId, stationId });
const deviceAt = z.object({
  id: siteId,
  deviceId: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[\x21-\x7e]+$/, 'must be the id of a device, without spaces'),
});

export const siteApi = defineApi('sites', {
  list: {
    route: 'GET /api/sites',
    ...reading,
    summary: 'Places with stations, each with its clock and its currency',
    answer: siteList,
  },
  get: {
    route: 'GET /api/sites/:id',
    ...reading,
    summary: 'A site with what stands there',
    params: ofSite,
    answer: siteDetail,
  },
  add: { route: 'POST /api/sites', ...changing, summary: 'Makes a site', body: newSite, answer: site, status: 201 },
  change: {
    route: 'POST /api/sites/:id',
    ...changing,
    summary: 'Changes a site; what is not named stays, null takes it away',
    params: ofSite,
    body: siteChange,
    answer: site,
  },
  remove: {
    route: 'DELETE /api/sites/:id',
    ...changing,
    summary: 'Removes a site where nothing stands and that nothing names',
    params: ofSite,
    answer: site,
  },
  placeStation: {
    route: 'PUT /api/sites/:id/stations/:stationId',
    ...changing,
    summary: 'Says where a station stands, and whom it lets in; one that stood elsewhere has moved',
    params: stationAt,
    body: placeStation,
    answer: stationPlace,
  },
  takeStation: {
    route: 'DELETE /api/sites/:id/stations/:stationId',
    ...changing,
    summary: 'A station stands at the site no more',
    params: stationAt,
    answer: stationPlace,
  },
  placeDevice: {
    route: 'PUT /api/sites/:id/devices/:deviceId',
    ...changing,
    summary: 'Says where a device stands, such as a light at a connector',
    params: deviceAt,
    body: placeDevice,
    answer: devicePlace,
  },
  takeDevice: {
    route: 'DELETE /api/sites/:id/devices/:deviceId',
    ...changing,
    summary: 'A device stands at the site no more',
    params: deviceAt,
    answer: devicePlace,
  },
});
