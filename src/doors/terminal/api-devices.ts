import type { z } from 'zod';
import {
  type AddServer,
  type activateDevice,
  addedServer,
  type ChangeDevice,
  device,
  deviceAnswer,
  deviceDetail,
  deviceList,
  deviceTool,
  deviceTools,
  type JudgeTool,
  type putDevice,
} from '#contract/devices/device.ts';
import { devicePlace } from '#contract/stations/site.ts';
import { query } from './query.ts';
import { request, type Server } from './request.ts';

export type DeviceFilter = { state?: string; siteId?: string; stationId?: string; isOnline?: boolean };

/** Devices that bring tools of their own. */
export function deviceApi(server: Server) {
  const of = (id: string) => `/api/devices/${encodeURIComponent(id)}`;
  const post = <Shape extends z.ZodType>(path: string, body: object, answer: Shape) =>
    request(server, { path, method: 'POST', body, answer });
  return {
    devices: (filter: DeviceFilter = {}) =>
      request(server, { path: `/api/devices${query(filter)}`, answer: deviceList }),
    device: (id: string) => request(server, { path: of(id), answer: deviceDetail }),
    activateDevice: (body: z.input<typeof activateDevice>) => post('/api/devices/activate', body, device),
    changeDevice: (id: string, body: ChangeDevice) => post(of(id), body, device),
    removeDevice: (id: string) => request(server, { path: of(id), method: 'DELETE', answer: device }),
    addServer: (body: AddServer) => post('/api/devices/servers', body, addedServer),
    renewServerAddress: (id: string) => post(`${of(id)}/address`, {}, addedServer),
    putDevice: (id: string, body: z.input<typeof putDevice>) =>
      request(server, { path: `${of(id)}/place`, method: 'PUT', body, answer: devicePlace }),
    takeDeviceAway: (id: string) => request(server, { path: `${of(id)}/place`, method: 'DELETE', answer: devicePlace }),
    refreshDeviceTools: (id: string) =>
      request(server, {
        path: `${of(id)}/tools/refresh`,
        method: 'POST',
        body: {},
        answer: deviceTools,
        patienceMs: 330_000,
      }),
    judgeDeviceTool: (id: string, tool: string, body: JudgeTool) =>
      post(`${of(id)}/tools/${encodeURIComponent(tool)}/judge`, body, deviceTool),
    callDevice: (id: string, tool: string, body: { arguments: Record<string, unknown>; timeoutSeconds: number }) =>
      request(server, {
        path: `${of(id)}/tools/${encodeURIComponent(tool)}/call`,
        method: 'POST',
        body,
        answer: deviceAnswer,
        patienceMs: (body.timeoutSeconds + 30) * 1_000,
      }),
  };
}
