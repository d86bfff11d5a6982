import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session, SessionPage } from '../../src/contract/sessions/session.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import type { OddityName } from '../../src/simulator/session-oddities.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import type { StationEvent } from '../../src/simulator/station-settings.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import { enterToken } from '../support/tokens.ts';

const versions = ['1.6', '2.0.1', '2.1'] as const satisfies OcppVersion[];
let sigec: TestSigec;
/** Whenever a station looks at its clock, 5 s have gone by: no two readings bear the same time. */
let steps = 0;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await enterToken(sigec, 'DRIVER-1');
});
afterAll(() => sigec[Symbol.asyncDispose]());

/** A station with oddities, once it is accepted, and what was refused of what it said. */
async function start(version: OcppVersion, oddities: readonly OddityName[]) {
  const accepted = Promise.withResolvers<void>();
  const refused: string[] = [];
  const onEvent = (event: StationEvent) => {
    if (event.kind === 'state-changed' && event.state === 'accepted') accepted.resolve();
    if (event.kind === 'exchanged' && event.exchange.outcome.kind === 'call-error') refused.push(event.exchange.action);
  };
  const station = new SimulatedStation({
    id: `ODD-${version}-${oddities.join('-')}`.slice(0, 48),
    clock: { now: () => new Date(Date.now() + (steps++ - 1000) * 5_000) },
    url: sigec.addresses.ocpp.slice(0, -1),
    statusEverySeconds: 0,
    initialRegisterWh: 5000,
    secondMs: 5,
    callTimeoutSeconds: 4_000,
    backOff: { minimumSeconds: 1, randomSeconds: 0, doublings: 0 },
    version,
    oddities,
    onEvent,
  });
  station.start();
  await accepted.promise;
  return { station, refused, [Symbol.asyncDispose]: () => station.stop() };
}

/** 400 Wh in four samples. */
async function charge(station: SimulatedStation): Promise<void> {
  const session = station.sessions.start({ evseId: 1, token: 'DRIVER-1' });
  if (station.version === '1.6') await expect.poll(() => station.hasQueuedMessages).toBe(false); // it waits for its number
  for (let sample = 0; sample < 4; sample += 1) station.sessions.charge(session, 100, { Voltage: 230 });
  station.sessions.stop(session, 'Local');
  await expect.poll(() => station.hasQueuedMessages, { timeout: 10_000 }).toBe(false);
}

const sessionsOf = async ({ id }: SimulatedStation): Promise<Session[]> =>
  (await sigec.api.get<SessionPage>(`/api/stations/${id}/sessions?limit=1000`)).sessions;

const conserved: OddityName[] = [
  ...(['repeats-events', 'repeats-starts', 'swaps-events', 'drops-updates', 'late-updates', 'splits-samples'] as const),
  ...(['resets-meter', 'relative-samples', 'kwh-unit', 'unit-multiplier', 'kwh-without-unit', 'two-stops'] as const),
  ...(['clock-ahead', 'clock-1970', 'clock-jumps', 'same-message-id'] as const),
];

test.each(versions.flatMap((version) => conserved.map((oddity) => [version, oddity] as const)))(
  'OCPP %s, %s: one session, with every Wh that its meter counted',
  async (version, oddity) => {
    await using odd = await start(version, [oddity]);
    await charge(odd.station);
    const sessions = await sessionsOf(odd.station);
    expect(sessions.map(({ state, energyWh }) => [state, energyWh])).toEqual([['ended', 400]]);
    expect(odd.refused).toEqual([]);
  },
);

test.each(versions)('OCPP %s: a station that is odd in every way at once', async (version) => {
  await using odd = await start(version, [
    'splits-samples',
    'drops-updates',
    'swaps-events',
    'repeats-events',
    'clock-ahead',
  ]);
  await charge(odd.station);
  const sessions = await sessionsOf(odd.station);
  expect(sessions.map(({ state, energyWh }) => [state, energyWh])).toEqual([['ended', 400]]);
});

test.each(versions)('OCPP %s: a stop that never comes leaves the session open, with what is known', async (version) => {
  await using odd = await start(version, ['forgets-stops']);
  await charge(odd.station);
  const sessions = await sessionsOf(odd.station);
  expect(sessions.map(({ state, energyWh }) => [state, energyWh])).toEqual([['running', 400]]);
});

test.each(['2.0.1', '2.1'] as const)(
  'OCPP %s: without a start, what was read is counted and flagged',
  async (version) => {
    await using odd = await start(version, ['forgets-starts']);
    await charge(odd.station);
    const [session, ...others] = await sessionsOf(odd.station);
    expect(others).toEqual([]);
    expect(session).toMatchObject({ state: 'ended', energyWh: 300 });
    expect(session?.flags.length).toBeGreaterThan(0);
  },
);

test('OCPP 1.6: a stop without a start is taken', async () => {
  await using odd = await start('1.6', ['forgets-starts']);
  await charge(odd.station);
  expect(odd.refused).toEqual([]);
  expect(odd.station.sessions.all[0]?.discarded).toBe(0);
});

test.each(versions)(
  'OCPP %s: a batch of 500 messages that waited for the network is told and counted',
  async (version) => {
    await using odd = await start(version, []);
    const { station } = odd;
    station.loseNetwork();
    await expect.poll(() => station.state).toBe('offline');
    for (let count = 0; count < 100; count += 1) {
      const session = station.sessions.start({ evseId: 1, token: 'DRIVER-1' });
      for (const wh of [10, 20, 30]) station.sessions.charge(session, wh);
      station.sessions.stop(session, 'Local');
    }
    station.regainNetwork();
    await expect.poll(() => station.hasQueuedMessages, { timeout: 30_000 }).toBe(false);
    const sessions = await sessionsOf(station);
    expect(sessions).toHaveLength(100);
    expect(sessions.filter(({ state, energyWh }) => state !== 'ended' || energyWh !== 60)).toEqual([]);
  },
  60_000,
);
