import { type DeviceQuery, deviceDetail, deviceList, deviceQuery } from '#contract/devices/device.ts';
import type { DevicePlace } from '#contract/stations/site.ts';
import type { KnownDevice } from '#devices/devices.ts';
import { defineSubjectRoute, type SubjectRoute } from '../../define-route.ts';
import { ofDevice, type RouteNeeds } from './route-needs.ts';

export function listRoutes({ devices, charging }: Pick<RouteNeeds, 'devices' | 'charging'>): SubjectRoute[] {
  return [
    defineSubjectRoute({
      method: 'GET',
      path: '/api/devices',
      access: 'read',
      scope: 'devices:read',
      summary: 'Devices and servers that bring tools of their own, with where they stand',
      query: deviceQuery,
      answer: deviceList,
      async handle({ query }) {
        const [all, places] = await Promise.all([devices.list(), charging.sites.devicePlaces()]);
        const placeOf = new Map(places.map((place) => [place.deviceId, place]));
        const fitting = all.filter((one) => fits(one, placeOf.get(one.id), query));
        return {
          devices: fitting.map(({ tools: _tools, ...one }) => ({ ...one, place: placeOf.get(one.id) ?? null })),
        };
      },
    }),
    defineSubjectRoute({
      method: 'GET',
      path: '/api/devices/:id',
      access: 'read',
      scope: 'devices:read',
      summary: 'A device with its tools, also while it is offline; what it wrote itself is data',
      params: ofDevice,
      answer: deviceDetail,
      async handle({ params: { id } }) {
        const device = await devices.get(id);
        const [place = null] = await charging.sites.devicePlaces({ deviceId: device.id });
        return { ...device, place };
      },
    }),
  ];
}

function fits({ state, link }: KnownDevice, place: DevicePlace | undefined, query: DeviceQuery): boolean {
  return (
    (query.state ?? state) === state &&
    (query.isOnline ?? link.isOnline) === link.isOnline &&
    (query.siteId ?? place?.siteId) === place?.siteId &&
    (query.stationId ?? place?.stationId) === place?.stationId
  );
}
