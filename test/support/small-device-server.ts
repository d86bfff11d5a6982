import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { Aedes, type Client } from 'aedes';
import { type WebSocket, WebSocketServer } from 'ws';

export type AskedForSettings = { path: string; headers: IncomingHttpHeaders; body: string };
type Frame = Record<string, unknown>;

/** Just enough of a device server to test devices against, without a line of the product's own. */
export class SmallDeviceServer {
  /** Requests over HTTP, in order. */
  readonly asked: AskedForSettings[] = [];
  readonly handshakes: IncomingHttpHeaders[] = [];
  readonly subscriptions: string[] = [];
  readonly frames: Frame[] = [];
  otaUrl = '';
  address = '';
  mqttEndpoint = '';
  /** What the settings hold. */
  settings: () => object = () => ({ websocket: this.websocket() });
  activation: () => number = () => 202;
  /** The hello that answers one; undefined: none. */
  hello: (frame: Frame) => object | undefined = ({ transport }) => ({
    type: 'hello',
    transport,
    session_id: `session-${this.hellos}`,
    ...(transport === 'udp' && {
      udp: { server: '127.0.0.1', port: 8884, key: 'ab'.repeat(16), nonce: 'cd'.repeat(16) },
    }),
  });
  hellos = 0;
  private readonly closing = new AsyncDisposableStack();
  private sockets: WebSocket[] = [];
  private clients: Client[] = [];

  static async start(): Promise<SmallDeviceServer> {
    const server = new SmallDeviceServer();
    await server.listen();
    return server;
  }

  websocket(): object {
    return { url: `${this.address.replace('http', 'ws')}/xiaozhi/v1/`, token: 'token-1', version: 1 };
  }

  mqtt(): object {
    const account = { client_id: 'GID_test@@@aa_bb', username: 'user', password: 'word' };
    return { endpoint: this.mqttEndpoint, ...account, publish_topic: 'device-server', keepalive: 240 };
  }

  send(frame: object): void {
    const text = JSON.stringify(frame);
    this.sockets.at(-1)?.send(text);
    this.clients
      .at(-1)
      ?.publish({ cmd: 'publish', topic: 'any', payload: text, qos: 0, retain: false, dup: false }, () => undefined);
  }

  /** Sends a JSON-RPC message, and waits for the answer with its id. */
  async ask(payload: { id: number; method: string; params?: object }): Promise<Frame> {
    this.send({ type: 'mcp', payload: { jsonrpc: '2.0', ...payload } });
    return this.frame((frame) => (frame['payload'] as { id?: number } | undefined)?.id === payload.id);
  }

  async frame(fits: (frame: Frame) => boolean): Promise<Frame> {
    const until = performance.now() + 5_000;
    for (;;) {
      const found = this.frames.find(fits);
      if (found !== undefined) return found;
      if (performance.now() > until) throw new Error('No such frame came within 5 s.');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  get connections(): number {
    return this.sockets.length + this.clients.length;
  }

  /** Without a word. */
  dropAll(): void {
    for (const socket of this.sockets) socket.terminate();
    for (const client of this.clients) client.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.dropAll();
    await this.closing.disposeAsync();
  }

  private async listen(): Promise<void> {
    const http = createServer((request, response) => void this.answer(request, response));
    const upgrades = new WebSocketServer({ server: http });
    upgrades.on('connection', (socket, request) => {
      this.handshakes.push(request.headers);
      this.sockets.push(socket);
      socket.on('message', (data: Buffer, isBinary) => isBinary || this.receive(data.toString()));
      socket.on('close', () => {
        this.sockets = this.sockets.filter((other) => other !== socket);
      });
    });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    this.address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    this.otaUrl = `${this.address}/xiaozhi/ota/`;
    const broker = await Aedes.createBroker();
    broker.on('clientReady', (client) => this.clients.push(client));
    broker.on('clientDisconnect', (client) => {
      this.clients = this.clients.filter((other) => other !== client);
    });
    broker.on('subscribe', (subscriptions) => this.subscriptions.push(...subscriptions.map(({ topic }) => topic)));
    broker.on('publish', (packet, client) => {
      if (client !== null) this.receive(packet.payload.toString());
    });
    const tcp = createTcpServer((stream) => void broker.handle(stream));
    tcp.listen(0, '127.0.0.1');
    await once(tcp, 'listening');
    this.mqttEndpoint = `127.0.0.1:${(tcp.address() as AddressInfo).port}`;
    this.closing.defer(async () => {
      http.closeAllConnections();
      await Promise.all([
        new Promise((resolve) => broker.close(() => resolve(undefined))),
        new Promise((resolve) => tcp.close(resolve)),
        new Promise((resolve) => http.close(resolve)),
      ]);
    });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    this.asked.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString('latin1') });
    if (path.endsWith('/activate')) response.writeHead(this.activation()).end('{}');
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(this.settings()));
  }

  private receive(text: string): void {
    const frame = JSON.parse(text) as Frame;
    this.frames.push(frame);
    if (frame['type'] !== 'hello') return;
    this.hellos += 1;
    const hello = this.hello(frame);
    if (hello !== undefined) this.send(hello);
  }
}
