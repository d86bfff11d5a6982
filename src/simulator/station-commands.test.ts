import { expect, test } from 'vitest';
import type { OcppVersion } from '#contract/stations/station.ts';
import { accepting, startSmallServer } from '../../test/support/small-station-server.ts';
import {
  connectorOf,
  expectQuiet,
  inUse,
  registering,
  startAccepted,
  startStation,
  trigger,
} from '../../test/support/test-station.ts';
import { outOfServiceState } from './connector-life.ts';

const versions = ['1.6', '2.0.1', '2.1'] as const satisfies OcppVersion[];
const fault = { code: 'GroundFailure', info: 'Residual current', vendorCode: 'E-104' } as const;

test.each(versions)('OCPP %s: what the server triggers is sent although the station is pending', async (version) => {
  await using server = await startSmallServer({
    answer: registering({ status: 'Pending', interval: 9999 }, 'Accepted'),
  });
  await using station = startStation(server, { version });
  await server.received('BootNotification');
  const evse = version === '1.6' ? { connectorId: 2 } : { evse: { id: 2, connectorId: 1 } };
  expect(await trigger(server, 'StatusNotification', evse)).toEqual({ answer: { status: 'Accepted' } });
  expect((await server.received('StatusNotification')).payload).toMatchObject(
    version === '1.6' ? { connectorId: 2 } : { evseId: 2 },
  );
  expect(await trigger(server, 'Heartbeat')).toEqual({ answer: { status: 'Accepted' } });
  await server.received('Heartbeat');
  expect(station.state).toBe('pending');
  expect(await trigger(server, 'BootNotification')).toEqual({ answer: { status: 'Accepted' } });
  const boot = await server.received('BootNotification', 2);
  if (version !== '1.6') expect(boot.payload).toMatchObject({ reason: 'Triggered' });
  await server.until(() => station.state === 'accepted');
});

test('the answer to a trigger precedes the message', async () => {
  await using server = await startSmallServer({ answer: accepting() });
  await using _station = await startAccepted(server);
  const order: string[] = [];
  const asked = trigger(server, 'Heartbeat').then(() => order.push('answer'));
  const sent = server.received('Heartbeat').then(() => order.push('message'));
  await Promise.all([asked, sent]);
  expect(order).toEqual(['answer', 'message']);
});

test('a trigger that cannot be served is declined', async () => {
  await using server = await startSmallServer({ answer: accepting() });
  await using _station = await startAccepted(server, { version: '2.0.1' });
  expect(await trigger(server, 'SignCombinedCertificate')).toEqual({ answer: { status: 'NotImplemented' } });
  expect(await trigger(server, 'StatusNotification', { evse: { id: 9 } })).toEqual({ answer: { status: 'Rejected' } });
  expect(await trigger(server, 'BootNotification')).toEqual({ answer: { status: 'Rejected' } }); // F06.FR.17
});

test.each(versions)('OCPP %s: a rejected station only listens to the wish for a boot', async (version) => {
  await using server = await startSmallServer({
    answer: registering({ status: 'Rejected', interval: 9999 }, 'Accepted'),
  });
  await using station = startStation(server, { version });
  await server.until(() => station.state === 'rejected');
  expect(await server.ask('CP-1', 'Reset', { type: 'Immediate' })).toEqual({ error: 'SecurityError' });
  expect(await trigger(server, 'BootNotification')).toEqual({ answer: { status: 'Accepted' } });
  await server.received('StatusNotification');
});

test.each([
  ['1.6', { type: 'Hard' }],
  ['2.0.1', { type: 'Immediate' }],
  ['2.1', { type: 'OnIdle' }],
] as const)('OCPP %s: a reset ends the connection and boots again', async (version, request) => {
  await using server = await startSmallServer({ answer: accepting() });
  await using _station = await startAccepted(server, { version });
  expect(await server.ask('CP-1', 'Reset', request)).toEqual({ answer: { status: 'Accepted' } });
  const boot = await server.received('BootNotification', 2);
  expect(boot.connection).toBe(2);
  if (version !== '1.6') expect(boot.payload).toMatchObject({ reason: 'RemoteReset' });
});

