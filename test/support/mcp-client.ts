import { request as httpRequest } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export type ClientOptions = ConstructorParameters<typeof Client>[1];

export const modernClient = { versionNegotiation: { mode: 'auto' } } satisfies ClientOptions;

/** The newest revision of either era, and how a client comes to speak it. */
export const eras = [
  ['2025-11-25', {}],
  ['2026-07-28', modernClient],
] as const;

export type ConnectedClient = Client & AsyncDisposable;

export async function connect(address: string, options: ClientOptions, secret?: string): Promise<ConnectedClient> {
  const client = new Client({ name: 'test', version: '0' }, options);
  const headers = secret === undefined ? {} : { authorization: `Bearer ${secret}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }));
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

export function textOf(answer: unknown, block = 0): string {
  const { content } = answer as { content: { text: string }[] };
  return content[block]?.text ?? '';
}

export type Posted = { status: number | undefined; headers: Record<string, string | undefined>; body: unknown };
export type Message = { text: string; headers: Record<string, string> };

/** A request of 2026-07-28, which carries all that it needs. */
export function modern(method: string, params: { name?: string; [more: string]: unknown } = {}): Message {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '0' },
  };
  return {
    text: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(params.name !== undefined && { 'mcp-name': params.name }),
    },
  };
}

/** Plain HTTP, since fetch lets nobody choose Host and Origin. */
export async function post(
  address: string,
  { text, headers }: Message,
  more: Record<string, string> = {},
): Promise<Posted> {
  const request = httpRequest(address, { method: 'POST', headers: { ...headers, ...more }, agent: false });
  request.end(text);
  const { promise, resolve, reject } = Promise.withResolvers<Posted>();
  request.on('error', reject);
  request.on('response', (response) => {
    let answer = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      answer += chunk;
    });
    response.on('error', reject);
    response.on('end', () => {
      const body: unknown = answer.startsWith('{') ? JSON.parse(answer) : answer;
      resolve({ status: response.statusCode, headers: response.headers as Posted['headers'], body });
    });
  });
  return promise;
}

export type LegacySession = {
  id: string;
  /** Headers that name the session. */
  headers: Record<string, string>;
  /** Sends one request and returns the message that answers it. */
  ask(method: string, params?: object): Promise<{ result?: Record<string, unknown>; error?: Record<string, unknown> }>;
};

/** A session of 2025-11-25 without a client between: what really goes over the wire. */
export async function legacySession(
  address: string,
  more: Record<string, string> = {},
  capabilities = {},
): Promise<LegacySession> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...more };
  const params = { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'test', version: '0' } };
  const begun = await post(address, { headers, text: request('initialize', params) });
  const id = begun.headers['mcp-session-id'] ?? '';
  const within = { ...headers, 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' };
  await post(address, {
    headers: within,
    text: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
  });
  return {
    id,
    headers: within,
    async ask(method, given = {}) {
      const { body } = await post(address, { headers: within, text: request(method, given) });
      const text = typeof body === 'string' ? (messagesIn(body).at(-1) ?? '{}') : JSON.stringify(body);
      return JSON.parse(text) as Awaited<ReturnType<LegacySession['ask']>>;
    },
  };
}

function request(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
}

function messagesIn(stream: string): string[] {
  return [...stream.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => data as string);
}

/** The messages of a stream of server-sent events, as they come. */
export async function* readEvents(answer: Response): AsyncGenerator<Record<string, unknown>, undefined> {
  let text = '';
  for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const data of blocks.flatMap(messagesIn)) yield JSON.parse(data) as Record<string, unknown>;
  }
  return undefined;
}

export type Stream = AsyncDisposable & { next(): Promise<unknown>; received: number; ended: Promise<void> };

/** The messages of an answer that stays open, each as it comes. */
export async function streamOf(address: string, init: RequestInit): Promise<Stream> {
  const stopping = new AbortController();
  const answer = await fetch(address, { ...init, signal: stopping.signal });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  const waiting: ((message: unknown) => void)[] = [];
  const kept: unknown[] = [];
  const stream = { received: 0, ended: Promise.resolve() };
  const read = async (): Promise<void> => {
    try {
      for await (const message of readEvents(answer)) {
        stream.received += 1;
        const taker = waiting.shift();
        if (taker === undefined) kept.push(message);
        else taker(message);
      }
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
    }
  };
  stream.ended = read();
  return Object.assign(stream, {
    next: () => (kept.length > 0 ? Promise.resolve(kept.shift()) : new Promise((resolve) => waiting.push(resolve))),
    [Symbol.asyncDispose]() {
      stopping.abort();
      return stream.ended.catch(() => undefined);
    },
  });
}
