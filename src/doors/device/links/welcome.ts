import { isRecord } from '#base/json.ts';
import type { Log } from '#base/log.ts';
import { version } from '#base/version.ts';
import type { ListedTool, OpenDeviceBook } from '#devices/registry/device-book.ts';
import type { DeviceLink } from './device-link.ts';
import { listTools } from './list-tools.ts';

/** Where a device with a camera sends its photos. */
export type Vision = { url: string };

export type WelcomeNeeds = {
  book: Pick<OpenDeviceBook, 'described' | 'keepTools' | 'visionToken' | 'get'>;
  /** Null: no model looks at photos, and no device is told to send any. */
  vision: Vision | null;
  log: Log;
};

/** The firmware answers this whatever is asked; servers of MCP agree upon what both know. */
const deviceProtocol = '2024-11-05';
const serverProtocol = '2025-06-18';
const attempts = 3;

/** Introduces us, and asks for the tools. A device that does not answer stays connected: it may answer when it is called. */
export async function welcome(link: DeviceLink, needs: WelcomeNeeds, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const outcome = await link.rpc.call('initialize', await introduction(link, needs), { signal });
    if (outcome.status === 'offline') return;
    if (outcome.status === 'no-answer' || outcome.status === 'busy') continue; // it may still be starting up
    if (outcome.status === 'answered') await describe(link, outcome.result, needs);
    else link.note('initialize was answered with an error');
    link.rpc.notify('notifications/initialized'); // a server waits for it, a device ignores it
    await keepTools(link, needs, signal);
    return;
  }
  link.note(`initialize was not answered, ${attempts} times`);
}

/** Also when a device says that its tools have changed, and when a person asks. */
export async function keepTools(link: DeviceLink, needs: WelcomeNeeds, signal?: AbortSignal): Promise<boolean> {
  const listing = await listTools({ rpc: link.rpc, isServer: isServer(link), signal });
  if (listing.problem !== null) link.note(listing.problem);
  if (!listing.isWhole && listing.tools.length === 0) return false;
  const tools = listing.isWhole ? listing.tools : await withKnown(link.deviceId, listing.tools, needs);
  await needs.book.keepTools(link.deviceId, tools);
  return listing.isWhole;
}

/** A list that broke off says nothing about the rest: what was accepted there stays so. */
async function withKnown(deviceId: string, listed: ListedTool[], { book }: WelcomeNeeds): Promise<ListedTool[]> {
  const names = new Set(listed.map(({ name }) => name));
  const { tools: known } = await book.get(deviceId);
  return [...listed, ...known.filter(({ name }) => !names.has(name))];
}

async function introduction(link: DeviceLink, { book, vision }: WelcomeNeeds): Promise<object> {
  const clientInfo = { name: 'sigec', version };
  if (isServer(link)) return { protocolVersion: serverProtocol, capabilities: {}, clientInfo };
  const eyes = vision === null ? {} : { vision: { url: vision.url, token: await book.visionToken(link.deviceId) } };
  return { protocolVersion: deviceProtocol, capabilities: eyes, clientInfo };
}

async function describe(link: DeviceLink, result: unknown, { book }: WelcomeNeeds): Promise<void> {
  const about = isRecord(result) && isRecord(result['serverInfo']) ? result['serverInfo'] : {};
  const { name, version: firmware } = about;
  if (typeof name !== 'string' || typeof firmware !== 'string')
    return link.note('initialize was answered without name and version');
  await book.described(link.deviceId, { board: name.slice(0, 120), firmware: firmware.slice(0, 60) });
}

function isServer(link: DeviceLink): boolean {
  return link.channel.transport === 'endpoint';
}
