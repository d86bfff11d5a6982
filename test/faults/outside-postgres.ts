import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { silentLog } from '../../src/base/log.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/database/embedded-postgres.ts';
import { type DataDir, tempDataDir } from '../support/data-dir.ts';

/** A PostgreSQL that is not the product's own: nobody starts it again but us. */
export class OutsidePostgres implements AsyncDisposable {
  private readonly dataDir: DataDir;
  private server: EmbeddedPostgres;

  private constructor(dataDir: DataDir, server: EmbeddedPostgres) {
    this.dataDir = dataDir;
    this.server = server;
  }

  static async start(): Promise<OutsidePostgres> {
    const dataDir = await tempDataDir();
    return new OutsidePostgres(dataDir, await launch(dataDir));
  }

  get url(): string {
    return this.server.url;
  }

  /**
   * As a service manager that stops a whole unit: the postmaster and every process of it get the signal. By SIGTERM to the
   * postmaster alone it would serve those who are connected for as long as they like.
   */
  async signal(signal: 'SIGTERM' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const { pid } = this.server;
    for (const process_ of [pid, ...(await childrenOf(pid))]) sendTo(process_, signal);
  }

  async untilGone(): Promise<void> {
    while (sendTo(this.server.pid, 0)) await pause(50);
  }

  async startAgain(): Promise<void> {
    this.server = await launch(this.dataDir);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.signal('SIGCONT'); // one that stands still can neither end nor be ended
    await this.server.stop();
    await this.dataDir[Symbol.asyncDispose]();
  }
}

/** As a PostgreSQL that was not made for one process of ours. */
const settings = { max_connections: '200' };

async function launch({ path }: DataDir): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: path, log: silentLog, settings });
  await server.leave();
  return server;
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const isChild = await Promise.all(
    pids.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''); // it has ended meanwhile
      return new RegExp(`^PPid:\\s*${parent}$`, 'm').test(status);
    }),
  );
  return pids.filter((_pid, index) => isChild[index]).map(Number);
}

function sendTo(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false; // it has ended already
  }
}
