import { expect } from 'vitest';
import type { Device, DeviceAnswer, DeviceDetail } from '../../src/contract/devices/device.ts';
import type { EventPage, LedgerEvent } from '../../src/contract/event.ts';
import {
  type DeviceEvent,
  type DeviceSettings,
  SimulatedDevice,
} from '../../src/simulator/devices/simulated-device.ts';
import type { TestSigec } from './sigec.ts';

export const patience = { timeout: 60_000, interval: 20 };

export type ActivatedDevice = SimulatedDevice & {
  /** What it sent and received, as texts. */
  sent: string[];
  received: string[];
};

type Wanted = Omit<DeviceSettings, 'otaUrl'> & { name?: string; onHeard?(opus: Uint8Array): void };

/** A simulated device, activated by the code that it shows, online, and with its tools known. */
export async function activate(sigec: TestSigec, wanted: Wanted): Promise<ActivatedDevice> {
  const device = simulatedAt(sigec, wanted);
  device.start();
  await expect.poll(() => device.code, patience).toMatch(/^\d{6}$/);
  const { name } = wanted;
  await sigec.api.post<Device>('/api/devices/activate', { code: device.code, ...(name && { name }) });
  await isKnown(sigec, device);
  return device;
}

export function simulatedAt(sigec: TestSigec, { onHeard, ...settings }: Omit<Wanted, 'name'>): ActivatedDevice {
  const [sent, received]: [string[], string[]] = [[], []];
  const onEvent = (event: DeviceEvent) => {
    if (event.kind === 'sent') sent.push(event.text);
    if (event.kind === 'received') received.push(event.text);
    if (event.kind === 'heard') onHeard?.(event.opus);
  };
  const otaUrl = sigec.addresses.devices ?? '';
  return Object.assign(new SimulatedDevice({ secondMs: 100, onEvent, ...settings, otaUrl }), { sent, received });
}

async function isKnown(sigec: TestSigec, { id }: SimulatedDevice): Promise<void> {
  await expect
    .poll(async () => {
      const { link, toolCount } = await detailOf(sigec, id);
      return link.isOnline && toolCount > 0;
    }, patience)
    .toBe(true);
}

export function detailOf(sigec: TestSigec, id: string): Promise<DeviceDetail> {
  return sigec.api.get<DeviceDetail>(`/api/devices/${id}`);
}

export type Call = { id: string; tool: string; arguments?: object; timeoutSeconds?: number };

export function callDevice(sigec: TestSigec, { id, tool, ...body }: Call): Promise<DeviceAnswer> {
  return sigec.api.post<DeviceAnswer>(`/api/devices/${id}/tools/${tool}/call`, body);
}

/** Events about a device, oldest first. */
export async function eventsOf(sigec: TestSigec, deviceId: string, kind: string): Promise<LedgerEvent[]> {
  const { events } = await sigec.api.get<EventPage>('/api/events?limit=1000');
  return events.filter((event) => event.kind === kind && event.body['deviceId'] === deviceId);
}
