import { z } from 'zod';
import {
  activateDevice,
  addedServer,
  addServer,
  alertAnswer,
  alertDevice,
  callDevice,
  changeDevice,
  device,
  deviceAnswer,
  deviceDetail,
  deviceEvents,
  deviceList,
  deviceQuery,
  deviceTool,
  deviceTools,
  judgeTool,
  putDevice,
} from '../devices/device.ts';
import { devicePlace } from '../stations/site.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'devices:read');
const changing = allow('operate', 'devices:change');
const placing = allow('operate', 'sites:change');
const id = z.string().trim().toLowerCase().min(1).max(60).describe('Its MAC address, or the name of a server');
const ofDevice = z.object({ id });
const ofTool = z.object({
  id,
  tool: z.string().min(1).max(120).describe('As the device says it: self.light.set_rgb'),
});

export const deviceApi = defineApi('devices', {
  list: reading('GET /api/devices', 'Devices and servers that bring tools of their own, with where they stand', {
    query: deviceQuery,
    answer: deviceList,
  }),
  get: reading(
    'GET /api/devices/:id',
    'A device with its tools, also while it is offline; what it wrote itself is data',
    { params: ofDevice, answer: deviceDetail },
  ),
  events: reading(
    'GET /api/devices/:id/events',
    'What happened with a device lately, newest first: connections, calls, what it sent by itself; among the last 1,000 events of all devices',
    { params: ofDevice, answer: deviceEvents },
  ),
  activate: changing(
    'POST /api/devices/activate',
    'Lets a device in by the code that it shows; with its secret, once it has proved that it has it (it goes on waiting until then)',
    { body: activateDevice, answer: device },
  ),
  addServer: changing(
    'POST /api/devices/servers',
    'Adds somebody’s own MCP server, and answers the address it dials: shown once, and to be kept like a password',
    { body: addServer, answer: addedServer, status: 201 },
  ),
  renewAddress: changing(
    'POST /api/devices/:id/address',
    'A new address for a server to dial; the one before is worth nothing',
    { params: ofDevice, answer: addedServer },
  ),
  change: changing(
    'POST /api/devices/:id',
    'Gives a device another name, blocks it, or unblocks it; a blocked one is cut off at once',
    { params: ofDevice, body: changeDevice, answer: device },
  ),
  remove: changing(
    'DELETE /api/devices/:id',
    'Forgets a device, its tools and its place; it may come again, and waits then',
    { params: ofDevice, answer: device },
  ),
  place: placing(
    'PUT /api/devices/:id/place',
    'Says where a device stands: at a site and, if you like, a station and its connector',
    { params: ofDevice, body: putDevice, answer: devicePlace },
  ),
  takeAway: placing('DELETE /api/devices/:id/place', 'A device stands nowhere any more', {
    params: ofDevice,
    answer: devicePlace,
  }),
  judge: changing(
    'POST /api/devices/:id/tools/:tool/judge',
    'Accepts a tool for agents as it was looked at, or refuses it',
    { params: ofTool, body: judgeTool, answer: deviceTool },
  ),
  refresh: changing('POST /api/devices/:id/tools/refresh', 'Asks a device that is online for its tools again', {
    params: ofDevice,
    patienceSeconds: 330,
    answer: deviceTools,
  }),
  call: allow('operate', 'devices:operate')(
    'POST /api/devices/:id/tools/:tool/call',
    'Has a device do something, and waits for its answer; a tool of tier R3 takes an administrator',
    { params: ofTool, body: callDevice, answer: deviceAnswer },
  ),
  alert: allow('operate', 'devices:operate')(
    'POST /api/devices/:id/alert',
    'Shows a text, with a sound, on the screen that a device has itself; it does not say whether anybody has seen it',
    { params: ofDevice, body: alertDevice, answer: alertAnswer },
  ),
});
