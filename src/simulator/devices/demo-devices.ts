import { join } from 'node:path';
import type { BoardName } from './boards.ts';
import { boards } from './boards.ts';
import { keptClientIds } from './kept-client-ids.ts';
import { SimulatedDevice } from './simulated-device.ts';

export type DemoDevice = {
  id: string;
  name: string;
  board: BoardName;
  place: { stationId: string; evseId: number; connectorId: number };
  /** Its tools are offered to agents from the start; those of the others wait for somebody to look at them. */
  isTrusted: boolean;
};

/** A light that agents may use at once, and a display whose tools nobody has looked at yet. */
export const demoDevices: readonly [DemoDevice, DemoDevice] = [
  {
    id: '02:5e:de:00:00:01',
    name: 'Paulista light',
    board: 'light',
    place: { stationId: 'PAULISTA-01', evseId: 1, connectorId: 1 },
    isTrusted: true,
  },
  {
    id: '02:5e:de:00:00:02',
    name: 'Ibirapuera display',
    board: 'display',
    place: { stationId: 'IBIRAPUERA-02', evseId: 1, connectorId: 1 },
    isTrusted: false,
  },
];

type DemoDevicesOptions = {
  otaUrl: string;
  /** Where they keep who they are: after a restart the server knows them again. */
  memoryDir: string;
  onCode(device: DemoDevice, code: string): void;
};

export async function startDemoDevices({ otaUrl, memoryDir, onCode }: DemoDevicesOptions) {
  const ids = demoDevices.map(({ id }) => id);
  const clientIds = await keptClientIds(join(memoryDir, 'devices.json'), ids);
  const devices = demoDevices.map(
    (demo) =>
      new SimulatedDevice({
        id: demo.id,
        otaUrl,
        board: boards[demo.board](),
        clientId: clientIds.get(demo.id),
        onEvent: (event) => event.kind === 'shows-code' && onCode(demo, event.code),
      }),
  );
  for (const device of devices) device.start();
  return {
    devices,
    async stop() {
      await Promise.all(devices.map((device) => device.stop()));
    },
  };
}
