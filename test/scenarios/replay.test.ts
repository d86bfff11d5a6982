import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EventPage, LedgerEvent } from '../../src/contract/event.ts';
import type { Message } from '../../src/contract/stations/message.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { runSigec } from '../../src/doors/terminal/run.ts';
import { stationDay } from '../support/day/station-day.ts';
import { SameState } from '../support/same-state.ts';
import { adminKey, startSigec, type TestSigec } from '../support/sigec.ts';
import { recordedTerminal } from '../support/terminal.ts';
import { enterToken } from '../support/tokens.ts';

const stations = { 'PAULISTA-16': '1.6', 'PAULISTA-201': '2.0.1', 'PAULISTA-21': '2.1' } satisfies Record<
  string,
  OcppVersion
>;
const stationIds = Object.keys(stations);

test('a day of three stations, replayed into an empty instance, gives the same state', async () => {
  await using opened = new AsyncDisposableStack();
  const original = opened.use(await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' }));
  const began = Date.now();
  const days = Object.entries(stations).map(([id, version]) => stationDay(original, id, version));
  for (let hour = 0; hour < Math.max(...days.map(({ hours }) => hours.length)); hour += 1)
    for (const { hours } of days) await hours[hour]?.();
  const ended = Date.now();
  const traces = await Promise.all(stationIds.map((id) => exportOf(original, id)));

  const folder = await mkdtemp(join(tmpdir(), 'sigec-replay-'));
  opened.defer(() => rm(folder, { recursive: true }));
  const files = await Promise.all(
    traces.map(async (trace, index) => {
      const file = join(folder, `${index}.jsonl`);
      await writeFile(file, trace);
      return file;
    }),
  );
  const fresh = opened.use(await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' }));
  // A replay shows the beginning of a token's hash, as much as OCPP 1.6 can say: under that name it is known here.
  const { hash } = await original.api.post<{ hash: string }>('/api/tokens/hash', { value: 'CARD-CEU' });
  await enterToken(fresh, hash.slice(0, 20));
  const terminal = recordedTerminal({ env: { SIGEC_URL: fresh.addresses.api, SIGEC_KEY: adminKey } });
  const replayedFrom = Date.now();
  const exitCode = await runSigec(['replay', ...files], terminal);
  const replayedTo = Date.now();
  expect({ exitCode, ...terminal.shown }).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(
      /^Replayed \d{3} messages of 3 stations in .*\nEverything was answered as it was then.\n$/,
    ) as string,
  });

  const same = new SameState({
    original: { from: began, to: ended },
    replay: { from: replayedFrom, to: replayedTo },
  });
  const events = [await eventsOf(original), await eventsOf(fresh)] as const;
  const views = await viewsOf(original);
  expect(views.length).toBeGreaterThan(25);
  for (const id of stationIds) {
    for (const view of views) {
      const path = view.replace('{id}', id);
      same.compare(await original.api.get(path), await fresh.api.get(path), path);
    }
    same.compare(await saidBy(original, id), await saidBy(fresh, id), `${id} said`);
  }
  same.compare(...events, 'events');
  expect(same.differences).toEqual([]);
  expect(same.compared).toBeGreaterThan(5000);

  const again = recordedTerminal({ env: { SIGEC_URL: fresh.addresses.api, SIGEC_KEY: adminKey } });
  expect(await runSigec(['replay', ...files], again)).toBe(1);
  expect(again.shown.err).toContain('PAULISTA-16 is known at');
}, 120_000);

/** What the ledger holds of the stations; its positions are its own. */
async function eventsOf({ api }: TestSigec): Promise<unknown> {
  const read = async () => {
    const events: LedgerEvent[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const page: EventPage = await api.get(`/api/events?limit=1000${next === '' ? '' : `&after=${next}`}`);
      events.push(...page.events);
      ({ next } = page);
    }
    return stationIds.map((id) => events.filter(({ stationId }) => stationId === id));
  };
  // Other databases of the same server may hold a reader back for a moment.
  const isWhole = async () => (await read()).every((events) => events.at(-1)?.kind === 'station-went-offline');
  await expect.poll(isWhole, { timeout: 10_000 }).toBe(true);
  return (await read()).map((events) => events.map(({ id: _position, ...event }) => event));
}

/** Everything that can be read of one station, whoever added it. */
async function viewsOf({ api }: TestSigec): Promise<string[]> {
  const { paths } = await api.get<{ paths: Record<string, { get?: object }> }>('/openapi.json');
  return Object.entries(paths)
    .filter(([path, { get }]) => get !== undefined && /^\/api\/stations\/\{id\}(\/[^{]+)?$/.test(path))
    .map(([path]) => path)
    .filter((path) => !path.includes('/messages')); // of the recorder itself what was said is compared, in `saidBy`
}

async function exportOf({ addresses }: TestSigec, stationId: string): Promise<string> {
  const response = await fetch(`${addresses.api}/api/stations/${stationId}/messages.jsonl`, {
    headers: { authorization: `Bearer ${adminKey}` },
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
  return response.text();
}

/** What was said, by whom and with what result. */
async function saidBy(sigec: TestSigec, stationId: string): Promise<unknown> {
  const lines = (await exportOf(sigec, stationId)).trim().split('\n');
  return lines
    .map((line) => JSON.parse(line) as Message)
    .map(({ caller, action, outcome, version, command }) => [caller, action, outcome, version, command?.name]);
}
