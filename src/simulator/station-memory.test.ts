import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { OcppVersion } from '#contract/stations/station.ts';
import { accepting, type ReceivedCall, startSmallServer } from '../../test/support/small-station-server.ts';
import { startAccepted } from '../../test/support/test-station.ts';
import { fileMemory } from './station-memory.ts';
import { SimulatedVehicle } from './vehicle.ts';

const versions = ['1.6', '2.0.1', '2.1'] as const satisfies OcppVersion[];
const isOfSession = ({ action }: ReceivedCall) => /Transaction|MeterValues/.test(action);
const stopOf = (version: OcppVersion) => (version === '1.6' ? '"PowerLoss"' : '"stoppedReason":"PowerLoss"');

function welcoming(call: ReceivedCall): object {
  return call.action === 'StartTransaction'
    ? { transactionId: 7, idTagInfo: { status: 'Accepted' } }
    : accepting()(call);
}

test.each(versions)('OCPP %s: after a crash the queue is told, and the open session ended', async (version) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sigec-memory-'));
  const memory = fileMemory(join(folder.path, 'stations', 'CP-1.json'));
  {
    await using server = await startSmallServer({ answer: welcoming });
    await using station = await startAccepted(server, { version, memory, initialRegisterWh: 2000 });
    const session = station.sessions.start({ evseId: 1, token: 'GOOD' });
    await server.until(() => !station.sessions.isUntold(session));
    station.loseNetwork();
    await server.until(() => station.state === 'offline');
    station.sessions.charge(session, 300); // nobody has heard of this when the process dies
  }
  await using server = await startSmallServer({ answer: welcoming });
  await using station = await startAccepted(server, { version, memory });
  await server.until(() => !station.hasQueuedMessages);
  const told = server.calls.filter(isOfSession).map(({ payload }) => JSON.stringify(payload));
  expect(told).toHaveLength(2);
  expect(told[0]).toContain('2300');
  expect(told[1]).toContain(stopOf(version));
  expect(told[1]).toContain('2300');
  expect(station.sessions.registerWh(1)).toBe(2300);
  expect(memory.read()).toMatchObject({ sessions: [], untold: [] });
});

test('a torn file counts as none', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sigec-memory-'));
  const path = join(folder.path, 'CP-1.json');
  await writeFile(path, '{"meters":[[1,');
  expect(fileMemory(path).read()).toBeUndefined();
});

test.each(versions)(
  'OCPP %s: a loss of power ends the session, unless the station resumes or forgets it',
  async (version) => {
    await using server = await startSmallServer({ answer: welcoming });
    await using station = await startAccepted(server, { version });
    const session = station.sessions.start({ evseId: 1, token: 'GOOD' });
    await server.until(() => !station.sessions.isUntold(session));
    station.losePower();
    await server.received('BootNotification', 2);
    await server.until(() => session.isEnded && !station.sessions.isUntold(session));
    expect(JSON.stringify(server.calls.findLast(isOfSession)?.payload)).toContain(stopOf(version));
  },
);

test('a station that resumes its sessions goes on to charge', async () => {
  await using server = await startSmallServer({ answer: welcoming });
  await using station = await startAccepted(server, { version: '2.1', oddities: ['resumes-sessions'] });
  station.visits.plugIn(1, new SimulatedVehicle({ capacityWh: 50_000, acW: 11_000, dcW: 50_000 }, 0.5));
  const [session] = station.sessions.all;
  if (session === undefined) throw new Error('no session began');
  station.visits.authorized({ evseId: 1, token: 'GOOD' });
  await server.until(() => !station.sessions.isUntold(session));
  station.losePower();
  await server.received('BootNotification', 2);
  await server.until(() => server.calls.some(({ payload }) => payload['triggerReason'] === 'TxResumed'));
  const beforeWh = station.sessions.registerWh(1);
  await expect.poll(() => station.sessions.registerWh(1)).toBeGreaterThan(beforeWh);
  expect(session.isEnded).toBe(false);
});

test('a station that forgets its sessions never speaks of them again', async () => {
  await using server = await startSmallServer({ answer: welcoming });
  await using station = await startAccepted(server, { version: '1.6', oddities: ['forgets-sessions'] });
  const session = station.sessions.start({ evseId: 1, token: 'GOOD' });
  await server.until(() => !station.sessions.isUntold(session));
  station.losePower();
  await server.received('BootNotification', 2);
  expect(session.isEnded).toBe(true);
  expect(station.hasQueuedMessages).toBe(false);
  expect(server.calls.filter(isOfSession).map(({ action }) => action)).toEqual(['StartTransaction']);
});
