import { Agent, request as httpRequest } from 'node:http';
import type { Caller } from './rights.ts';

export type Reply = { status: number; headers: Record<string, string | undefined>; text: string };
type Asked = { method?: string; caller?: Caller; body?: unknown; raw?: string; headers?: Record<string, string> };

/** Everything over real sockets that stay open, as a busy client's would. */
export class Http implements Disposable {
  readonly agent = new Agent({ keepAlive: true, maxSockets: 64, scheduling: 'lifo' });

  async send(url: string, { method = 'POST', caller, body, raw, headers = {} }: Asked): Promise<Reply> {
    const text = raw ?? (body === undefined ? '' : JSON.stringify(body));
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    const request = httpRequest(url, {
      method,
      agent: this.agent,
      headers: {
        ...(text !== '' && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...(caller?.secret !== undefined && { authorization: `Bearer ${caller.secret}` }),
        ...headers,
      },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode: status = 0, headers: got } = response;
        resolve({ status, headers: got as Reply['headers'], text: Buffer.concat(chunks).toString() });
      });
    });
    request.end(text);
    try {
      return await promise;
    } catch (error) {
      // A kept connection may be closed by the other side just as it is used again.
      if ((error as NodeJS.ErrnoException).code === 'ECONNRESET' && request.reusedSocket)
        return this.send(url, { method, ...(caller && { caller }), raw: text, headers });
      throw error;
    }
  }

  [Symbol.dispose](): void {
    this.agent.destroy();
  }
}

/** What came of a call, whichever door it took. */
export type Answer = {
  isDone: boolean;
  status: number;
  /** Our sentence, or why not. */
  text: string;
  data: Record<string, unknown>;
  /** A question to the person, as 2026-07-28 puts it. */
  asks?: { key: string; state: string };
};

export type Addresses = { mcp: string; api: string; ocpp: string };
export type ToolCall = { tool: string; given: unknown; caller: Caller };

/** `view` and `seed`: REST for tools; `inner`: by way of call_tool; `rest` and `proposals`: what people and programs use. */
export const doorNames = ['view', 'modern', 'legacy', 'seed', 'inner', 'rest', 'proposals'] as const;
export type DoorName = (typeof doorNames)[number];
export type ToolDoor = Exclude<DoorName, 'rest' | 'proposals'>;

/** The address of the tools without MCP. */
export async function callByView(
  http: Http,
  { mcp }: Addresses,
  { tool, given, caller }: ToolCall,
  query = '',
): Promise<Answer> {
  const url = `${mcp}/tools/${encodeURIComponent(tool)}/call${query}`;
  return viewAnswer(await http.send(url, { caller, body: { arguments: given } }));
}

const seedReads: Record<string, string | null> = {
  list_charge_points: null,
  list_connectors_by_status: null,
  get_charge_point_status: 'charge_point_id',
  get_transaction_details: 'transaction_id',
};
const seedActs = [
  ...['reset_charge_point', 'update_charge_point_configuration', 'start_ocpp_transaction'],
  ...['stop_ocpp_transaction', 'set_connector_status'],
];
export const isSeedTool = (tool: string): boolean => tool in seedReads || seedActs.includes(tool);

export async function callBySeedPath(
  http: Http,
  { mcp }: Addresses,
  { tool, given, caller }: ToolCall,
): Promise<Answer> {
  const root = new URL(mcp).origin;
  if (seedActs.includes(tool)) return viewAnswer(await http.send(`${root}/${tool}`, { caller, body: given }));
  const part = seedReads[tool] ?? '';
  const asked = (given ?? {}) as Record<string, unknown>;
  const fields = Object.entries(asked).flatMap(([name, value]) =>
    name === part ? [] : [[name, asText(value)] as [string, string]],
  );
  const id = asText(asked[part]).toWellFormed(); // half a character has no address
  const path = part === '' ? `/${tool}` : `/${tool}/${encodeURIComponent(id)}`;
  return viewAnswer(
    await http.send(`${root}${path}?${new URLSearchParams(fields).toString()}`, { method: 'GET', caller }),
  );
}

