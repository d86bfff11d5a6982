import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shareBinaries } from './share-binaries.ts';
import { adminKey } from './sigec.ts';

const root = join(import.meta.dirname, '..', '..');

/** The product as a process of its own with the embedded database, as an operator runs it; it can be killed and started again. */
export class ProductProcess implements AsyncDisposable {
  readonly dataDir: string;
  readonly ports: { api: number; ocpp: number; mcp: number; devices: number; mqtt: number };
  private child: ChildProcess | undefined;
  private output = '';

  private constructor(dataDir: string, [api = 0, ocpp = 0, mcp = 0, devices = 0, mqtt = 0]: number[]) {
    this.dataDir = dataDir;
    this.ports = { api, ocpp, mcp, devices, mqtt };
  }

  static async start(env: Record<string, string> = {}): Promise<ProductProcess> {
    const dataDir = await mkdtemp(join(tmpdir(), 'sigec-process-'));
    await shareBinaries(dataDir);
    const sigec = new ProductProcess(dataDir, await freePorts(5));
    await sigec.start(env);
    return sigec;
  }

  async start(env: Record<string, string> = {}): Promise<void> {
    const { api, ocpp, mcp, devices, mqtt } = this.ports;
    this.child = spawn(process.execPath, [join(root, 'bin', 'sigec.js'), 'serve'], {
      env: {
        PATH: process.env['PATH'],
        HOME: this.dataDir,
        DATA_DIR: this.dataDir,
        API_PORT: String(api),
        OCPP_SERVER_PORT: String(ocpp),
        MCP_SERVER_PORT: String(mcp),
        DEVICES_PORT: String(devices),
        MQTT_PORT: String(mqtt),
        UCP_PORT: '0', // nobody comes there
        ADMIN_KEY: adminKey,
        OCPP_UNKNOWN_STATIONS: 'accept',
        ...env,
      },
      cwd: this.dataDir,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output = `${this.output}${text}`.slice(-1_000_000);
      });
    }
    await this.untilReady(this.child);
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  get ocppUrl(): string {
    return `ws://127.0.0.1:${this.ports.ocpp}`;
  }

  /** Where devices ask for their settings. */
  get otaUrl(): string {
    return `http://127.0.0.1:${this.ports.devices}/xiaozhi/ota/`;
  }

  get apiUrl(): string {
    return `http://127.0.0.1:${this.ports.api}`;
  }

  /** What the process has printed and logged, the last of it. */
  get printed(): string {
    return this.output;
  }

  get<Answer>(path: string): Promise<Answer> {
    return this.ask(path, {});
  }

  post<Answer>(path: string, body: unknown): Promise<Answer> {
    return this.ask(path, { method: 'POST', body: JSON.stringify(body) });
  }

  put<Answer>(path: string, body: unknown): Promise<Answer> {
    return this.ask(path, { method: 'PUT', body: JSON.stringify(body) });
  }

  delete<Answer>(path: string): Promise<Answer> {
    return this.ask(path, { method: 'DELETE', body: '{}' });
  }

  private async ask<Answer>(path: string, request: RequestInit): Promise<Answer> {
    const headers = {
      authorization: `Bearer ${adminKey}`,
      accept: 'application/json',
      'content-type': 'application/json',
    };
    const response = await fetch(`${this.apiUrl}${path}`, { ...request, headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }

  /** Sends a signal that does not end it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.child?.kill(signal);
  }

  /** Sends a signal to the product and waits for its end. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  async postmasterPid(): Promise<number> {
    const file = await readFile(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    return Number.parseInt(file, 10);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const wasRunning = this.child?.exitCode === null && this.child.signalCode === null;
    if (!wasRunning)
      console.log(`The product had ended before its test; the last it said:\n${this.output.slice(-20_000)}`);
    await this.kill('SIGTERM');
    const stray = await this.postmasterPid().catch(() => undefined); // gone when the product stopped it
    if (stray !== undefined) killIfThere(stray);
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  private async untilReady(child: ChildProcess): Promise<void> {
    const ready = new Promise<void>((resolve) => {
      const look = () => {
        fetch(`${this.apiUrl}/readyz`).then(
          (response) => (response.ok ? resolve() : setTimeout(look, 50)),
          () => setTimeout(look, 50),
        );
      };
      look();
    });
    const gone = once(child, 'exit').then(() => {
      throw new Error(`The product ended while starting:\n${this.output.slice(-20_000)}`);
    });
    await Promise.race([ready, gone]);
    gone.catch(() => undefined); // from now on a test ends it on purpose
  }
}

/** A test may have killed it already. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // nobody is there
  }
}

/** Free ports below the range that outgoing connections are given. */
async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (!ports.includes(port) && (await isFree(port))) ports.push(port);
  }
  return ports;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
