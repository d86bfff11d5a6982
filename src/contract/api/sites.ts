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
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'sites:read');
const changing = allow('operate', 'sites:change');
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
  list: reading('GET /api/sites', 'Places with stations, each with its clock and its currency', { answer: siteList }),
  get: reading('GET /api/sites/:id', 'A site with what stands there', { params: ofSite, answer: siteDetail }),
  add: changing('POST /api/sites', 'Makes a site', { body: newSite, answer: site, status: 201 }),
  change: changing('POST /api/sites/:id', 'Changes a site; what is not named stays, null takes it away', {
    params: ofSite,
    body: siteChange,
    answer: site,
  }),
  remove: changing('DELETE /api/sites/:id', 'Removes a site where nothing stands and that nothing names', {
    params: ofSite,
    answer: site,
  }),
  placeStation: changing(
    'PUT /api/sites/:id/stations/:stationId',
    'Says where a station stands, and whom it lets in; one that stood elsewhere has moved',
    { params: stationAt, body: placeStation, answer: stationPlace },
  ),
  takeStation: changing('DELETE /api/sites/:id/stations/:stationId', 'A station stands at the site no more', {
    params: stationAt,
    answer: stationPlace,
  }),
  placeDevice: changing(
    'PUT /api/sites/:id/devices/:deviceId',
    'Says where a device stands, such as a light at a connector',
    { params: deviceAt, body: placeDevice, answer: devicePlace },
  ),
  takeDevice: changing('DELETE /api/sites/:id/devices/:deviceId', 'A device stands at the site no more', {
    params: deviceAt,
    answer: devicePlace,
  }),
});
