import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `plain`: the product by connections without TLS, beside the same product with them. `one process`: the product as one process, beside
 * several nodes. `within a node`: a command that leaves by the node that was asked, beside one that another node has to send.
 */
export type ServerName = 'product' | 'plain' | 'one process' | 'within a node' | 'limit' | 'limit-pg';

export type Server = {
  name: ServerName;
  pid: number;
  url: string;
  /** Of its stations' names, where two ways lead to one server; each has stations of its own. */
  prefix?: string;
  databaseUrl?: string;
  tokens: readonly string[];
  stop(): Promise<void>;
};

const programs = {
  limit: new URL('../limit.ts', import.meta.url),
  'limit-pg': new URL('../limit-pg.ts', import.meta.url),
};

export async function startLimit(name: 'limit' | 'limit-pg'): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sigec-bench-'));
  const child = spawn(process.execPath, [fileURLToPath(programs[name]), dataDir], {
    // Ctrl+C is for the benchmark alone: a server ends when its stdin does, and takes its database with it.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const { port, databaseUrl } = await firstLine(child, name);
  return {
    name,
    pid: child.pid ?? 0,
    url: `ws://127.0.0.1:${port}`,
    ...(databaseUrl !== undefined && { databaseUrl }),
    tokens: ['BENCH0001'],
    async stop() {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

async function firstLine(child: ChildProcess, name: string): Promise<{ port: number; databaseUrl?: string }> {
  const gone = once(child, 'exit').then(() => {
    throw new Error(`${name} ended while starting; what it said stands above.`);
  });
  const printed = once(child.stdout ?? child, 'data').then(([line]) => String(line));
  const line = await Promise.race([printed, gone]);
  gone.catch(() => undefined); // from now on it is ended on purpose
  return JSON.parse(line) as { port: number; databaseUrl?: string };
}
