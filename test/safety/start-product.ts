import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Sigec } from '../../src/main.ts';
import { freshDatabase } from '../support/postgres.ts';
import { adminKey } from '../support/sigec.ts';

/** `aheadMs`: how far its clock is ahead of ours; both threads see it. */
export type ProductData = { env: Record<string, string>; aheadMs: Float64Array };

export type Product = AsyncDisposable & {
  addresses: Sigec['addresses'];
  databaseUrl: string;
  /** By its clock. */
  now(): number;
  advance(ms: number): void;
};

const ports = ['API_PORT', 'OCPP_SERVER_PORT', 'MCP_SERVER_PORT', 'UCP_PORT', 'DEVICES_PORT', 'MQTT_PORT'];

export async function startProduct(settings: Record<string, string>): Promise<Product> {
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await freshDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'sigec-'));
  opened.defer(() => rm(dataDir, { recursive: true }));
  const env = {
    ...Object.fromEntries(ports.map((port) => [port, '0'])),
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    ADMIN_KEY: adminKey,
    // Stations answer what they are asked for, and nobody asks of its own accord.
    STATIONS_IN_SYNC: 'off',
    COST_UPDATE_SECONDS: '0',
    ...settings,
  };
  const aheadMs = new Float64Array(new SharedArrayBuffer(8));
  const data: ProductData = { env, aheadMs };
  const thread = new Worker(new URL('./product-thread.ts', import.meta.url), { workerData: data, execArgv: [] });
  opened.defer(() => stop(thread));
  const [addresses] = (await once(thread, 'message')) as [Sigec['addresses']];
  const running = opened.move();
  return {
    addresses,
    databaseUrl: url,
    now: () => Date.now() + (aheadMs[0] ?? 0),
    advance(ms) {
      aheadMs[0] = (aheadMs[0] ?? 0) + ms;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function stop(thread: Worker): Promise<void> {
  const ended = once(thread, 'exit');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  thread.postMessage('stop');
  await ended;
}
