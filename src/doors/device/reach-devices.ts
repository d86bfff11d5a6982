import type { AlertDevice, DeviceAnswer } from '#contract/devices/device.ts';
import { problemOf } from '#contract/problems/problem.ts';
import { inEnglish, type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import type { DeviceCall, Devices, KnownDevice } from '#devices/devices.ts';
import type { OpenDeviceRegistry } from '#devices/registry/device-registry.ts';
import { toolNamed } from '#devices/tool-named.ts';
import type { DeviceMetrics } from './device-metrics.ts';
import type { AskDevice, Asked, DeviceRoutes } from './device-nodes.ts';
import { checkArguments } from './links/check-arguments.ts';
import type { DeviceLink } from './links/device-link.ts';
import type { DeviceLinks } from './links/device-links.ts';
import { usualTimeoutMs } from './links/rpc-client.ts';

export type ReachDevicesNeeds = {
  book: OpenDeviceRegistry;
  links: DeviceLinks;
  metrics: DeviceMetrics;
  /** To those at other nodes; absent: there are none. */
  routes?: DeviceRoutes | undefined;
};

/** An alert leaves at once. */
const alertMs = 5_000;
/** Listing takes as long as a device takes for all pages. */
const listingMs = 60_000;

/** What is known about devices, and the connections that they are reached by. */
export function reachDevices({ book, links, metrics, routes }: ReachDevicesNeeds): Devices {
  const { list, get, activate, change, remove, addServer, renewServerAddress, judgeTool, onChange } = book;
  /** One that was blocked a moment ago may still be hanging up. */
  const linkOf = ({ id, state }: KnownDevice) => (state === 'active' ? links.find(id) : undefined);
  const elsewhere = async ({ state }: KnownDevice, asked: AskDevice, signal?: AbortSignal) => {
    const carried = state === 'active' ? await routes?.carry(asked, signal) : undefined;
    return carried === undefined || 'moved' in carried ? undefined : carried;
  };
  return {
    list,
    get,
    activate,
    change,
    remove,
    addServer,
    renewServerAddress,
    judgeTool,
    onChange,
    async refreshTools(id, signal) {
      const device = await get(id);
      const link = linkOf(device);
      const asked: AskDevice = { deviceId: device.id, does: 'list-tools', timeoutMs: listingMs };
      const listed = link && { isListed: await links.refresh(link, signal) };
      const outcome = listed ?? (await elsewhere(device, asked, signal));
      if (outcome === undefined || !('isListed' in outcome)) throw problemOf('STATION_OFFLINE', whyAway(device));
      if (!outcome.isListed)
        throw problemOf('CONFLICT', sentenceOf('device-listing-broke-off', { deviceId: device.id }));
      if (link === undefined) book.hear(device.id); // what the other node wrote
      return (await get(device.id)).tools;
    },
    async call(call) {
      const device = await get(call.deviceId);
      const tool = toolOf(device, call.tool);
      checkArguments(tool, call.arguments);
      const answer = await answerTo(device, { ...call, tool: tool.name });
      metrics.called(answer.status);
      return answer;
    },
    async alert({ deviceId, ...alert }) {
      const device = await get(deviceId);
      if (device.kind === 'server')
        throw problemOf('CONFLICT', sentenceOf('device-has-no-screen', { deviceId: device.id }));
      const link = linkOf(device);
      const asked: AskDevice = { deviceId: device.id, does: 'alert', alert, timeoutMs: alertMs };
      const shown = link === undefined ? await elsewhere(device, asked) : { isShown: showAt(link, alert) };
      const isSent = shown !== undefined && 'isShown' in shown && shown.isShown;
      return isSent ? { status: 'sent', reason: null } : { status: 'offline', reason: inEnglish(whyAway(device)) };
    },
  };

  async function answerTo(device: KnownDevice, call: DeviceCall): Promise<DeviceAnswer> {
    const { tool, signal, timeoutMs = usualTimeoutMs } = call;
    const link = linkOf(device);
    if (link !== undefined) return callOver(link, call);
    const asked: AskDevice = { deviceId: device.id, does: 'call', tool, arguments: call.arguments, timeoutMs };
    const carried = await elsewhere(device, asked, signal);
    return carried !== undefined && 'answer' in carried
      ? carried.answer
      : { status: 'offline', text: null, images: [], reason: inEnglish(whyAway(device)), tookMs: 0 };
  }
}

/** Answers other nodes, which have checked what they ask for. */
export async function askDeviceHere(links: DeviceLinks, asked: AskDevice, signal: AbortSignal): Promise<Asked> {
  const link = links.find(asked.deviceId);
  if (link === undefined) return { moved: true };
  if (asked.does === 'alert') return { isShown: showAt(link, asked.alert) };
  if (asked.does === 'list-tools') return { isListed: await links.refresh(link, signal) };
  return { answer: await callOver(link, { ...asked, signal }) };
}

function showAt({ channel }: DeviceLink, alert: AlertDevice): boolean {
  channel.alert?.(alert);
  return channel.alert !== undefined;
}

async function callOver(link: DeviceLink, call: DeviceCall): Promise<DeviceAnswer> {
  mustFit(link, call);
  const { signal, timeoutMs } = call;
  return link.callTool(call.tool, call.arguments, { signal, ...(timeoutMs !== undefined && { timeoutMs }) });
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
