import { once } from 'node:events';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import type { Served } from '../faults/charging-fleet.ts';
import { OutsidePostgres } from '../faults/outside-postgres.ts';
import { NatsServer } from '../support/nats-server.ts';
import { ProductProcess } from '../support/product-process.ts';

/** Passes connections of stations on to the nodes in turn, as a balancer of TCP does; what is left out gets none and loses its own. */
class Balancer {
  private readonly server: Server;
  private readonly targets: { port: number; isIn: boolean; sockets: Set<Socket> }[];
  private turn = 0;

  constructor(ports: readonly number[]) {
    this.targets = ports.map((port) => ({ port, isIn: true, sockets: new Set() }));
    this.server = createServer((near) => this.carry(near));
  }

  async open(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  get port(): number {
    const address = this.server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  leaveOut(place: number): void {
    const target = this.targets[place];
    if (target === undefined) return;
    target.isIn = false;
    for (const socket of target.sockets) socket.destroy();
  }

  takeIn(place: number): void {
    const target = this.targets[place];
    if (target !== undefined) target.isIn = true;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const [place] of this.targets.entries()) this.leaveOut(place);
    await closed;
  }

  private carry(near: Socket): void {
    const able = this.targets.filter(({ isIn }) => isIn);
    this.turn += 1;
    const target = able[this.turn % able.length];
    if (target === undefined) return void near.destroy();
    const far = createConnection(target.port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      target.sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        target.sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  }
}

/** Three nodes on one PostgreSQL and one NATS, with stations behind a balancer. */
export class ThreeNodes implements AsyncDisposable {
  readonly nodes: readonly ProductProcess[];
  readonly nats: NatsServer;
  readonly balancer: Balancer;
  readonly postgres: OutsidePostgres;
  private readonly env: Record<string, string>;

  private constructor(
    given: Pick<ThreeNodes, 'nodes' | 'nats' | 'balancer' | 'postgres'> & { env: Record<string, string> },
  ) {
    this.nodes = given.nodes;
    this.nats = given.nats;
    this.balancer = given.balancer;
    this.postgres = given.postgres;
    this.env = given.env;
  }

  static async start(): Promise<ThreeNodes> {
    const postgres = await OutsidePostgres.start();
    const nats = await NatsServer.start();
    const env = {
      DATABASE_URL: postgres.url,
      NATS_URL: nats.url,
      INSTALLATION_KEY: '0f'.repeat(32),
      PACKS: 'charging',
      BUDGET_COMMANDS_PER_HOUR: 'person=1000000',
      COOL_DOWN_SECONDS: 'off',
    };
    const nodes = [await ProductProcess.start(env)];
    nodes.push(...(await Promise.all([ProductProcess.start(env), ProductProcess.start(env)])));
    const balancer = new Balancer(nodes.map(({ ports }) => ports.ocpp));
    await balancer.open();
    return new ThreeNodes({ nodes, nats, balancer, postgres, env });
  }

  at(place: number): ProductProcess {
    const node = this.nodes[place];
    if (node === undefined) throw new Error(`There is no node ${place}.`);
    return node;
  }

  /** The installation as stations and people meet it: through the balancer, and at one of the nodes. */
  through(place: number): Served {
    const node = this.at(place);
    return {
      ocppUrl: `ws://127.0.0.1:${this.balancer.port}`,
      get: (path) => node.get(path),
      post: (path, body) => node.post(path, body),
    };
  }

  async kill(place: number): Promise<void> {
    this.balancer.leaveOut(place);
    await this.at(place).kill('SIGKILL');
  }

  async startAgain(place: number): Promise<void> {
    await this.at(place).start(this.env);
    this.balancer.takeIn(place);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.balancer.close();
    await Promise.all(this.nodes.map((node) => node[Symbol.asyncDispose]()));
    await this.nats.kill();
    await this.postgres[Symbol.asyncDispose]();
  }
}
