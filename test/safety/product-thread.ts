import { parentPort, workerData } from 'node:worker_threads';
import { readConfig } from '../../src/base/config.ts';
import { silentLog } from '../../src/base/log.ts';
import { startSigec } from '../../src/main.ts';
import type { ProductData } from './start-product.ts';

// The whole product in a thread of its own, so that whoever calls it does not take its time. The clock is set from outside.
const { env, aheadMs } = workerData as ProductData;
const clock = { now: () => new Date(Date.now() + (aheadMs[0] ?? 0)) };
const sigec = await startSigec({ config: readConfig({ env }), log: silentLog, clock });
parentPort?.once('message', () => void sigec.stop().then(() => parentPort?.close()));
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
parentPort?.postMessage(sigec.addresses);
