import { readdir, readFile } from 'node:fs/promises';
import type { Server, Socket } from 'node:net';
import { networkOf } from '#base/hosts.ts';
import { plainAddress } from '#base/networks.ts';
import { PortShare } from './port-share.ts';

/** Stations take no more than this share of what the system lets us open: the rest is for the database, people and files. */
const scarceShare = 0.9;
/**
 * What each port for people, agents and devices may hold. There are six of them at most, so that whoever opens connections there and says nothing leaves
 * stations nearly a third.
 */
const otherPortShare = 0.1;
/** Beyond this share a connection of a station is cut before it is read. */
const spentShare = 0.95;
/** Beyond this one any other too: whoever looks after the installation comes in while stations are cut already. */
const lastShare = 0.98;
const lookEveryMs = 1_000;
/** Connections that may come and go while we look. */
const calmDifference = 8;

export type OpenFiles = Pick<FileWatch, 'areScarce' | 'areSpent' | 'count' | 'limitTo'>;

/** For tests and tools that open no crowd. */
export const endlessFiles: OpenFiles = {
  areScarce: false,
  areSpent: false,
  count: () => undefined,
  limitTo: () => undefined,
};

/**
 * How near we are to the limit of open files (A14): at it no connection, no query and no file can be opened, and parts of Node fail that have
 * nothing to do with it. Connections are counted as they come and go; what else is open is looked up now and then.
 */
export class FileWatch {
  private readonly limit: number;
  private others = 0;
  private connections = 0;
  private isLooking = false;
  private readonly timer: NodeJS.Timeout;

  private constructor(limit: number) {
    this.limit = limit;
    this.timer = setInterval(() => void this.look(), lookEveryMs).unref();
  }

  static async open(): Promise<FileWatch> {
    const watch = new FileWatch(await readLimit());
    await watch.look();
    return watch;
  }

  get areScarce(): boolean {
    return this.isBeyond(scarceShare);
  }

  get areSpent(): boolean {
    return this.isBeyond(spentShare);
  }

  private isBeyond(share: number): boolean {
    return this.others + this.connections >= this.limit * share;
  }

  count(socket: Socket): void {
    this.connections += 1;
    socket.once('close', () => {
      this.connections -= 1;
    });
  }

  /** From now on a port that is not for stations holds no more connections than its share. */
  limitTo(server: Server, share = otherPortShare): void {
    const connections = new PortShare(this.limit * share);
    server.prependListener('connection', (socket: Socket) => {
      this.count(socket);
      if (this.isBeyond(lastShare)) socket.destroy();
      else connections.enter(networkOf(plainAddress(socket.remoteAddress ?? 'unknown')), socket);
    });
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    if (this.isLooking || this.limit === Number.POSITIVE_INFINITY) return;
    this.isLooking = true;
    const before = this.connections;
    const open = await readdir('/proc/self/fd').catch(() => undefined);
    // In a crowd nobody knows which of the new connections are in the list: what else is open is then as it was before.
    const isCalm = Math.abs(this.connections - before) <= calmDifference;
    if (open !== undefined && isCalm) this.others = Math.max(0, open.length - this.connections);
    this.isLooking = false;
  }
}

/** Where the system does not tell, nothing is refused. */
async function readLimit(): Promise<number> {
  const text = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const [, soft] = /^Max open files\s+(\d+)/m.exec(text) ?? [];
  return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
}
