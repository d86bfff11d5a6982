import type { CommandRecord } from '../../src/contract/commands/command.ts';
import type { ProductProcess } from '../support/product-process.ts';

type Api = Pick<ProductProcess, 'get' | 'post'>;

/** Asks each station for a heartbeat, and says how that ended, by status. */
export async function askAll(sigec: Api, stationIds: readonly string[]): Promise<Record<string, number>> {
  const ended = await Promise.all(stationIds.map((id) => askOne(sigec, id)));
  return Object.fromEntries(
    [...Map.groupBy(ended, ({ outcome }) => outcome?.status ?? 'open')].map(([status, list]) => [status, list.length]),
  );
}

export function askOne(sigec: Api, stationId: string): Promise<CommandRecord> {
  return sigec.post(`/api/stations/${stationId}/commands/trigger`, { input: { message: 'heartbeat' } });
}

/** Commands that have no outcome, of all these stations. */
export async function openCommands(sigec: Api, stationIds: readonly string[]): Promise<CommandRecord[]> {
  const lists = await Promise.all(
    stationIds.map((id) => sigec.get<{ commands: CommandRecord[] }>(`/api/stations/${id}/commands?limit=200`)),
  );
  return lists.flatMap(({ commands }) => commands).filter(({ outcome }) => outcome === null);
}

/** Asks one station after the other until it is told to stop; who asked may lose its answer with the node, the books must not. */
export function keepAsking(sigec: Api, stationIds: readonly string[]): { stop(): Promise<number> } {
  const over = new AbortController();
  let asked = 0;
  const asking = (async () => {
    while (!over.signal.aborted) {
      const some = Array.from({ length: 8 }, () => stationIds[asked++ % stationIds.length] ?? '');
      await Promise.allSettled(some.map((id) => askOne(sigec, id)));
    }
  })();
  return {
    async stop() {
      over.abort();
      await asking;
      return asked;
    },
  };
}
