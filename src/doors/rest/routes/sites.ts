import { z } from 'zod';
import {
  devicePlace,
  newSite,
  placeDevice as placeDeviceBody,
  placeStation as placeStationBody,
  site,
  siteChange,
  siteDetail,
  siteId,
  siteList,
  stationPlace,
} from '#contract/stations/site.ts';
import { stationId } from '#contract/stations/station.ts';
import { defineRoute } from '../route.ts';

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

export const listSites = defineRoute({
  method: 'GET',
  path: '/api/sites',
  access: 'read',
  scope: 'sites:read',
  summary: 'Places with stations, each with its clock and its currency',
  answer: siteList,
  handle: async (_asked, { charging }) => ({ sites: await charging.sites.list() }),
});

export const getSite = defineRoute({
  method: 'GET',
  path: '/api/sites/:id',
  access: 'read',
  scope: 'sites:read',
  summary: 'A site with what stands there',
  params: ofSite,
  answer: siteDetail,
  handle: ({ params }, { charging }) => charging.sites.get(params.id),
});

export const addSite = defineRoute({
  method: 'POST',
  path: '/api/sites',
  access: 'operate',
  scope: 'sites:change',
  summary: 'Makes a site',
  body: newSite,
  answer: site,
  status: 201,
  handle: ({ body, actor }, { charging }) => charging.sites.add(body, actor),
});

export const changeSite = defineRoute({
  method: 'POST',
  path: '/api/sites/:id',
  access: 'operate',
  scope: 'sites:change',
  summary: 'Changes a site; what is not named stays, null takes it away',
  params: ofSite,
  body: siteChange,
  answer: site,
  handle: ({ params, body, actor }, { charging }) => charging.sites.change(params.id, body, actor),
});

export const removeSite = defineRoute({
  method: 'DELETE',
  path: '/api/sites/:id',
  access: 'operate',
  scope: 'sites:change',
  summary: 'Removes a site where nothing stands and that nothing names',
  params: ofSite,
  answer: site,
  handle: ({ params, actor }, { charging }) => charging.sites.remove(params.id, actor),
});

export const placeStation = defineRoute({
  method: 'PUT',
  path: '/api/sites/:id/stations/:stationId',
  access: 'operate',
  scope: 'sites:change',
  summary: 'Says where a station stands, and whom it lets in; one that stood elsewhere has moved',
  params: stationAt,
  body: placeStationBody,
  answer: stationPlace,
  handle: ({ params, body, actor }, { charging }) =>
    charging.sites.placeStation({ siteId: params.id, stationId: params.stationId, place: body, actor }),
});

export const takeStation = defineRoute({
  method: 'DELETE',
  path: '/api/sites/:id/stations/:stationId',
  access: 'operate',
  scope: 'sites:change',
  summary: 'A station stands at the site no more',
  params: stationAt,
  answer: stationPlace,
  handle: ({ params, actor }, { charging }) =>
    charging.sites.takeStation({ siteId: params.id, stationId: params.stationId, actor }),
});

export const placeDevice = defineRoute({
  method: 'PUT',
  path: '/api/sites/:id/devices/:deviceId',
  access: 'operate',
  scope: 'sites:change',
  summary: 'Says where a device stands, such as a light at a connector',
  params: deviceAt,
  body: placeDeviceBody,
  answer: devicePlace,
  handle: ({ params, body, actor }, { charging }) =>
    charging.sites.placeDevice({ siteId: params.id, deviceId: params.deviceId, place: body, actor }),
});

export const takeDevice = defineRoute({
  method: 'DELETE',
  path: '/api/sites/:id/devices/:deviceId',
  access: 'operate',
  scope: 'sites:change',
  summary: 'A device stands at the site no more',
  params: deviceAt,
  answer: devicePlace,
  handle: ({ params, actor }, { charging }) =>
    charging.sites.takeDevice({ siteId: params.id, deviceId: params.deviceId, actor }),
});
