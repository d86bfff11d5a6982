import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandList, CommandRecord } from '../../src/contract/commands/command.ts';
import type { Station } from '../../src/contract/stations/station.ts';
import { bootPayload, connectRaw, type RawStation } from '../support/raw-station.ts';
import { scale } from '../support/scale.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

/** In the soak run the command is left alone until we give it up, which is after 30 s. */
const heldMs = scale({ test: 3_000, soak: 30_000 });
const promptMs = 100;

let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

const versions = ['1.6', '2.0.1', '2.1'] as const;
type Version = (typeof versions)[number];

async function booted(stationId: string, version: Version): Promise<RawStation> {
  const station = await connectRaw(sigec.addresses.ocpp, stationId, { protocols: [`ocpp${version}`] });
  expect(await station.ask([2, 'boot', 'BootNotification', bootPayload[version]])).toMatchObject([
    3,
    'boot',
    { status: 'Accepted' },
  ]);
  return station;
}

/** What costs us nothing, and what has to be durable before it is answered. */
function callOf(version: Version, turn: number): [string, object] {
  if (turn % 2 === 0) return ['Heartbeat', {}];
  const timestamp = new Date().toISOString();
  const status = turn % 4 === 1;
  return version === '1.6'
    ? [
        'StatusNotification',
        { connectorId: 1, errorCode: 'NoError', status: status ? 'Available' : 'Preparing', timestamp },
      ]
    : [
        'StatusNotification',
        { evseId: 1, connectorId: 1, connectorStatus: status ? 'Available' : 'Occupied', timestamp },
      ];
}

/** Calls one after the other, as OCPP wants it, and gives back how long each answer took. */
async function callAgainAndAgain(station: RawStation, version: Version, signal: AbortSignal): Promise<number[]> {
  const durations: number[] = [];
  while (!signal.aborted) {
    const id = `c${durations.length}`;
    const startedAt = performance.now();
    expect(await station.ask([2, id, ...callOf(version, durations.length)])).toMatchObject([3, id, {}]);
    durations.push(performance.now() - startedAt);
    await pause(20);
  }
  return durations.toSorted((a, b) => a - b);
}

const middle = (sorted: readonly number[], share = 0.5) => sorted[Math.floor(sorted.length * share)] ?? Infinity;

test.each(versions)(
  'a command that is not answered holds up nobody (OCPP %s)',
  { timeout: heldMs + 30_000 },
  async (version) => {
    await using deaf = await booted(`DEAF-${version}`, version);
    await using bystander = await booted(`BYSTANDER-${version}`, version);
    const asked = sigec.api.post<CommandRecord>(`/api/stations/DEAF-${version}/commands/reset`, { why: 'held up' });
    const [, resetId, action] = (await deaf.next()) as [number, string, string];
    expect(action).toBe('Reset');

    const signal = AbortSignal.timeout(heldMs);
    const [own, others] = await Promise.all([
      callAgainAndAgain(deaf, version, signal),
      callAgainAndAgain(bystander, version, signal),
    ]);
    for (const durations of [own, others]) {
      expect(durations.length).toBeGreaterThan(heldMs / 200);
      expect(middle(durations)).toBeLessThan(promptMs);
      expect(middle(durations, 0.9)).toBeLessThan(promptMs);
      expect(durations.at(-1)).toBeLessThan(1_000); // a busy machine may hiccup; waiting for the command would take seconds
    }

    const list = () => sigec.api.get<CommandList>(`/api/stations/DEAF-${version}/commands`);
    if (heldMs < 30_000) {
      expect((await list()).commands).toMatchObject([{ name: 'reset', outcome: null, endedAt: null }]);
      deaf.send(JSON.stringify([3, resetId, { status: 'Accepted' }]));
    }
    const status = heldMs < 30_000 ? 'accepted' : 'no-answer';
    expect(await asked).toMatchObject({ outcome: { status } });
    expect((await list()).commands).toMatchObject([{ why: 'held up', outcome: { status } }]);
    for (const id of [`DEAF-${version}`, `BYSTANDER-${version}`])
      expect((await sigec.api.get<Station>(`/api/stations/${id}`)).link.state).toBe('online');
  },
);

test('a command to another station is carried out while one waits', async () => {
  await using deaf = await booted('DEAF', '2.0.1');
  await using ready = await booted('READY', '2.0.1');
  const held = sigec.api.post<CommandRecord>('/api/stations/DEAF/commands/reset');
  const [, resetId] = (await deaf.next()) as [number, string];
  const running = sigec.api.post<CommandRecord>('/api/stations/READY/commands/reset');
  const [, id] = (await ready.next()) as [number, string];
  ready.send(JSON.stringify([3, id, { status: 'Accepted' }]));
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  deaf.send(JSON.stringify([3, resetId, { status: 'Rejected' }]));
  expect(await held).toMatchObject({ outcome: { status: 'rejected' } });
});
