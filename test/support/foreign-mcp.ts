import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type NodeIncomingMessageLike,
  NodeStreamableHTTPServerTransport,
  toNodeHandler,
} from '@modelcontextprotocol/node';
import {
  type CallToolResult,
  createMcpHandler,
  type InputRequiredResult,
  Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';

export type ForeignTool = Pick<Tool, 'description' | 'annotations' | 'title'> & {
  name: string;
  inputSchema?: Tool['inputSchema'];
  run?(given: Record<string, unknown>, request: ServerContext): Promise<CallToolResult | InputRequiredResult>;
};

export type ForeignMcp = AsyncDisposable & {
  url: string;
  port: number;
  /** May be changed; `tellChanged` says so to whoever listens. */
  tools: ForeignTool[];
  tellChanged(): Promise<void>;
  /** Ends every connection that there is. */
  breakOff(): void;
  /** Of every request. */
  heard: { authorization: string | undefined }[];
};

type Options = {
  tools: ForeignTool[];
  port?: number;
  /** sessions: knows nothing newer than 2025-11-25. */
  era?: 'modern' | 'sessions';
};

/** An MCP server of somebody else: the library's own, on a real socket. */
export async function startForeignMcp({ tools, port = 0, era = 'modern' }: Options): Promise<ForeignMcp> {
  const sessions = new Map<string, { transport: NodeStreamableHTTPServerTransport; server: ForeignServer }>();
  const offered = [...tools];
  const heard: ForeignMcp['heard'] = [];
  const modern = createMcpHandler(() => foreignServer(offered), { legacy: 'reject' });
  const serveModern = toNodeHandler(modern);
  const http = createServer((request, response) => {
    heard.push({ authorization: request.headers.authorization });
    if (era === 'modern') return void serveModern(request as NodeIncomingMessageLike, response);
    void serveSession();

    async function serveSession(): Promise<void> {
      const id = request.headers['mcp-session-id'];
      const known = typeof id === 'string' ? sessions.get(id) : undefined;
      if (id !== undefined && known === undefined) return void response.writeHead(404).end();
      if (known !== undefined) return known.transport.handleRequest(request, response);
      const server = foreignServer(offered);
      const transport = new NodeStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (fresh) => void sessions.set(fresh, { transport, server }),
      });
      await server.connect(transport);
      await transport.handleRequest(request, response);
    }
  });
  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
  const { port: taken } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}/mcp`,
    port: taken,
    tools: offered,
    heard,
    breakOff: () => http.closeAllConnections(),
    async tellChanged() {
      modern.notify.toolsChanged();
      for (const { server } of sessions.values()) await server.sendToolListChanged();
    },
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await new Promise((resolve) => {
        http.close(resolve);
      });
      await modern.close();
    },
  };
}

// oxlint-disable-next-line typescript/no-deprecated -- the low-level server is meant for those who bring their own lists
type ForeignServer = Server;

export function foreignServer(tools: readonly ForeignTool[]): ForeignServer {
  // oxlint-disable-next-line typescript/no-deprecated -- as above
  const server = new Server(
    { name: 'shed', version: '1' },
    { capabilities: { tools: { listChanged: true }, prompts: {}, resources: {} } },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({ run: _run, inputSchema = { type: 'object' as const }, ...tool }) => ({ ...tool, inputSchema })),
  }));
  server.setRequestHandler('tools/call', async ({ params }, request) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) throw new Error(`No tool ${params.name}.`);
    return (
      (await tool.run?.(params.arguments ?? {}, request)) ?? { content: [{ type: 'text', text: `${tool.name} done` }] }
    );
  });
  server.setRequestHandler('resources/list', () => ({ resources: [{ uri: 'shed://rake', name: 'rake' }] }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'shed://{tool}', name: 'any' }],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => ({ contents: [{ uri, text: `All of ${uri}` }] }));
  server.setRequestHandler('prompts/list', () => ({
    prompts: [{ name: 'rake_leaves', description: 'Rakes', arguments: [{ name: 'where', required: true }] }],
  }));
  server.setRequestHandler('prompts/get', ({ params }) => ({
    messages: [
      { role: 'user' as const, content: { type: 'text' as const, text: `Rake ${params.arguments?.['where']}.` } },
    ],
  }));
  return server;
}
