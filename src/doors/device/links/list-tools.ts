import { isRecord } from '#base/json.ts';
import type { ListedTool } from '#devices/registry/device-book.ts';
import type { RpcClient } from './rpc-client.ts';

/** `problem`: why the list is not whole, or is not what was meant. */
export type ToolListing = { tools: ListedTool[]; isWhole: boolean; problem: string | null };

/** 47 boards have about 70 tools between them; whoever has more than this is no device. */
const maxTools = 512;
const maxPages = 64;
const longestName = 128;
const longestDescription = 8 * 1024;
const largestSchemaBytes = 32 * 1024;

export type ListNeeds = {
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