/** A hostile value may have no text of its own. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
}

function viewAnswer({ status, text }: Reply): Answer {
  const body = parsed(text) as { success?: boolean; data?: Record<string, unknown>; message?: string };
  return { isDone: status < 300 && body.success === true, status, text: body.message ?? '', data: body.data ?? {} };
}

type Params = { name?: string; arguments?: unknown; [more: string]: unknown };

/** One request of 2026-07-28, which carries all that it needs. */
export async function askModern(
  http: Http,
  url: string,
  {
    method,
    params,
    caller,
    canElicit = false,
  }: { method: string; params: Params; caller: Caller; canElicit?: boolean },
): Promise<Reply> {
  const named = params.name ?? params['uri'];
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': canElicit ? { elicitation: {} } : {},
    'io.modelcontextprotocol/clientInfo': { name: 'anybody', version: '0' },
  };
  return http.send(url, {
    caller,
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof named === 'string' && { 'mcp-name': headerText(named) }),
    },
  });
}

/** Names with other characters than a header takes travel in base64, as the protocol has it. */
function headerText(text: string): string {
  return /^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

export async function callByModern(
  http: Http,
  url: string,
  { tool, given, caller }: ToolCall,
  more: { canElicit?: boolean; params?: object } = {},
): Promise<Answer> {
  const params = { name: tool, arguments: given, ...more.params };
  return mcpAnswer(
    await askModern(http, url, { method: 'tools/call', params, caller, canElicit: more.canElicit ?? false }),
  );
}

let requests = 0;
/** Within a session no two requests may have the same. */
function nextId(): number {
  requests += 1;
  return requests;
}

const legacyHeaders = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };

/** Begins a session of the older era and gives back its id; undefined: none was given. */
export async function beginLegacy(http: Http, url: string, caller: Caller): Promise<string | undefined> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'anybody', version: '0' } };
  const { status, headers } = await http.send(url, {
    caller,
    body: { jsonrpc: '2.0', id: 0, method: 'initialize', params },
    headers: { accept: legacyHeaders.accept },
  });
  return status === 200 ? headers['mcp-session-id'] : undefined;
}

export async function endLegacy(
  http: Http,
  url: string,
  { caller, session }: { caller: Caller; session: string | undefined },
): Promise<void> {
  if (session === undefined) return;
  await http.send(url, { method: 'DELETE', caller, headers: { ...legacyHeaders, 'mcp-session-id': session } });
}

export async function askLegacy(
  http: Http,
  url: string,
  { method, params, caller, session }: { method: string; params: object; caller: Caller; session: string | undefined },
): Promise<Reply> {
  return http.send(url, {
    caller,
    body: { jsonrpc: '2.0', id: nextId(), method, params },
    headers: { ...legacyHeaders, ...(session !== undefined && { 'mcp-session-id': session }) },
  });
}

export async function callByLegacy(
  http: Http,
  url: string,
  { tool, given, caller }: ToolCall,
  session: string | undefined,
): Promise<Answer> {
  const params = { name: tool, arguments: given };
  return mcpAnswer(await askLegacy(http, url, { method: 'tools/call', params, caller, session }));
}

type McpBody = {
  result?: {
    content?: { text?: string }[];
    structuredContent?: Record<string, unknown>;
    isError?: boolean;
    resultType?: string;
    inputRequests?: Record<string, unknown>;
    requestState?: string;
  };
  error?: { message?: string };
  message?: string;
};

function mcpAnswer({ status, text }: Reply): Answer {
  const { result, error, message } = messageOf(text) as McpBody;
  const [key] = Object.keys(result?.inputRequests ?? {});
  const asks = key === undefined ? {} : { asks: { key, state: result?.requestState ?? '' } };
  return {
    isDone: status === 200 && result !== undefined && result.isError !== true && key === undefined,
    status,
    text: error?.message ?? message ?? result?.content?.[0]?.text ?? '',
    data: result?.structuredContent ?? {},
    ...asks,
  };
}

/** The answer of a JSON body, or the last message of a stream of events. */
export function messageOf(text: string): object {
  if (!text.startsWith('event:') && !text.startsWith('id:') && !text.startsWith('data:') && !text.startsWith(':'))
    return parsed(text);
  const events = text.split('\n').filter((line) => line.startsWith('data: {'));
  return parsed(events.at(-1)?.slice('data: '.length) ?? '');
}

export function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Plain REST, as people and programs use it. */
export async function callByRest(
  http: Http,
  { api }: Addresses,
  {
    method = 'POST',
    path,
    body,
    caller,
    headers,
  }: { method?: string; path: string; body?: unknown; caller: Caller; headers?: Record<string, string> },
): Promise<Answer> {
  const reply = await http.send(`${api}${path}`, {
    method,
    caller,
    ...(body !== undefined && { body }),
    ...(headers && { headers }),
  });
  const data = parsed(reply.text) as { message?: string } & Record<string, unknown>;
  return { isDone: reply.status < 300, status: reply.status, text: data.message ?? '', data };
}
