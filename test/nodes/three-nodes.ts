import { once } from 'node:events';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import type { Served } from '../faults/charging-fleet.ts';
import { OutsidePostgres } from '../faults/outside-postgres.ts';
import { NatsServer } from '../support/nats-server.ts';
import { ProductProcess } from '../support/product-process.ts';
import type { Cable, FarNetwork } from './far-network.ts';

/** One way through the balancer; `far` leads to the node. */
type Carried = { near: Socket; far: Socket };
type Target = { port: number; isIn: boolean; carried: Set<Carried> };

/** Connections of which the stations know nothing any more, while the node still holds them. */
export type Stranded = { count: number; calls(): string[]; areEnded(): boolean };

/** Passes connections of stations on to the nodes in turn, as a balancer of TCP does; what is left out gets none and loses its own. */
class Balancer {
  private readonly server: Server;
  private readonly targets: Target[];
  private turn = 0;

  constructor(ports: readonly number[]) {
    this.targets = [];
    for (const port of ports) this.add(port);
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

  add(port: number): void {
    this.targets.push({ port, isIn: true, carried: new Set() });
  }

  /** It gets nobody new, and keeps those that it has. */
  rest(place: number): void {
    const target = this.targets[place];
    if (target !== undefined) target.isIn = false;
  }

  leaveOut(place: number): void {
    this.rest(place);
    for (const { near, far } of this.targets[place]?.carried ?? []) for (const end of [near, far]) end.destroy();
  }

  /** It gets nobody new, and the stations that it has lose their way to it without its noticing, as behind a router that forgot them. */
  strand(place: number): Stranded {
    this.rest(place);
    const stranded = [...(this.targets[place]?.carried ?? [])].map(({ near, far }) => {
      const said: Buffer[] = [];
      near.unpipe(far);
      far.unpipe(near);
      near.removeAllListeners('close').destroy();
      far.on('data', (data: Buffer) => said.push(data)).resume();
      return { far, said };
    });
    return {
      count: stranded.length,
      // Stations of these tests do not compress, so a call is seen in the bytes.
      calls: () =>
        stranded.flatMap(
          ({ said }) =>
            Buffer.concat(said)
              .toString('latin1')
              .match(/\[2,"[^"]*","\w+"/g) ?? [],
        ),
      areEnded: () => stranded.every(({ far }) => far.destroyed),
    };
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
    const carried = { near, far };
    target.carried.add(carried);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => {
        target.carried.delete(carried);
        to.destroy();
      });
      from.pipe(to);
    }
  }
}

/** PostgreSQL and NATS stand in a network of their own, and each node reaches each of them by the cable that is named here. */
type FarServers = { network: FarNetwork; toDatabase(place: number): Cable; toNats(place: number): Cable };

type ThreeNodesOptions = { env?: Record<string, string>; envAt?: EnvOf; far?: FarServers };

type EnvOf = (place: number) => Record<string, string>;

const databasePort = 5432;

function socketOf(databaseUrl: string): string {
  const { searchParams } = new URL(databaseUrl);
  return `${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`;
}

/** Three nodes on one PostgreSQL and one NATS, with stations behind a balancer. */
export class ThreeNodes implements AsyncDisposable {
  readonly nodes: ProductProcess[];
  readonly nats: NatsServer;
  readonly balancer: Balancer;
  readonly postgres: OutsidePostgres;
  private readonly envOf: EnvOf;

  private constructor(given: Pick<ThreeNodes, 'nodes' | 'nats' | 'balancer' | 'postgres'> & { envOf: EnvOf }) {
    this.nodes = given.nodes;
    this.nats = given.nats;
    this.balancer = given.balancer;
    this.postgres = given.postgres;
    this.envOf = given.envOf;
  }

  static async start({ env = {}, envAt, far }: ThreeNodesOptions = {}): Promise<ThreeNodes> {
    const postgres = await OutsidePostgres.start();
    const nats = await NatsServer.start({ inside: far?.network.inside ?? [] });
    if (far !== undefined) await far.network.relay(databasePort, socketOf(postgres.url));
    const envOf = (place: number) => ({
      DATABASE_URL:
        far === undefined ? postgres.url : `postgres://sigec@${far.toDatabase(place).address}:${databasePort}/sigec`,
      NATS_URL: far === undefined ? nats.url : `nats://${far.toNats(place).address}:${nats.port}`,
      INSTALLATION_KEY: '0f'.repeat(32),
      PACKS: 'charging',
      BUDGET_COMMANDS_PER_HOUR: 'person=1000000',
      COOL_DOWN_SECONDS: 'off',
      DRAIN_SECONDS: '0',
      ...env,
      ...envAt?.(place),
    });
    const nodes = [await ProductProcess.start(envOf(0))];
    nodes.push(...(await Promise.all([ProductProcess.start(envOf(1)), ProductProcess.start(envOf(2))])));
    const balancer = new Balancer(nodes.map(({ ports }) => ports.ocpp));
    await balancer.open();
    return new ThreeNodes({ nodes, nats, balancer, postgres, envOf });
  }

  /** One more, beside the three. */
  async addNode(): Promise<void> {
    const node = await ProductProcess.start(this.envOf(this.nodes.length));
    this.nodes.push(node);
    this.balancer.add(node.ports.ocpp);
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
    await this.at(place).start(this.envOf(place));
    this.balancer.takeIn(place);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.balancer.close();
    await Promise.all(this.nodes.map((node) => node[Symbol.asyncDispose]()));
    await this.nats.kill();
    await this.postgres[Symbol.asyncDispose]();
  }
}
