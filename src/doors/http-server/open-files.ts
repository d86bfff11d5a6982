import { readdir, readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** Stations take no more than this share of what the system lets us open: the rest is for the database, people and files. */
const scarceShare = 0.9;
/** Beyond this share a connection is cut before it is read. */
const spentShare = 0.95;
const lookEveryMs = 1_000;

export type OpenFiles = Pick<FileWatch, 'areScarce' | 'areSpent' | 'count'>;

/** For tests and tools that open no crowd. */
export const endlessFiles: OpenFiles = { areScarce: false, areSpent: false, count: () => undefined };

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
    return this.others + this.connections >= this.limit * scarceShare;
  }

  get areSpent(): boolean {
    return this.others + this.connections >= this.limit * spentShare;
  }

  count(socket: Socket): void {
    this.connections += 1;
    socket.once('close', () => {
      this.connections -= 1;
    });
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    if (this.isLooking || this.limit === Number.POSITIVE_INFINITY) return;
    this.isLooking = true;
    const open = await readdir('/proc/self/fd').catch(() => undefined);
    if (open !== undefined) this.others = Math.max(0, open.length - this.connections);
    this.isLooking = false;
  }
}

/** Where the system does not tell, nothing is refused. */
async function readLimit(): Promise<number> {
  const text = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const [, soft] = /^Max open files\s+(\d+)/m.exec(text) ?? [];
  return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
}
