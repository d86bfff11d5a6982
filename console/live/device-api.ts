import {
  type ActivateDevice,
  type AddServer,
  addedServer,
  type ChangeDevice,
  device,
  deviceDetail,
  deviceList,
  deviceTool,
  type JudgeTool,
  type PutDevice,
} from '#contract/devices/device.ts';
import { devicePlace } from '#contract/stations/site.ts';
import { answered, ask, deleting, posting, putting } from './ask.ts';

/** Lights, displays, gates and servers that bring tools of their own. */
export const deviceApi = {
  devices: (signal: AbortSignal) => ask(deviceList, '/api/devices', { signal }),
  device: (id: string, signal: AbortSignal) => ask(deviceDetail, of(id), { signal }),
  activate: (wanted: ActivateDevice) => ask(device, '/api/devices/activate', posting(wanted)),
  addServer: (wanted: AddServer) => ask(addedServer, '/api/devices/servers', posting(wanted)),
  renewAddress: (id: string) => ask(addedServer, `${of(id)}/address`, posting({})),
  change: (id: string, change: ChangeDevice) => ask(device, of(id), posting(change)),
  remove: (id: string) => answered(of(id), deleting),
  judge: (id: string, tool: string, judgement: JudgeTool) =>
    ask(deviceTool, `${of(id)}/tools/${encodeURIComponent(tool)}/judge`, posting(judgement)),
  place: (id: string, place: PutDevice) => ask(devicePlace, `${of(id)}/place`, putting(place)),
  unplace: (id: string) => answered(`${of(id)}/place`, deleting),
};

function of(id: string): string {
  return `/api/devices/${encodeURIComponent(id)}`;
}
