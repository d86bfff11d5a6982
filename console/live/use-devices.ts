import { useQuery } from '@tanstack/react-query';
import { deviceApi } from '#contract/api/devices.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { call } from './call.ts';
import { again, useReadAgain } from './queries.ts';

const kinds: ReadonlySet<LedgerEvent['kind']> = new Set([
  'device-seen',
  'device-activated',
  'device-changed',
  'device-removed',
  'device-connected',
  'device-disconnected',
  'device-tools-listed',
  'device-tool-judged',
  'device-placed',
  'device-taken-away',
]);

export function useDevices() {
  useReadAgain('devices', kinds);
  return useQuery({ queryKey: ['devices'], queryFn: ({ signal }) => call(deviceApi.list, { signal }), retry: again });
}

export function useDevice(id: string) {
  useReadAgain('devices', kinds);
  return useQuery({
    queryKey: ['devices', id],
    queryFn: ({ signal }) => call(deviceApi.get, { params: { id }, signal }),
    retry: again,
  });
}
