import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandList, CommandRecord } from '../../src/contract/commands/command.ts';
import type { SessionPage } from '../../src/contract/sessions/session.ts';
import type { StationRepairs } from '../../src/contract/stations/quirk.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { quirks } from '../../src/doors/ocpp/quirks/quirks.ts';
import { type QuirkName, simulatedQuirks } from '../../src/simulator/quirks.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import { enterToken } from '../support/tokens.ts';

let sigec: TestSigec;
let stations = 0;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await enterToken(sigec, 'DRIVER-1');
});
afterAll(() => sigec[Symbol.asyncDispose]());

/** A simulated station with one fault, once it is accepted. A second lasts 5 ms. */
async function start(version: OcppVersion, quirk: QuirkName): Promise<SimulatedStation> {
  stations += 1;
  const accepted = Promise.withResolvers<void>();
  const station = new SimulatedStation({
    id: `${quirk}-${stations}`,
    version,
    url: sigec.addresses.ocpp.slice(0, -1),
    quirks: [quirk],
    statusEverySeconds: 0,
    heartbeatSeconds: 10,
    secondMs: 5,
    callTimeoutSeconds: 4_000,
    onEvent: (event) => {
      if (event.kind === 'state-changed' && event.state === 'accepted') accepted.resolve();
    },
  });
  station.start();
  await accepted.promise;
  return station;
}

const api = <Answer>(station: SimulatedStation, view: string) =>
  sigec.api.get<Answer>(`/api/stations/${station.id}/${view}`);
const run = (station: SimulatedStation, name: string, body: object) =>
  sigec.api.post<CommandRecord>(`/api/stations/${station.id}/${name}`, body);

test('a station can be made to do everything that there is a rule for', () => {
  expect(Object.keys(simulatedQuirks).toSorted()).toEqual(quirks.map(({ id }) => id).toSorted());
});

const conduct = new Set(['no-boot-after-reconnect', 'late-answer', 'error-code-spelling', 'boolean-as-text']);
/** Without its own session these stop at nobody's; what they stopped is kept, and shown as running on. */
const losesItsSession = new Set(['missing-transaction-id', 'impossible-transaction-id']);

const cases = quirks
  .filter(({ id }) => !conduct.has(id))
  .flatMap(({ id, versions }) => versions.map((version) => [id as QuirkName, version] as const))
  // What a version has no field for cannot go wrong there.
  .filter(([id, version]) => version === '1.6' || !['text-as-number', 'fraction-for-integer'].includes(id))
  .filter(([id, version]) => version !== '1.6' || id !== 'empty-list');

test.concurrent.for(cases)(
  'with the fault %s a station of OCPP %s still charges',
  async ([quirk, version], { expect }) => {
    await using station = await start(version, quirk);
    const session = station.sessions.start({ evseId: 1, token: 'DRIVER-1' });
    station.sessions.charge(session, 1500);
    station.sessions.stop(session, 'Local');
    await station.say('DataTransfer', { vendorId: 'nobody', data: 'hello' });
    await expect
      .poll(async () => (await api<StationRepairs>(station, 'repairs')).repairs.map(({ rule }) => rule))
      .toContain(quirk);
    const { sessions } = await api<SessionPage>(station, 'sessions');
    expect(sessions.length).toBeGreaterThanOrEqual(1);
    if (losesItsSession.has(quirk)) return;
    const energyWh = quirk === 'empty-list' ? null : 1500;
    expect(sessions).toMatchObject([{ state: 'ended', energyWh }]);
  },
);

test('answers with texts for booleans are read', async () => {
  await using station = await start('1.6', 'boolean-as-text');
  const { outcome } = await run(station, 'raw/GetConfiguration', { payload: { key: ['HeartbeatInterval'] } });
  expect(outcome).toMatchObject({ status: 'accepted' });
  expect((await api<StationRepairs>(station, 'repairs')).repairs).toMatchObject([{ rule: 'boolean-as-text' }]);
});

test('an answer that comes too late is kept', async () => {
  await using station = await start('2.0.1', 'late-answer');
  const command = await run(station, 'commands/unlock', { input: { evseId: 1 }, answerWithinSeconds: 0.1 });
  expect(command.outcome?.status).toBe('no-answer');
  await expect
    .poll(async () => (await api<CommandList>(station, 'commands')).commands)
    .toMatchObject([{ lateAnswer: { action: 'UnlockConnector', afterMs: expect.any(Number) as number } }]);
});
