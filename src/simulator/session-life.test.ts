import { expect, test } from 'vitest';
import type { OcppVersion } from '#contract/stations/station.ts';
import {
  accepting,
  type ReceivedCall,
  type SmallServer,
  startSmallServer,
} from '../../test/support/small-station-server.ts';
import { connectorOf, startAccepted, trigger } from '../../test/support/test-station.ts';

const versions = ['1.6', '2.0.1', '2.1'] as const satisfies OcppVersion[];
const twos = ['2.0.1', '2.1'] as const;

/** A server that accepts every token but BAD, and limits who is LIMITED to 500 Wh. */
function deciding(call: ReceivedCall): object {
  const { action, payload } = call;
  const idToken = payload['idToken'] as { idToken: string } | undefined;
  const status = payload['idTag'] === 'BAD' || idToken?.idToken === 'BAD' ? 'Invalid' : 'Accepted';
  if (action === 'StartTransaction') return { transactionId: 7, idTagInfo: { status } };
  if (idToken === undefined) return accepting()(call);
  const limit = idToken.idToken === 'LIMITED' ? { transactionLimit: { maxEnergy: 500 } } : {};
  return { idTokenInfo: { status }, ...limit };
}

const messageOf = (version: OcppVersion, of16: string) => (version === '1.6' ? of16 : 'TransactionEvent');

/** The last message of the session that the server got, once there is one that says this. */
async function told(server: SmallServer, words: string): Promise<string> {
  const find = () =>
    server.calls.map(({ payload }) => JSON.stringify(payload)).findLast((text) => text.includes(words));
  await server.until(() => find() !== undefined);
  return find() ?? '';
}

test.each(versions)('OCPP %s: whoever turns out not to be allowed is stopped', async (version) => {
  await using server = await startSmallServer({ answer: deciding });
  await using station = await startAccepted(server, { version });
  const session = station.sessions.start({ evseId: 1, token: 'BAD' });
  expect(await told(server, 'DeAuthorized')).toContain(version === '1.6' ? '"meterStop":0' : '"Deauthorized"');
  expect([session.isEnded, connectorOf(station, 1).state.status]).toEqual([true, 'available']);
});

test.each(versions)('OCPP %s: a restart at once ends the session, and tells it afterwards', async (version) => {
  await using server = await startSmallServer({ answer: deciding });
  await using station = await startAccepted(server, { version });
  const session = station.sessions.start({ evseId: 1, token: 'GOOD' });
  await server.received(messageOf(version, 'StartTransaction'));
  await server.ask('CP-1', 'Reset', { type: version === '1.6' ? 'Hard' : 'Immediate' });
  await server.received('BootNotification', 2);
  expect(await told(server, version === '1.6' ? 'HardReset' : 'ImmediateReset')).toContain(session.ref);
});

test('OCPP 2.1: a session goes on after a restart that is to resume it', async () => {
  await using server = await startSmallServer({ answer: deciding });
  await using station = await startAccepted(server, { version: '2.1' });
  const session = station.sessions.start({ evseId: 1, token: 'GOOD' });
  await server.received('TransactionEvent');
  await server.ask('CP-1', 'Reset', { type: 'ImmediateAndResume' });
  await server.received('BootNotification', 2);
  expect(await told(server, 'TxResumed')).toContain('"Updated"');
  expect(session.isEnded).toBe(false);
});

test.each(versions)('OCPP %s: an EVSE that is in use goes out of service after its session', async (version) => {
  await using server = await startSmallServer({ answer: deciding });
  await using station = await startAccepted(server, { version });
  const session = station.sessions.start({ evseId: 1, token: 'GOOD' });
  const off =
    version === '1.6' ? { connectorId: 1, type: 'Inoperative' } : { evse: { id: 1 }, operationalStatus: 'Inoperative' };
  expect(await server.ask('CP-1', 'ChangeAvailability', off)).toEqual({ answer: { status: 'Scheduled' } });
  station.sessions.stop(session, 'Local');
  expect(connectorOf(station, 1).state.status).toBe('unavailable');
});

test.each(versions)('OCPP %s: a cable is unlocked, but not under a driver of 2.x', async (version) => {
  await using server = await startSmallServer({ answer: deciding });
  await using station = await startAccepted(server, { version });
  const unlock = (evseId: number) =>
    server.ask('CP-1', 'UnlockConnector', version === '1.6' ? { connectorId: evseId } : { evseId, connectorId: 1 });
  expect(await unlock(1)).toEqual({ answer: { status: 'Unlocked' } });
  const unknown = version === '1.6' ? 'NotSupported' : 'UnknownConnector';
  expect(await unlock(9)).toEqual({ answer: { status: unknown } });
  const session = station.sessions.start({ evseId: 1, token: 'GOOD' });
  const ongoing = version === '1.6' ? 'Unlocked' : 'OngoingAuthorizedTransaction';
  expect(await unlock(1)).toEqual({ answer: { status: ongoing } });
  await server.until(() => session.isEnded === (version === '1.6'));
});

test.each(versions)('OCPP %s: the meter reports what it is set to report, and when it is asked', async (version) => {
  await using server = await startSmallServer({ answer: deciding });
  await using station = await startAccepted(server, { version });
  const session = station.sessions.start({ evseId: 1, token: 'GOOD' });
  station.deviceModel.byKey('MeterValuesSampledData')?.write?.('Energy.Active.Import.Register,SoC');
  station.sessions.charge(session, 900, { SoC: 55, Voltage: 230 });
  expect(await told(server, '"SoC"')).not.toContain('Voltage');
  const place = version === '1.6' ? { connectorId: 1 } : { evse: { id: 1 } };
  expect(await trigger(server, 'MeterValues', place)).toEqual({ answer: { status: 'Accepted' } });
  expect(await told(server, '"Trigger"')).toContain('900');
});

test.each(twos)('OCPP %s: a session is told of when it is asked for', async (version) => {
  await using server = await startSmallServer({ answer: deciding });
  await using station = await startAccepted(server, { version });
  station.sessions.start({ evseId: 1, token: 'GOOD' });
  await server.received('TransactionEvent');
  await trigger(server, 'TransactionEvent', { evse: { id: 1 } });
  expect(await told(server, '"triggerReason":"Trigger"')).toContain('"Updated"');
});

test('OCPP 2.1: a session ends by itself at its limit', async () => {
  await using server = await startSmallServer({ answer: deciding });
  await using station = await startAccepted(server, { version: '2.1' });
  const session = station.sessions.start({ evseId: 1, token: 'LIMITED' });
  await server.until(() => session.maxEnergyWh === 500);
  station.sessions.charge(session, 400);
  expect(session.isEnded).toBe(false);
  station.sessions.charge(session, 100);
  expect(await told(server, 'EnergyLimitReached')).toContain('"maxEnergy":500');
});
