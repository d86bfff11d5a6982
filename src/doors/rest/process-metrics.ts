import { collectDefaultMetrics, Registry } from 'prom-client';

let ofProcess: Registry | undefined;

/** There is one process, however many servers run in it. Called at the start, so that the series begin there. */
export function processMetrics(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}
