import type { Socket } from 'node:net';

type Connection = Pick<Socket, 'once' | 'destroy'>;

/**
 * The connections of one port, which holds no more than `max`. Whoever comes when it is full takes the place of the oldest of the network that holds
 * most; a crowd of one network cuts its own newcomers alone, and keeps nobody else out.
 */
export class PortShare {
  private readonly held = new Map<string, Set<Connection>>();
  private readonly max: number;
  private count = 0;

  constructor(max: number) {
    this.max = max;
  }

  enter(network: string, connection: Connection): void {
    const own = this.held.get(network) ?? new Set();
    if (this.count >= this.max && !this.makeRoom(own)) return void connection.destroy();
    this.held.set(network, own.add(connection));
    this.count += 1;
    connection.once('close', () => this.leave(network, connection));
  }

  private makeRoom(own: ReadonlySet<Connection>): boolean {
    let [crowdedNetwork, crowd] = ['', own];
    for (const [network, connections] of this.held)
      if (connections.size > crowd.size) [crowdedNetwork, crowd] = [network, connections];
    const [oldest] = crowd;
    if (oldest === undefined || crowd.size <= own.size + 1) return false;
    this.leave(crowdedNetwork, oldest); // its end is told later, and the place is free now
    oldest.destroy();
    return true;
  }

  private leave(network: string, connection: Connection): void {
    const own = this.held.get(network);
    if (own?.delete(connection) !== true) return;
    this.count -= 1;
    if (own.size === 0) this.held.delete(network);
  }
}
