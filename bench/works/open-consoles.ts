import { setTimeout as pause } from 'node:timers/promises';
import { addressOf } from '../../src/contract/api/define-api.ts';
import { eventApi } from '../../src/contract/api/events.ts';
import { reportApi } from '../../src/contract/api/reports.ts';
import { stationApi } from '../../src/contract/api/stations.ts';
import type { StationPage } from '../../src/contract/stations/station.ts';
import type { Product } from '../harness/product.ts';

const powerEveryMs = 10_000;

/** Asks for what the page Equipment asks for, without a browser, whose own work would fill the machine. */
export async function openConsoles({ apiUrl, adminKey }: Product, count: number): Promise<AsyncDisposable> {
  const leaving = new AbortController();
  const { signal } = leaving;
  const ask = async (path: string) => {
    const response = await fetch(`${apiUrl}${path}`, { headers: { authorization: `Bearer ${adminKey}` }, signal });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response;
  };
  const watch = async () => {
    try {
      const stream = await ask(addressOf(eventApi.follow, { query: { sessions: true, stations: true } }));
      await readStations(ask);
      await Promise.all([readToEnd(stream), watchPower(ask, signal)]);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  };
  const running = Array.from({ length: count }, watch);
  return {
    async [Symbol.asyncDispose]() {
      leaving.abort();
      await Promise.all(running);
    },
  };
}

type Ask = (path: string) => Promise<Response>;

async function readStations(ask: Ask): Promise<void> {
  let after: string | undefined;
  do {
    const page = (await (
      await ask(addressOf(stationApi.list, { query: { limit: 1_000, after } }))
    ).json()) as StationPage;
    after = page.next ?? undefined;
  } while (after !== undefined);
}

async function readToEnd(stream: Response): Promise<void> {
  for await (const _part of stream.body ?? []);
  throw new Error('the server closed a live stream');
}

async function watchPower(ask: Ask, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await (await ask(addressOf(reportApi.stationPowers, {}))).arrayBuffer();
    await pause(powerEveryMs, undefined, { signal });
  }
}
