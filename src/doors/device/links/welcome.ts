import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '#base/json.ts';
import type { Log } from '#base/log.ts';
import { version } from '#base/version.ts';
import type { ListedTool, OpenDeviceRegistry } from '#devices/registry/device-registry.ts';
import type { DeviceLink } from './device-link.ts';
import type { RpcClient } from './rpc-client.ts';

/** Where a device with a camera sends its photos. */
export type Vision = { url: string };

export type WelcomeNeeds = {
  book: Pick<OpenDeviceRegistry, 'described' | 'keepTools' | 'visionToken' | 'get'>;
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

/** `problem`: why the list is not whole, or is not what was meant. */
type ToolListing = { tools: ListedTool[]; isWhole: boolean; problem: string | null };

/** 47 boards have about 70 tools between them; whoever has more than this is no device. */
const maxTools = 512;
const maxPages = 64;
const longestName = 128;
const longestDescription = 8 * 1024;
const largestSchemaBytes = 32 * 1024;

type ListNeeds = {
  rpc: RpcClient;
  /** Devices take an empty cursor and the wish for user-only tools; a server of MCP would stumble over both. */
  isServer: boolean;
  signal?: AbortSignal | undefined;
};

/** Page by page until there is no cursor. A list that broke off is told as such: what was not listed may still be there. */
export async function listTools({ rpc, isServer, signal }: ListNeeds): Promise<ToolListing> {
  const tools = new Map<string, ListedTool>();
  const cursors = new Set<string>();
  let cursor = '';
  let problem: string | null = null;
  const broken = (why: string): ToolListing => ({ tools: [...tools.values()], isWhole: false, problem: why });
  for (let page = 0; page < maxPages; page += 1) {
    const params = isServer ? (cursor === '' ? {} : { cursor }) : { cursor, withUserTools: true };
    const outcome = await rpc.call('tools/list', params, { signal });
    if (outcome.status !== 'answered') return broken(whyNot(outcome));
    const { tools: listed, nextCursor } = isRecord(outcome.result) ? outcome.result : {};
    if (!Array.isArray(listed)) return broken('The device answered tools/list without tools.');
    for (const item of listed) {
      const tool = readTool(item);
      if (tool === undefined) problem = 'The device lists a tool whose name, description or schema cannot be used.';
      else if (isOther(tools.get(tool.name), tool))
        problem = `The device lists a tool twice under one name, and the first one counts${shownName(tool.name)}.`;
      else if (tools.size < maxTools) tools.set(tool.name, tool);
      else problem = `The device lists more than ${maxTools} tools; the rest is left out.`;
    }
    if (typeof nextCursor !== 'string' || nextCursor === '')
      return { tools: [...tools.values()], isWhole: true, problem };
    if (cursors.has(nextCursor)) return broken('The device lists the same page of tools again and again.');
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
  return broken(`The device lists more than ${maxPages} pages of tools.`);
}

function whyNot(
  outcome:
    | { status: 'error'; message: string }
    | { status: 'broken'; problem: string }
    | { status: string; reason: string },
): string {
  if ('problem' in outcome) return `The device answered tools/list with ${outcome.problem}.`;
  return 'message' in outcome ? 'The device answered tools/list with an error.' : outcome.reason;
}

/** The same tool once more is no trouble: pages of a list that grows overlap. */
function isOther(known: ListedTool | undefined, tool: ListedTool): boolean {
  return known !== undefined && !isDeepStrictEqual(known, tool);
}

/** Told only where it is plainly a name. */
function shownName(name: string): string {
  return /^[\w.-]{1,100}$/.test(name) ? `: ${name}` : '';
}

/** As it was said, in bounds; the book cleans it, and a person accepts it. */
function readTool(item: unknown): ListedTool | undefined {
  if (!isRecord(item)) return undefined;
  const { name, description = '', inputSchema = { type: 'object' }, annotations } = item;
  if (typeof name !== 'string' || name === '' || name.length > longestName) return undefined;
  if (typeof description !== 'string' || description.length > longestDescription) return undefined;
  if (!isRecord(inputSchema) || JSON.stringify(inputSchema).length > largestSchemaBytes) return undefined;
  const audience = isRecord(annotations) ? annotations['audience'] : undefined;
  const isForUsersOnly = Array.isArray(audience) && audience.length > 0 && audience.every((who) => who === 'user');
  return { name, description, inputSchema, isForUsersOnly };
}
