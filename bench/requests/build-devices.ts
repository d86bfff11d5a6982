import { boards } from '../../src/simulator/devices/boards.ts';
import { SimulatedDevice } from '../../src/simulator/devices/simulated-device.ts';
import type { Product } from '../harness/product.ts';
import type { Rest } from './rest.ts';
import { until } from './until.ts';
import type { World } from './world.ts';

type Detail = {
  link: { isOnline: boolean };
  toolCount: number;
  tools: { name: string; hash: string; trust: string; isForUsersOnly: boolean }[];
};

/** Devices as they are activated, placed and accepted by people; those that are offline have left again. */
export async function openDevices(world: World, { devicesUrl }: Product, rest: Rest): Promise<SimulatedDevice[]> {
  const open: SimulatedDevice[] = [];
  for (const { id, name, board, site, station, accepted, state } of world.devices) {
    const device = new SimulatedDevice({
      id,
      otaUrl: `${devicesUrl}/xiaozhi/ota/`,
      board: boards[board](),
      secondMs: 200,
    });
    device.start();
    await until(`${name} shows its code`, () => device.code !== undefined);
    await rest('POST', '/api/devices/activate', { code: device.code, name });
    const path = `/api/devices/${id}`;
    const read = () => rest<Detail>('GET', path);
    await until(`${name} is online`, async () => {
      const { link, toolCount } = await read();
      return link.isOnline && toolCount > 0;
    });
    await rest('PUT', `/api/sites/${site}/devices/${id}`, { stationId: station, evseId: 1, connectorId: 1 });
    const offered = (await read()).tools.filter((tool) => accepted && !tool.isForUsersOnly);
    for (const tool of offered)
      await rest('POST', `${path}/tools/${encodeURIComponent(tool.name)}/judge`, {
        verdict: 'accept',
        hash: tool.hash,
      });
    if (state === 'offline') await device.stop();
    else open.push(device);
  }
  return open;
}
