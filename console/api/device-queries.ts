import { deviceApi } from '#contract/api/devices.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { useRead, useReadAgain } from './queries.ts';

const deviceKinds: ReadonlySet<LedgerEvent['kind']> = new Set([
  ...(['device-seen', 'device-activated', 'device-changed', 'device-removed', 'device-connected'] as const),
  ...(['device-disconnected', 'device-tools-listed', 'device-tool-judged', 'device-placed'] as const),
  'device-taken-away',
]);

export function useDevices() {
  useReadAgain('devices', deviceKinds);
  return useRead(['devices'], deviceApi.list, {});
}

export function useDevice(id: string) {
  useReadAgain('devices', deviceKinds);
  return useRead(['devices', id], deviceApi.get, { params: { id } });
}

const deviceEventKinds: ReadonlySet<LedgerEvent['kind']> = new Set([
  ...(['device-connected', 'device-disconnected', 'device-called', 'device-notified', 'device-changed'] as const),
  ...(['device-tools-listed', 'device-tool-judged', 'device-activated'] as const),
]);

export function useDeviceEvents(id: string) {
  useReadAgain('device-events', deviceEventKinds);
  return useRead(['device-events', id], deviceApi.events, { params: { id } });
}
