// Loaded into the product: writes every second how long its event loop was held at most.
import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolution = 5;
const file = process.env['BENCH_STALLS'];
if (file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  setInterval(() => {
    appendFileSync(file, `${(delay.max / 1e6 - resolution).toFixed(1)}\n`);
    delay.reset();
  }, 1_000).unref();
}
