import { isRecord } from '#base/json.ts';
import type { DeviceIdentity } from './boot.ts';
import { listed, resultOf, type SimulatedTool, type Vision } from './device-tool.ts';
import { int32, readArguments, type Values } from './property.ts';

type Needs = {
  identity: DeviceIdentity;
  tools: readonly SimulatedTool[];
  send(payload: string): void;
  onCall(tool: string, values: Values): void;
  restart(reason: string): void;
};

/** The MCP server in the firmware, with its habits: it writes its answers by hand, and drops in silence what it does not like. */
export class DeviceMcpServer {
  private readonly needs: Needs;
  /** Tools run on the main task, one by one: a slow one keeps the next waiting, one that hangs keeps them for ever. */
  private mainTask: Promise<void> = Promise.resolve();
  private vision: Vision | undefined;

  constructor(needs: Needs) {
    this.needs = needs;
  }

  receive(payload: unknown): void {
    if (!isRecord(payload)) return; // a batch among them
    const { jsonrpc, method, params, id } = payload;
    if (jsonrpc !== '2.0' || typeof method !== 'string' || method.startsWith('notifications')) return;
    if (params !== undefined && !isRecord(params)) return;
    if (typeof id !== 'number') return;
    this.answer(int32(id), method, params);
  }

  notify(method: string, params: Record<string, unknown>): void {
    this.needs.send(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  private answer(id: number, method: string, params: Record<string, unknown> | undefined): void {
    switch (method) {
      case 'initialize':
        return this.initialize(id, params);
      case 'tools/list':
        return this.list(id, params);
      case 'tools/call':
        return this.call(id, params);
      default:
        return this.fail(id, `Method not implemented: ${method}`);
    }
  }

  private initialize(id: number, params: Record<string, unknown> | undefined): void {
    const capabilities = params?.['capabilities'];
    const vision = isRecord(capabilities) ? capabilities['vision'] : undefined;
    if (isRecord(vision) && typeof vision['url'] === 'string')
      this.vision = { url: vision['url'], token: typeof vision['token'] === 'string' ? vision['token'] : '' };
    const { board, firmware } = this.needs.identity;
    const about = `{"name":"${board}","version":"${firmware}"}`;
    this.succeed(id, `{"protocolVersion":"2024-11-05","capabilities":{"tools":{}},"serverInfo":${about}}`);
  }

  private list(id: number, params: Record<string, unknown> | undefined): void {
    const cursor = typeof params?.['cursor'] === 'string' ? params['cursor'] : '';
    try {
      this.succeed(id, toolPage(this.needs.tools, { cursor, withUserTools: params?.['withUserTools'] === true }));
    } catch (error) {
      this.fail(id, messageOf(error));
    }
  }

  private call(id: number, params: Record<string, unknown> | undefined): void {
    if (params === undefined) return this.fail(id, 'Missing params');
    const { name, arguments: given = {} } = params;
    if (typeof name !== 'string') return this.fail(id, 'Missing name');
    if (!isRecord(given)) return this.fail(id, 'Invalid arguments');
    const tool = this.needs.tools.find((one) => one.name === name);
    if (tool === undefined) return this.fail(id, `Unknown tool: ${name}`);
    try {
      const values = readArguments(tool.properties ?? {}, given);
      this.mainTask = this.mainTask.then(() => this.run(id, tool, values));
    } catch (error) {
      this.fail(id, messageOf(error));
    }
  }

  private async run(id: number, tool: SimulatedTool, values: Values): Promise<void> {
    const { identity, onCall, restart } = this.needs;
    onCall(tool.name, values);
    try {
      this.succeed(id, resultOf(await tool.run(values, { identity, vision: this.vision, restart })));
    } catch (error) {
      this.fail(id, messageOf(error));
    }
  }

  private succeed(id: number, result: string): void {
    this.needs.send(`{"jsonrpc":"2.0","id":${id},"result":${result}}`);
  }

  /** No code, and nothing escaped: a quote in the message spoils the frame. */
  private fail(id: number, message: string): void {
    this.needs.send(`{"jsonrpc":"2.0","id":${id},"error":{"message":"${message}"}}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const maxBytes = 8000;
const spareBytes = 30;

type PageAsked = { cursor: string; withUserTools: boolean };

/** As many tools as fit; the cursor is the name of the first one that did not. Throws what the device says when none does. */
function toolPage(tools: readonly SimulatedTool[], { cursor, withUserTools }: PageAsked): string {
  const first = cursor === '' ? 0 : tools.findIndex(({ name }) => name === cursor);
  const visible = tools
    .slice(first === -1 ? tools.length : first)
    .filter((tool) => withUserTools || !tool.isForUsersOnly);
  const page: string[] = [];
  let nextCursor = '';
  let bytes = Buffer.byteLength('{"tools":[');
  for (const tool of visible) {
    const entry = listed(tool);
    bytes += Buffer.byteLength(entry) + 1;
    if (bytes + spareBytes > maxBytes) {
      nextCursor = tool.name;
      break;
    }
    page.push(entry);
  }
  if (page.length === 0 && tools.length > 0)
    throw new Error(`Failed to add tool ${nextCursor} because of payload size limit`);
  return `{"tools":[${page.join(',')}]${nextCursor === '' ? '' : `,"nextCursor":"${nextCursor}"`}}`;
}