test('a reset on idle waits for the driver to leave', async () => {
  await using server = await startSmallServer({ answer: accepting() });
  await using station = await startAccepted(server);
  const connector = connectorOf(station, 1);
  station.changeConnector(connector, inUse);
  expect(await server.ask('CP-1', 'Reset', { type: 'OnIdle' })).toEqual({ answer: { status: 'Scheduled' } });
  await expectQuiet(server);
  expect(server.connections).toBe(1);
  station.changeConnector(connector, { status: 'available', activity: null, fault: null });
  expect((await server.received('BootNotification', 2)).connection).toBe(2);
});

test.each(versions)('OCPP %s: an availability change is answered and reported', async (version) => {
  await using server = await startSmallServer({ answer: accepting() });
  await using _station = await startAccepted(server, { version });
  const before = server.calls.length;
  const request =
    version === '1.6' ? { connectorId: 1, type: 'Inoperative' } : { evse: { id: 1 }, operationalStatus: 'Inoperative' };
  expect(await server.ask('CP-1', 'ChangeAvailability', request)).toEqual({ answer: { status: 'Accepted' } });
  await server.until(() => server.calls.length > before);
  expect(server.calls[before]?.payload).toMatchObject(
    version === '1.6' ? { connectorId: 1, status: 'Unavailable' } : { evseId: 1, connectorStatus: 'Unavailable' },
  );
});

test('a connector in use goes out of service once it is free', async () => {
  await using server = await startSmallServer({ answer: accepting() });
  await using station = await startAccepted(server);
  for (const connector of station.connectors.all) station.changeConnector(connector, inUse);
  expect(await server.ask('CP-1', 'ChangeAvailability', { operationalStatus: 'Inoperative' })).toEqual({
    answer: { status: 'Scheduled' },
  });
  const life = { random: () => 0.5, faultChance: 0 };
  while (station.connectors.all.some(({ state }) => state !== outOfServiceState)) station.connectors.live(life);
  expect(station.connectors.isInUse).toBe(false);
});

test('a 1.6 station tells what is wrong with a connector', async () => {
  await using server = await startSmallServer({ answer: accepting() });
  await using station = await startAccepted(server, { version: '1.6' });
  const connector = connectorOf(station, 1);
  const before = server.calls.length;
  station.changeConnector(connector, { status: 'faulted', activity: null, fault });
  await server.until(() => server.calls.length > before);
  expect(server.calls[before]?.payload).toMatchObject({
    status: 'Faulted',
    errorCode: 'GroundFailure',
    info: 'Residual current',
    vendorErrorCode: 'E-104',
  });
});

test('a 1.6 station tells its configuration, and which keys it does not know', async () => {
  await using server = await startSmallServer({ answer: accepting(77) });
  await using _station = await startAccepted(server, { version: '1.6' });
  const key = ['HeartbeatInterval', 'NumberOfConnectors', 'Colour'];
  expect(await server.ask('CP-1', 'GetConfiguration', { key })).toEqual({
    answer: {
      configurationKey: [
        { key: 'HeartbeatInterval', readonly: false, value: '77' },
        { key: 'NumberOfConnectors', readonly: true, value: '2' },
      ],
      unknownKey: ['Colour'],
    },
  });
});

test('a 2.x station tells its variables, and which it does not have', async () => {
  await using server = await startSmallServer({ answer: accepting(77) });
  await using _station = await startAccepted(server);
  const asked = [
    { component: { name: 'OCPPCommCtrlr' }, variable: { name: 'HeartbeatInterval' } },
    { component: { name: 'Connector', evse: { id: 1, connectorId: 1 } }, variable: { name: 'AvailabilityState' } },
    { component: { name: 'ChargingStation' }, variable: { name: 'Colour' } },
    { component: { name: 'Espresso' }, variable: { name: 'Model' } },
  ];
  const answer = await server.ask('CP-1', 'GetVariables', { getVariableData: asked });
  const results = (answer as { answer: { getVariableResult: object[] } }).answer.getVariableResult;
  expect(results).toMatchObject([
    { attributeStatus: 'Accepted', attributeValue: '77' },
    { attributeStatus: 'Accepted', attributeValue: 'Available' },
    { attributeStatus: 'UnknownVariable' },
    { attributeStatus: 'UnknownComponent' },
  ]);
});

test.each(versions)('OCPP %s: an action the station does not know is not implemented', async (version) => {
  await using server = await startSmallServer({ answer: accepting() });
  await using _station = await startAccepted(server, { version });
  expect(await server.ask('CP-1', 'BrewCoffee', {})).toEqual({ error: 'NotImplemented' });
});
