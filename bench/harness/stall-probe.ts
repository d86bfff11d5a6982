// Loaded into the product: writes every second how long its own work held the event loop at most.
import { appendFileSync } from 'node:fs';

const tickMs = 5;
const file = process.env['BENCH_STALLS'];
if (file !== undefined) {
  let longest = 0;
  let lastAt = performance.now();
  let lastCpu = process.threadCpuUsage();
  setInterval(() => {
    const now = performance.now();
    const { user, system } = process.threadCpuUsage(lastCpu);
    // A machine that takes its CPU away for a while stops the loop too, without any CPU time of ours: that is not counted.
    longest = Math.max(longest, Math.min(now - lastAt - tickMs, (user + system) / 1000));
    lastAt = now;
    lastCpu = process.threadCpuUsage();
  }, tickMs).unref();
  setInterval(() => {
    appendFileSync(file, `${longest.toFixed(1)}\n`);
    longest = 0;
  }, 1_000).unref();
}
