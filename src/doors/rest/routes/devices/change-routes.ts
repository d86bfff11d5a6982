import {
  activateDevice,
  addedServer,
  addServer,
  changeDevice,
  device,
  deviceTool,
  deviceTools,
  judgeTool,
  putDevice,
} from '#contract/devices/device.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { devicePlace } from '#contract/stations/site.ts';
import { deviceProblem } from '#devices/registry/book-needs.ts';
import { defineSubjectRoute, type SubjectRoute } from '../../define-route.ts';
import { ofDevice, ofTool, type RouteNeeds, untilLeft } from './route-needs.ts';

export function changeRoutes({ devices, charging }: Pick<RouteNeeds, 'devices' | 'charging'>): SubjectRoute[] {
  return [
    defineSubjectRoute({
      method: 'POST',
      path: '/api/devices/activate',
      access: 'operate',
      scope: 'devices:change',
      summary:
        'Lets a device in by the code that it shows; with its secret, once it has proved that it has it (it goes on waiting until then)',
      body: activateDevice,
      answer: device,
      handle: ({ body, actor }) => devices.activate(body, actor),
    }),
    defineSubjectRoute({
      method: 'POST',
      path: '/api/devices/servers',
      access: 'operate',
      scope: 'devices:change',
      summary:
        'Adds somebody’s own MCP server, and answers the address it dials: shown once, and to be kept like a password',
      body: addServer,
      answer: addedServer,
      status: 201,
      handle: ({ body, actor }) => devices.addServer(body, actor),
    }),
    defineSubjectRoute({
      method: 'POST',
      path: '/api/devices/:id/address',
      access: 'operate',
      scope: 'devices:change',
      summary: 'A new address for a server to dial; the one before is worth nothing',
      params: ofDevice,
      answer: addedServer,
      handle: ({ params, actor }) => devices.renewServerAddress(params.id, actor),
    }),
    defineSubjectRoute({
      method: 'POST',
      path: '/api/devices/:id',
      access: 'operate',
      scope: 'devices:change',
      summary: 'Gives a device another name, blocks it, or unblocks it; a blocked one is cut off at once',
      params: ofDevice,
      body: changeDevice,
      answer: device,
      handle: ({ params, body, actor }) => devices.change(params.id, body, actor),
    }),
    defineSubjectRoute({
      method: 'DELETE',
      path: '/api/devices/:id',
      access: 'operate',
      scope: 'devices:change',
      summary: 'Forgets a device, its tools and its place; it may come again, and waits then',
      params: ofDevice,
      answer: device,
      async handle({ params: { id }, actor }) {
        const [place] = await charging.sites.devicePlaces({ deviceId: id });
        const removed = await devices.remove(id, actor);
        if (place !== undefined) await charging.sites.takeDevice({ siteId: place.siteId, deviceId: id, actor });
        return removed;
      },
    }),
    defineSubjectRoute({
      method: 'PUT',
      path: '/api/devices/:id/place',
      access: 'operate',
      scope: 'sites:change',
      summary: 'Says where a device stands: at a site and, if you like, a station and its connector',
      params: ofDevice,
      body: putDevice,
      answer: devicePlace,
      async handle({ params, body: { siteId, ...place }, actor }) {
        const { id: deviceId } = await devices.get(params.id);
        return charging.sites.placeDevice({ siteId, deviceId, place, actor });
      },
    }),
    defineSubjectRoute({
      method: 'DELETE',
      path: '/api/devices/:id/place',
      access: 'operate',
      scope: 'sites:change',
      summary: 'A device stands nowhere any more',
      params: ofDevice,
      answer: devicePlace,
      async handle({ params: { id: deviceId }, actor }) {
        const [place] = await charging.sites.devicePlaces({ deviceId });
        if (place === undefined) throw deviceProblem('NOT_FOUND', sentenceOf('device-stands-nowhere', { deviceId }));
        return charging.sites.takeDevice({ siteId: place.siteId, deviceId, actor });
      },
    }),
    defineSubjectRoute({
      method: 'POST',
      path: '/api/devices/:id/tools/:tool/judge',
      access: 'operate',
      scope: 'devices:change',
      summary: 'Accepts a tool for agents as it was looked at, or refuses it',
      params: ofTool,
      body: judgeTool,
      answer: deviceTool,
      handle: ({ params: { id, tool }, body, actor }) => devices.judgeTool(id, tool, body, actor),
    }),
    defineSubjectRoute({
      method: 'POST',
      path: '/api/devices/:id/tools/refresh',
      access: 'operate',
      scope: 'devices:change',
      summary: 'Asks a device that is online for its tools again',
      params: ofDevice,
      answer: deviceTools,
      handle: async ({ params, reply }) => ({ tools: await devices.refreshTools(params.id, untilLeft(reply)) }),
    }),
  ];
}
