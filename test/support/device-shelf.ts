import { SigecError } from '../../src/base/errors.ts';
import type { Device, DeviceAnswer, DeviceTool } from '../../src/contract/devices/device.ts';
import type { DeviceCall, Devices, KnownDevice } from '../../src/devices/devices.ts';

export type DeviceShelf = Devices & {
  calls: DeviceCall[];
  alerts: Parameters<Devices['alert']>[0][];
  /** What the next calls are answered with. */
  answer: Partial<DeviceAnswer>;
  /** Puts a device there, or another in its place, and tells whoever listens. */
  put(device: KnownDevice): void;
  take(id: string): void;
  /** While it is set, nothing can be read. */
  isAway: boolean;
};

/** Devices as a test wants them, without doors and tables: for what stands on them. */
export function deviceShelf(): DeviceShelf {
  const shelf = new Map<string, KnownDevice>();
  const listeners = new Set<(id: string) => void>();
  const unused = () => Promise.reject(new Error('not on this shelf'));
  const tell = (id: string) => listeners.forEach((listener) => listener(id));
  const mustBeThere = () => {
    if (self.isAway) throw new SigecError('DATABASE_AWAY', 'The database does not answer.');
  };
  const self: DeviceShelf = {
    calls: [],
    alerts: [],
    answer: {},
    isAway: false,
    put(device) {
      shelf.set(device.id, device);
      tell(device.id);
    },
    take(id) {
      shelf.delete(id);
      tell(id);
    },
    async list() {
      mustBeThere();
      return [...shelf.values()];
    },
    async get(id) {
      mustBeThere();
      const device = shelf.get(id);
      if (device === undefined) throw new SigecError('NOT_FOUND', `There is no device ${id}.`);
      return device;
    },
    call(call) {
      self.calls.push(call);
      const usual = { status: 'done' as const, text: 'true', images: [], reason: null, tookMs: 3 };
      return Promise.resolve({ ...usual, ...self.answer });
    },
    async alert(alert) {
      self.alerts.push(alert);
      const { isOnline } = (await self.get(alert.deviceId)).link;
      return isOnline ? { status: 'sent', reason: null } : { status: 'offline', reason: 'It is offline.' };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    activate: unused,
    change: unused,
    remove: unused,
    addServer: unused,
    renewServerAddress: unused,
    judgeTool: unused,
    refreshTools: unused,
  };
  return self;
}

export function shelfTool(given: Partial<DeviceTool> = {}): DeviceTool {
  return {
    name: 'self.light.set_rgb',
    toolName: 'device_lobby_light_light_set_rgb',
    description: 'Sets the colour',
    inputSchema: {
      type: 'object',
      properties: { r: colour, g: colour, b: colour },
      required: ['r', 'g', 'b'],
    },
    isForUsersOnly: false,
    tier: 'R1',
    hash: 'h1',
    trust: 'accepted',
    acceptedBy: 'anna',
    acceptedAt: at,
    seenAt: at,
    ...given,
  };
}

export function shelfDevice(given: Partial<KnownDevice> = {}): KnownDevice {
  const tools = given.tools ?? [shelfTool()];
  const device: Device = {
    id: 'aa:bb:cc:dd:ee:01',
    name: 'Lobby light',
    kind: 'device',
    state: 'active',
    link: { isOnline: true, transport: 'mqtt', since: at, reason: null },
    board: 'esp-light',
    firmware: '2.4.2',
    language: 'en',
    serialNumber: null,
    firstSeenAt: at,
    lastSeenAt: at,
    activatedAt: at,
    activatedBy: 'anna',
    codeExpiresAt: null,
    isProofAwaited: false,
    toolCount: tools.length,
    waitingToolCount: 0,
  };
  return { ...device, ...given, tools };
}

const at = '2026-03-01T08:00:00.000Z';
const colour = { type: 'integer', minimum: 0, maximum: 255 };
