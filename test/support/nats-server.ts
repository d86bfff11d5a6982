import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection, createServer, type Server, type Socket } from 'node:net';

/** `inside`: the words before its command, by which it runs in another network. */
type NatsOptions = { inside?: readonly string[]; flags?: readonly string[] };

/** A real nats-server, which can be killed and started again at its port. */
export class NatsServer implements AsyncDisposable {
  readonly port: number;
  private readonly options: NatsOptions;
  private child: ChildProcess | undefined;

  private constructor(port: number, options: NatsOptions) {
    this.port = port;
    this.options = options;
  }

  static async start(options: NatsOptions = {}): Promise<NatsServer> {
    const server = new NatsServer(await freePort(), options);
    await server.start();
    return server;
  }

  /** Three that know each other, by the flags of `deploy/compose.yaml`. */
  static async startCluster(): Promise<[NatsServer, NatsServer, NatsServer]> {
    const ports = [await freePort(), await freePort(), await freePort()];
    const routes = ports.map((port) => `nats://127.0.0.1:${port}`);
    const start = (route = '') =>
      NatsServer.start({ flags: ['--cluster_name', 'sigec', '--cluster', route, '--routes', routes.join(',')] });
    const [first, second, third] = routes;
    return Promise.all([start(first), start(second), start(third)]);
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const { PATH = '' } = process.env;
    const { inside = [], flags = [] } = this.options;
    const address = inside.length === 0 ? '127.0.0.1' : '0.0.0.0';
    const [command = '', ...args] = [
      ...inside,
      'nats-server',
      '--addr',
      address,
      '--port',
      String(this.port),
      ...flags,
    ];
    this.child = spawn(command, args, {
      env: { PATH: `${PATH}:/usr/sbin` },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const { stderr } = this.child;
    if (stderr === null) throw new Error('nats-server has no output');
    let told = '';
    for await (const text of stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      told += String(text);
      if (told.includes('Server is ready')) break;
    }
    stderr.resume();
    if (!told.includes('Server is ready')) throw new Error(`nats-server did not start: ${told}`);
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }
}

/** A way to a server that can be cut, as a broken network does it: what is sent is lost, and nobody is told. */
export class Cable implements AsyncDisposable {
  private readonly ends = new Set<Socket>();
  private isCut = false;
  private readonly server: Server;

  private constructor(server: Server) {
    this.server = server;
  }

  static async to(port: number): Promise<Cable> {
    const server = createServer();
    const cable = new Cable(server);
    server.on('connection', (near) => cable.carry(near, port));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return cable;
  }

  get port(): number {
    const address = this.server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  cut(): void {
    this.isCut = true;
    for (const end of this.ends) end.pause();
  }

  mend(): void {
    this.isCut = false;
    for (const end of this.ends) end.destroy(); // what was lost is not made up for
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.mend();
    const closed = once(this.server, 'close');
    this.server.close();
    await closed;
  }

  private carry(near: Socket, port: number): void {
    const far = createConnection(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.ends.add(from);
      from.on('data', (data) => to.write(data));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.ends.delete(from);
        to.destroy();
      });
      if (this.isCut) from.pause();
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
