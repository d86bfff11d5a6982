import { expect, test } from 'vitest';
import type { OcppVersion } from '#contract/stations/station.ts';
import {
  accepting,
  type ReceivedCall,
  type SmallServer,
  startSmallServer,
} from '../../test/support/small-station-server.ts';
import { connectorOf, startAccepted } from '../../test/support/test-station.ts';
import type { Nameplate } from './nameplate.ts';
import type { StationSettings } from './station-settings.ts';
import { SimulatedVehicle } from './vehicle.ts';
import { visit } from './visit.ts';

const versions = ['1.6', '2.0.1', '2.1'] as const satisfies OcppVersion[];
const twos = ['2.0.1', '2.1'] as const;
const isOfSession = ({ action }: ReceivedCall) => /Transaction|MeterValues/.test(action);

function welcoming(call: ReceivedCall): object {
  const info = { status: call.payload['idTag'] === 'BAD' ? 'Invalid' : 'Accepted' };
  if (call.action === 'StartTransaction') return { transactionId: 7, idTagInfo: info };
  if (call.action === 'Authorize') return { idTagInfo: info, idTokenInfo: info };
  return accepting()(call);
}

const nameplate: Nameplate = {
  vendor: 'Carga Clara',
  model: 'CC-DC60',
  serialNumber: '1',
  firmwareVersion: '1',
  iccid: null,
  evseCount: 1,
  outlet: { kind: 'DC', maxW: 60_000, phases: 3 },
};

/** An hour of the station lasts a few milliseconds, for its clock as for its waiting. */
function quick(): Pick<StationSettings, 'clock' | 'secondMs' | 'callTimeoutSeconds' | 'nameplate'> {
  const startedAt = performance.now();
  const now = () => new Date(Date.parse('2026-03-01T08:00:00Z') + (performance.now() - startedAt) * 10_000);
  return { clock: { now }, secondMs: 0.1, callTimeoutSeconds: 100_000, nameplate };
}

const vehicle = (soc: number) => new SimulatedVehicle({ capacityWh: 50_000, acW: 11_000, dcW: 50_000 }, soc);

/** What a server was told of sessions, shortly. */
function story(server: SmallServer): string[] {
  return server.calls.filter(isOfSession).map(({ action, payload }) => {
    if (action !== 'TransactionEvent') return action;
    const { chargingState } = payload['transactionInfo'] as { chargingState?: string };
    const token = payload['idToken'] === undefined ? '' : ' with token';
    return `${String(payload['eventType'])} ${String(payload['triggerReason'])} ${chargingState ?? ''}${token}`.trim();
  });
}

const withoutSamples = (told: readonly string[]) => told.filter((line) => !line.includes('MeterValue'));
const at = (server: SmallServer) => ({
  wait: async () => server.until(() => story(server).some((line) => line.includes('MeterValue'))),
});
const plan = { evseId: 1, token: 'GOOD', ends: 'token', chargeSeconds: 60, idleSeconds: 0 } as const;

test.each(twos)('OCPP %s: the cable comes first, and the token after it', async (version) => {
  await using server = await startSmallServer({ answer: welcoming });
  await using station = await startAccepted(server, { version, ...quick() });
  const place = { station, ...at(server) };
  expect(await visit(place, { ...plan, vehicle: vehicle(0.2), begins: 'cable-first' })).toBe('started');
  await server.until(() => !station.hasQueuedMessages);
  expect(withoutSamples(story(server))).toEqual([
    'Started CablePluggedIn EVConnected',
    'Updated Authorized EVConnected with token',
    'Updated ChargingStateChanged Charging',
    'Ended StopAuthorized',
  ]);
  expect(connectorOf(station, 1).state.status).toBe('available');
});

test.each(twos)('OCPP %s: the token comes first, and the cable after it', async (version) => {
  await using server = await startSmallServer({ answer: welcoming });
  await using station = await startAccepted(server, { version, ...quick() });
  const place = { station, ...at(server) };
  await visit(place, { ...plan, vehicle: vehicle(0.2), begins: 'token-first', ends: 'cable' });
  await server.until(() => !station.hasQueuedMessages);
  expect(withoutSamples(story(server))).toEqual([
    'Started Authorized Idle with token',
    'Updated CablePluggedIn EVConnected',
    'Updated ChargingStateChanged Charging',
    'Ended EVDeparted',
  ]);
});

