import type { MeterSource } from '#contract/energy/site-energy.ts';
import { ModbusClient } from './modbus-client.ts';
import { type ModbusReading, readModel } from './register-maps.ts';

export type MeterPoll = { close(): Promise<void> };

type Poll = {
  source: Extract<MeterSource, { kind: 'modbus-tcp' }>;
  read(reading: ModbusReading): void;
  failed(error: Error): void;
  timeoutMs?: number;
};

const longestWaitMs = 60_000;

/** Reads a meter again and again; one that fails is asked less and less often, up to once a minute. */
export function pollMeter({ source, read, failed, timeoutMs = 3_000 }: Poll): MeterPoll {
  const { host, port, unitId, model, everySeconds } = source;
  const client = new ModbusClient({ host, port, unitId, timeoutMs });
  const stopped = new AbortController();
  const running = (async () => {
    let failures = 0;
    while (!stopped.signal.aborted) {
      const begunAt = performance.now();
      try {
        read(await readModel[model](client));
        failures = 0;
      } catch (error) {
        failures += 1;
        if (!stopped.signal.aborted) failed(error instanceof Error ? error : new Error(String(error)));
      }
      const pace = Math.min(
        Math.max(longestWaitMs, everySeconds * 1000),
        everySeconds * 1000 * 2 ** Math.min(failures, 10),
      );
      await pause(Math.max(0, pace - (performance.now() - begunAt)), stopped.signal);
    }
  })();
  return {
    async close() {
      stopped.abort();
      client.close();
      await running;
    },
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(end, ms).unref();
    signal.addEventListener('abort', end, { once: true });
    function end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    }
  });
}
