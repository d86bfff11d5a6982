import { problemOf } from '#contract/problems/problem.ts';
import { inEnglish, type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import type { DeviceCall, Devices, KnownDevice } from '#devices/devices.ts';
import type { OpenDeviceRegistry } from '#devices/registry/device-registry.ts';
import { toolNamed } from '#devices/tool-named.ts';
import type { DeviceMetrics } from './device-metrics.ts';
import { checkArguments } from './links/check-arguments.ts';
import type { DeviceLink } from './links/device-link.ts';
import type { DeviceLinks } from './links/device-links.ts';

export type ReachDevicesNeeds = { book: OpenDeviceRegistry; links: DeviceLinks; metrics: DeviceMetrics };

/** What is known about devices, and the connections that they are reached by. */
export function reachDevices({ book, links, metrics }: ReachDevicesNeeds): Devices {
  const { list, get, activate, change, remove, addServer, renewServerAddress, judgeTool, onChange } = book;
  /** One that was blocked a moment ago may still be hanging up. */
  const linkOf = ({ id, state }: KnownDevice) => (state === 'active' ? links.find(id) : undefined);
  return {
    ...{ list, get, activate, change, remove, addServer, renewServerAddress, judgeTool, onChange },
    async refreshTools(id, signal) {
      const device = await get(id);
      const link = linkOf(device);
      if (link === undefined) throw problemOf('STATION_OFFLINE', whyAway(device));
      const isWhole = await links.refresh(link, signal);
      if (!isWhole) throw problemOf('CONFLICT', sentenceOf('device-listing-broke-off', { deviceId: device.id }));
      return (await get(device.id)).tools;
    },
    async call(call) {
      const device = await get(call.deviceId);
      const tool = toolOf(device, call.tool);
      checkArguments(tool, call.arguments);
      const link = linkOf(device);
      if (link !== undefined) mustFit(link, call);
      const { signal, timeoutMs } = call;
      const answer =
        link === undefined
          ? { status: 'offline' as const, text: null, images: [], reason: inEnglish(whyAway(device)), tookMs: 0 }
          : await link.callTool(tool.name, call.arguments, { signal, ...(timeoutMs !== undefined && { timeoutMs }) });
      metrics.called(answer.status);
      return answer;
    },
  };
}

function toolOf({ id, tools }: KnownDevice, name: string): KnownDevice['tools'][number] {
  const tool = toolNamed(tools, name);
  if (tool !== undefined) return tool;
  throw problemOf('NOT_FOUND', sentenceOf('device-tool-not-known', { deviceId: id, tool: name.slice(0, 100) }));
}

function whyAway({ id: deviceId, link, lastSeenAt, state }: KnownDevice): Sentence {
  if (state === 'waiting') return sentenceOf('device-still-waits', { deviceId });
  if (state === 'blocked') return sentenceOf('device-is-blocked', { deviceId });
  return sentenceOf(link.transport === 'websocket' ? 'device-asleep' : 'device-offline', { deviceId, lastSeenAt });
}

/** The firmware drops what is longer than its buffer, and the connection with it. */
function mustFit({ channel }: DeviceLink, call: DeviceCall): void {
  const bytes = Buffer.byteLength(JSON.stringify(call.arguments));
  const most = channel.largestMessageBytes - 1_024; // what stands round the arguments
  if (bytes <= most) return;
  throw problemOf('INVALID_INPUT', sentenceOf('device-arguments-too-long', { bytes, most }), {
    field: 'arguments',
  });
}
