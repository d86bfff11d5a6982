import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fetchTrusting } from '../../src/base/trusting-fetch.ts';
import { socketFolder, urlOf } from '../../src/database/embedded/endpoint.ts';
import { addLatency, emptyHistogram, type Histogram } from './histogram.ts';
import { untilQuiet } from './measure.ts';
import type { Server } from './server.ts';

const root = join(import.meta.dirname, '..', '..');
export const adminKey = 'bench-administrator-key';
const tokenCount = 200;
const healthEveryMs = 100;
const startPatienceMs = 120_000;

export type Product = Server & {
  dataDir: string;
  apiUrl: string;
  /** Of stations over TLS; nobody listens there unless it was asked for. */
  tlsUrl: string;
  mcpUrl: string;
  devicesUrl: string;
  mqttPort: number;
  adminKey: string;
  readySeconds: number;
  restart(): Promise<Product>;
};

export type ProductOptions = {
  profileTo?: string | undefined;
  /** Writes there, a line a second, how long its event loop was held at most. */
  stallsTo?: string | undefined;
  tls?: boolean;
  /** Settings beside those that every work has. */
  settings?: Readonly<Record<string, string>>;
  /** How many tokens are entered at the start. */
  tokenCount?: number;
};

/** The product as a user runs it: its own process, its own folder, the embedded database, everything on. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sigec-bench-'));
  const tokens = Array.from(
    { length: options.tokenCount ?? tokenCount },
    (_, index) => `BENCH${String(index).padStart(4, '0')}`,
  );
  const product = await launch(dataDir, tokens, options).catch(async (error: unknown) => {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  });
  await enterTokens(product, tokens).catch(async (error: unknown) => {
    await product.stop();
    throw error;
  });
  await untilQuiet(product.pid); // schemas are compiled after the doors have opened
  return product;
}

/** Starts the product for a work that needs no limit beside it. */
export async function withProduct<T>(options: ProductOptions, use: (product: Product) => Promise<T>): Promise<T> {
  const product = await startProduct(options);
  try {
    return await use(product);
  } finally {
    await product.stop();
  }
}

/** The same with a file into which it writes its stalls. */
export async function withStalls<T>(
  { profileTo }: ProductOptions,
  use: (product: Product, stallsTo: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sigec-stalls-'));
  const stallsTo = join(folder, 'stalls');
  try {
    return await withProduct({ profileTo, stallsTo }, (product) => use(product, stallsTo));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How long /healthz took, asked again and again until the signal is aborted. */
export async function watchHealth({ apiUrl }: Product, signal: AbortSignal): Promise<Histogram> {
  const latencies = emptyHistogram();
  while (!signal.aborted) {
    const askedAt = performance.now();
    await fetch(`${apiUrl}/healthz`)
      .then((response) => response.text())
      .catch(() => undefined);
    addLatency(latencies, performance.now() - askedAt);
    await pause(healthEveryMs);
  }
  return latencies;
}

async function launch(dataDir: string, tokens: readonly string[], options: ProductOptions): Promise<Product> {
  const [api = 0, ocpp = 0, mcp = 0, devices = 0, mqtt = 0, ocppTls = 0, mqttTls = 0] = await freePorts(7);
  const logFile = join(dataDir, 'product.log');
  const log = await open(logFile, 'a');
  const profiling = options.profileTo === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.profileTo}`];
  const probe = options.stallsTo === undefined ? [] : ['--import', join(import.meta.dirname, 'stall-probe.ts')];
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...profiling, ...probe, join(root, 'bin', 'sigec.js'), 'serve'], {
    env: {
      PATH: process.env['PATH'],
      HOME: dataDir,
      DATA_DIR: dataDir,
      API_PORT: String(api),
      OCPP_SERVER_PORT: String(ocpp),
      MCP_SERVER_PORT: String(mcp),
      DEVICES_PORT: String(devices),
      MQTT_PORT: String(mqtt),
      TLS: options.tls === true ? 'self-signed' : 'off',
      OCPP_TLS_PORT: String(ocppTls),
      MQTT_TLS_PORT: String(mqttTls),
      UCP_PORT: '0',
      ADMIN_KEY: adminKey,
      BENCH_STALLS: options.stallsTo,
      OCPP_UNKNOWN_STATIONS: 'accept',
      SIGEC_LAUNCHED: '1',
      ...options.settings,
    },
    cwd: dataDir,
    // Ctrl+C is for the benchmark alone: the product stops when its channel closes, as it does for its own launcher.
    detached: true,
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
  });
  await log.close();
  await untilReady(child, `http://127.0.0.1:${api}`, logFile); // which is answered on this machine without TLS too
  const readySeconds = (performance.now() - startedAt) / 1000;
  return {
    name: 'product',
    pid: child.pid ?? 0,
    url: `ws://127.0.0.1:${ocpp}`,
    tlsUrl: `wss://127.0.0.1:${ocppTls}`,
    databaseUrl: urlOf({ kind: 'socket', folder: socketFolder(dataDir) }, 'sigec'),
    tokens,
    dataDir,
    apiUrl: `${options.tls === true ? 'https' : 'http'}://127.0.0.1:${api}`,
    mcpUrl: `http://127.0.0.1:${mcp}`,
    devicesUrl: `http://127.0.0.1:${devices}`,
    mqttPort: mqtt,
    adminKey,
    readySeconds,
    async restart() {
      await end(child);
      return launch(dataDir, tokens, options);
    },
    async stop() {
      await end(child);
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function enterTokens(product: Product, tokens: readonly string[]): Promise<void> {
  for (const value of tokens) await post(product, '/api/tokens', { value });
}

/** Over TLS where it speaks that: its certificate lies in its own folder. */
function fetchFrom({ dataDir }: Product) {
  return fetchTrusting(() => readFile(join(dataDir, 'tls', 'served.pem'), 'utf8'));
}

/** The lines of its metrics whose names begin so. */
export async function metricsOf(product: Product, names: RegExp): Promise<string[]> {
  const headers = { authorization: `Bearer ${adminKey}` };
  const text = await (await fetchFrom(product)(`${product.apiUrl}/metrics`, { headers })).text();
  return text.split('\n').filter((line) => names.test(line));
}

export async function post(product: Product, path: string, body: object): Promise<void> {
  const response = await fetchFrom(product)(`${product.apiUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${path} was refused: ${response.status} ${await response.text()}`);
}

async function untilReady(child: ChildProcess, apiUrl: string, logFile: string): Promise<void> {
  const giveUpAt = performance.now() + startPatienceMs;
  while (child.exitCode === null && child.signalCode === null && performance.now() < giveUpAt) {
    const response = await fetch(`${apiUrl}/readyz`).catch(() => undefined); // it does not listen yet
    if (response?.ok) return;
    await pause(20);
  }
  await end(child);
  throw new Error(`The product did not start:\n${(await readFile(logFile, 'utf8')).slice(-4000)}`);
}

/** Free ports below the range that outgoing connections are given. */
async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
