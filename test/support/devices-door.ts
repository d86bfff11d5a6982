import { expect } from 'vitest';
import { silentLog } from '../../src/base/log.ts';
import { unprotected } from '../../src/charging/stations/admit-station.ts';
import { announceTools } from '../../src/packs/devices/announced/announce-tools.ts';
import type { DevicesPackNeeds } from '../../src/packs/devices/needs.ts';
import { devicesPack } from '../../src/packs/devices/pack.ts';
import { type AgentDoor, openAgentDoor } from './agent-door.ts';
import { type DeviceShelf, deviceShelf } from './device-shelf.ts';
import { person } from './tool-calls.ts';

/** What the light on the shelf is called among our tools, and arguments that it takes. */
export const lightTool = 'device_lobby_light_light_set_rgb';
export const green = { r: 0, g: 255, b: 0 };

export type DevicesDoor = { door: AgentDoor; shelf: DeviceShelf };

/** The pack of devices behind the door for agents, with devices as a test puts them there. */
export async function openDevicesDoor(): Promise<DevicesDoor & AsyncDisposable> {
  await using made = new AsyncDisposableStack();
  const door = made.use(await openAgentDoor());
  const shelf = deviceShelf();
  const needs: DevicesPackNeeds = {
    devices: shelf,
    charging: door.charging,
    registry: door.registry,
    clock: { now: () => new Date() },
    ledger: door.ledger,
    may: () => ({ isAllowed: true }),
    allowedHosts: [],
    resolve: () => Promise.resolve(['93.184.216.34']),
  };
  door.registry.addPack(devicesPack(needs));
  made.adopt(
    await announceTools({ ...needs, registry: door.registry, packName: 'devices', log: silentLog }),
    (announcing) => announcing.close(),
  );
  const all = made.move();
  return { door, shelf, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/** Waits until the registry offers it. */
export async function announced({ door }: DevicesDoor, name: string): Promise<void> {
  await expect.poll(() => door.registry.get(name)?.name).toBe(name);
}

export async function placed(
  { door: { charging } }: DevicesDoor,
  deviceId: string,
  where: { evseId: number; connectorId: number },
) {
  if ((await charging.sites.list()).length === 0) {
    await charging.admitStation({
      stationId: 'CP-1',
      password: null,
      version: '2.0.1',
      address: '127.0.0.1',
      security: unprotected,
    });
    await charging.sites.add({ ...site, id: 'praia', name: 'Praia', timeZone: 'UTC', currency: 'EUR' }, person);
    await charging.sites.placeStation({
      siteId: 'praia',
      stationId: 'CP-1',
      actor: person,
      place: { note: null, admits: null },
    });
  }
  const place = { stationId: 'CP-1', note: null, ...where };
  await charging.sites.placeDevice({ siteId: 'praia', deviceId, place, actor: person });
}

const site = {
  address: null,
  position: null,
  openingHours: null,
  isClosedOutside: false,
  admits: 'everyone' as const,
  offlinePolicy: null,
  tariffFallbackText: null,
  costFallbackText: null,
};
