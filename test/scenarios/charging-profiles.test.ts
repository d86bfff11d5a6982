import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandRecord } from '../../src/contract/commands/command.ts';
import type { BatterySwapList } from '../../src/contract/energy/battery-swap.ts';
import type {
  ChargingProfileList,
  CompositeScheduleList,
  EvScheduleList,
} from '../../src/contract/energy/charging-profile.ts';
import type { DerView } from '../../src/contract/energy/der.ts';
import type { SessionPage } from '../../src/contract/sessions/session.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import { tellNeeds } from '../../src/simulator/v2-charging-profiles.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await sigec.api.post('/api/tokens', { value: 'DRIVER-1', type: 'iso14443' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

/** A simulated station that has been accepted, and what REST shows and does with it. */
async function connect(id: string, version: OcppVersion) {
  const { promise: accepted, resolve } = Promise.withResolvers<void>();
  const station = new SimulatedStation({
    id,
    version,
    url: sigec.addresses.ocpp.slice(0, -1),
    statusEverySeconds: 0,
    onEvent: (event) => {
      if (event.kind === 'state-changed' && event.state === 'accepted') resolve();
    },
  });
  station.start();
  await accepted;
  const path = `/api/stations/${id}`;
  return {
    station,
    view: <View>(name: string) => sigec.api.get<View>(`${path}/${name}`),
    post: (name: string, body: object) => sigec.api.post(`${path}/${name}`, body),
    command: async (name: string, input: object = {}, more: object = {}) =>
      (await sigec.api.post<CommandRecord>(`${path}/commands/${name}`, { input, ...more })).outcome,
    [Symbol.asyncDispose]: () => station.stop(),
  };
}

const accepted = { status: 'accepted', losses: [] };
const limited = (limit: number) => ({ kind: 'relative', unit: 'A', periods: [{ startSeconds: 0, limit }] });

test.each(['1.6', '2.0.1', '2.1'] as const)('OCPP %s: limits are set, add up, and are cleared', async (version) => {
  await using given = await connect(`SCHEDULE-${version}`, version);
  const { station, command, view } = given;
  const maximum = {
    ...limited(20),
    purpose: 'charging-station-max-profile',
    kind: 'absolute',
    startsAt: '2026-01-01T00:00:00Z',
  };
  expect(await command('set-charging-profile', maximum)).toMatchObject(accepted);
  expect(
    await command('set-charging-profile', { ...limited(16.5), purpose: 'tx-default-profile', evseId: 1 }),
  ).toMatchObject(accepted);
  const read = async () => {
    expect(await command('get-composite-schedule', { evseId: 1, unit: 'A' })).toMatchObject(accepted);
    return (await view<CompositeScheduleList>('composite-schedule')).compositeSchedules[0]?.periods;
  };
  expect(await read()).toMatchObject([{ startSeconds: 0, limit: 16.5 }]);

  station.sessions.start({ evseId: 1, token: 'DRIVER-1' });
  const session = async () => (await view<SessionPage>('sessions')).sessions[0];
  await expect.poll(session).toBeDefined();
  const ours = { ...limited(8), purpose: 'tx-profile', evseId: 1, sessionId: (await session())?.id };
  expect(await command('set-charging-profile', ours)).toMatchObject(accepted);
  expect(await read()).toMatchObject([{ startSeconds: 0, limit: 8 }]);

  expect(await command('clear-charging-profiles', { purpose: 'tx-profile' })).toMatchObject(accepted);
  expect(await command('clear-charging-profiles', { purpose: 'tx-default-profile' })).toMatchObject(accepted);
  expect(await read()).toMatchObject([{ startSeconds: 0, limit: 20 }]);
  const { chargingProfiles } = await view<ChargingProfileList>('charging-profiles');
  expect(chargingProfiles.map(({ purpose, state }) => [purpose, state])).toEqual([
    ['charging-station-max-profile', 'active'],
    ['tx-default-profile', 'cleared'],
    ['tx-profile', 'cleared'],
  ]);
});

test.each(['2.0.1', '2.1'] as const)(
  'OCPP %s: a car that tells its needs gets its profile and follows it',
  async (version) => {
    await using given = await connect(`NEEDS-${version}`, version);
    const { station, command, view, post } = given;
    await post('charging-profiles', { ...limited(13), purpose: 'tx-profile', evseId: 1, chargingProfileId: 7 });
    station.sessions.start({ evseId: 1, token: 'DRIVER-1' });
    const answer = await tellNeeds(station, { evseId: 1, chargingNeeds: { requestedEnergyTransfer: 'DC' } });
    expect(answer).toEqual({ status: 'Accepted' });
    await expect
      .poll(() => view<EvScheduleList>('ev-schedules'))
      .toMatchObject({
        evSchedules: [{ evseId: 1, isWithinChargingProfile: true, schedule: { periods: [{ limit: 13 }] } }],
      });
    const reported = await command('get-charging-profiles', {}, { waitForEffectSeconds: 20 });
    expect(reported).toMatchObject({ ...accepted, answer: { hasChargingProfiles: true } });
    expect(await view<ChargingProfileList>('charging-profiles')).toMatchObject({
      chargingProfiles: [{ chargingProfileId: 7, state: 'active', reportedAt: expect.any(String) as string }],
    });
  },
);

test('OCPP 2.1: grid support and battery swaps run their course', async () => {
  await using given = await connect('GRID', '2.1');
  const { command, view } = given;
  const control = (controlId: string, priority: number) => ({
    controlId,
    type: 'fixed-var',
    priority,
    fixedVar: { setpoint: 10, unit: 'percent-max-var' },
  });
  await command('set-der-control', control('A', 2));
  expect(await command('set-der-control', control('B', 1), { waitForEffectSeconds: 20 })).toMatchObject({
    answer: { supersededIds: ['A'] },
  });
  await expect
    .poll(() => view<DerView>('der'))
    .toMatchObject({
      controls: [
        { controlId: 'B', isRunning: true, isSuperseded: false },
        { controlId: 'A', isSuperseded: true },
      ],
    });
  expect(await command('get-der-control', {}, { waitForEffectSeconds: 20 })).toMatchObject(accepted);
  expect(await command('request-battery-swap', { token: 'RIDER-1' }, { waitForEffectSeconds: 20 })).toMatchObject(
    accepted,
  );
  await expect
    .poll(() => view<BatterySwapList>('battery-swaps'))
    .toMatchObject({
      batterySwaps: [{ state: 'out', batteries: [{ direction: 'in' }, { direction: 'out', chargePercent: 100 }] }],
    });
});