test.each(['cable-first', 'token-first'] as const)(
  'OCPP 1.6: %s is one start, one stop and the samples',
  async (begins) => {
    await using server = await startSmallServer({ answer: welcoming });
    await using station = await startAccepted(server, { version: '1.6', ...quick() });
    const words = () =>
      server.calls.flatMap(({ payload }) => (payload['connectorId'] === 1 && payload['status']) || []);
    const wait = async (seconds: number) =>
      seconds > 0 ? at(server).wait() : server.until(() => words().includes('Finishing'));
    await visit({ station, wait }, { ...plan, vehicle: vehicle(0.2), begins });
    await server.until(() => !station.hasQueuedMessages);
    expect(withoutSamples(story(server))).toEqual(['StartTransaction', 'StopTransaction']);
    await server.until(() => words().at(-1) === 'Available');
  },
);

test.each(versions)('OCPP %s: whoever is refused unplugs again, and nothing flows', async (version) => {
  const answer = (call: ReceivedCall) =>
    call.action === 'Authorize'
      ? { idTagInfo: { status: 'Invalid' }, idTokenInfo: { status: 'Invalid' } }
      : welcoming(call);
  await using server = await startSmallServer({ answer });
  await using station = await startAccepted(server, { version, ...quick() });
  const place = { station, ...at(server) };
  expect(await visit(place, { ...plan, vehicle: vehicle(0.2), begins: 'cable-first' })).toBe('refused');
  await server.until(() => !station.hasQueuedMessages);
  expect(station.sessions.all.map((session) => [session.isEnded, station.sessions.deliveredWh(session)])).toEqual(
    version === '1.6' ? [] : [[true, 0]],
  );
  expect(connectorOf(station, 1).state.status).toBe('available');
});

test.each(versions)(
  'OCPP %s: a session that was started remotely draws, fills the battery and ends',
  async (version) => {
    await using server = await startSmallServer({ answer: welcoming });
    const car = vehicle(0.5);
    await using station = await startAccepted(server, {
      version,
      ...quick(),
      initialRegisterWh: 1000,
      nextDriver: () => ({ vehicle: car, staysSeconds: 2 * 3600 }),
    });
    const start =
      version === '1.6'
        ? await server.ask('CP-1', 'RemoteStartTransaction', { connectorId: 1, idTag: 'GOOD' })
        : await server.ask('CP-1', 'RequestStartTransaction', {
            evseId: 1,
            remoteStartId: 5,
            idToken: { idToken: 'GOOD', type: 'ISO14443' },
          });
    expect(start).toEqual({ answer: { status: 'Accepted' } });
    await server.until(() => station.sessions.all[0]?.chargingState === 'SuspendedEV');
    expect(car.isFull).toBe(true);
    await server.until(() => station.sessions.all[0]?.isEnded === true && !station.hasQueuedMessages);
    const [session] = station.sessions.all;
    const deliveredWh = session === undefined ? 0 : station.sessions.deliveredWh(session);
    expect(deliveredWh / (25_000 / 0.95)).toBeCloseTo(1, 3); // half a battery, and what is lost on the way
    expect(JSON.stringify(server.calls.findLast(isOfSession)?.payload)).toContain(String(1000 + deliveredWh));
    const told = JSON.stringify(server.calls.filter(isOfSession).map(({ payload }) => payload));
    for (const measurand of ['SoC', 'Voltage', 'Current.Import', 'Power.Active.Import'])
      expect(told).toContain(measurand);
  },
);

test('a limit of nothing holds the vehicle back', async () => {
  await using server = await startSmallServer({ answer: welcoming });
  await using station = await startAccepted(server, { version: '2.0.1', ...quick() });
  const chargingProfile = {
    id: 1,
    stackLevel: 0,
    chargingProfilePurpose: 'TxDefaultProfile',
    chargingProfileKind: 'Absolute',
    chargingSchedule: [
      {
        id: 1,
        startSchedule: '2026-03-01T00:00:00Z',
        chargingRateUnit: 'W',
        chargingSchedulePeriod: [{ startPeriod: 0, limit: 0 }],
      },
    ],
  };
  await server.ask('CP-1', 'SetChargingProfile', { evseId: 0, chargingProfile });
  station.visits.plugIn(1, vehicle(0.2));
  await station.present({ evseId: 1, token: 'GOOD' });
  await server.until(() => story(server).includes('Updated ChargingStateChanged SuspendedEVSE'));
  expect(station.sessions.registerWh(1)).toBe(0);
});

test.each(versions)('OCPP %s: two vehicles do not fit one EVSE', async (version) => {
  await using server = await startSmallServer({ answer: welcoming });
  await using station = await startAccepted(server, { version });
  station.visits.plugIn(1, vehicle(0.2));
  expect(() => station.visits.plugIn(1, vehicle(0.3))).toThrow('EVSE 1 already');
});
