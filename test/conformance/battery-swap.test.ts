import { expect } from 'vitest';
import type { BatterySwapList } from '../../src/contract/energy/battery-swap.ts';
import type { ChargingProfileList } from '../../src/contract/energy/charging-profile.ts';
import type { SessionPage } from '../../src/contract/sessions/session.ts';
import { expectAccepted, noon, setChargingProfile, txEvent } from '../support/charging-profile-steps.ts';
import { type UseCase, useCases } from '../support/use-case.ts';

const useCase = useCases();
const only = ['2.1'] as const;

const idToken = { idToken: 'RIDER-1', type: 'ISO14443' };
const battery = (evseId: number, soC: number) => ({
  evseId,
  serialNumber: `BAT-${evseId}`,
  soC,
  soH: 97.5,
  productionDate: '2025-01-01T00:00:00Z',
});
const step = (eventType: string, requestId: unknown, ...batteryData: object[]) => ({
  eventType,
  requestId,
  idToken,
  batteryData,
});
const swaps = async ({ view }: UseCase) => {
  const list = await view<BatterySwapList>('battery-swaps');
  expect(JSON.stringify(list)).not.toContain('RIDER-1');
  return list;
};
const hash = expect.stringMatching(/^tok_/) as string;

useCase('S01', 'A swap begun with a token at the station', only, async (given) => {
  const { station } = given;
  await station.call('Authorize', { idToken });
  await station.call('BatterySwap', step('BatteryIn', 5, battery(1, 12.5), battery(2, 20)));
  expect(await swaps(given)).toMatchObject({
    batterySwaps: [
      {
        requestId: 5,
        state: 'in',
        token: hash,
        requestedAt: null,
        batteries: [
          { direction: 'in', evseId: 1, serialNumber: 'BAT-1', chargePercent: 12.5, healthPercent: 97.5 },
          { direction: 'in', evseId: 2, producedAt: '2025-01-01T00:00:00.000Z' },
        ],
      },
    ],
  });
  return { messages: ['Authorize', 'BatterySwap'] };
});

useCase('S02', 'A swap begun remotely', only, async (given) => {
  const { station, command } = given;
  const refused = command('request-battery-swap', { token: 'RIDER-1' });
  await station.answer('RequestBatterySwap', { status: 'Rejected', statusInfo: { reasonCode: 'NoBatteryAvailable' } });
  expect((await refused).outcome).toMatchObject({ status: 'rejected', reason: 'NoBatteryAvailable' });
  expect(await swaps(given)).toEqual({ batterySwaps: [] });
  const running = command('request-battery-swap', { token: 'RIDER-1' });
  const { requestId, ...asked } = await station.answer('RequestBatterySwap', { status: 'Accepted' });
  expect(asked).toMatchObject({ idToken: { idToken: 'RIDER-1' } });
  const record = await running;
  expectAccepted(record);
  expect(JSON.stringify(record)).not.toContain('RIDER-1');
  expect(await swaps(given)).toMatchObject({ batterySwaps: [{ requestId, state: 'requested', token: hash }] });
  await station.call('BatterySwap', step('BatteryIn', requestId, battery(1, 10)));
  expect(await swaps(given)).toMatchObject({
    batterySwaps: [{ requestId, state: 'in', requestedAt: expect.any(String) as string }],
  });
  return { messages: ['RequestBatterySwap', 'RequestBatterySwap', 'BatterySwap'] };
});

useCase('S03', 'Batteries in and out', only, async (given) => {
  const { station } = given;
  await station.call('BatterySwap', step('BatteryIn', 6, battery(1, 10)));
  await station.call('BatterySwap', step('BatteryOut', 6, battery(3, 95)));
  expect(await swaps(given)).toMatchObject({
    batterySwaps: [
      {
        requestId: 6,
        state: 'out',
        batteries: [
          { direction: 'in', serialNumber: 'BAT-1' },
          { direction: 'out', serialNumber: 'BAT-3', chargePercent: 95 },
        ],
      },
    ],
  });
  await station.call('BatterySwap', step('BatteryIn', 7, battery(1, 10)));
  await station.call('BatterySwap', step('BatteryOutTimeout', 7, battery(3, 95)));
  expect(await swaps(given)).toMatchObject({
    batterySwaps: [
      { requestId: 7, state: 'not-taken' },
      { requestId: 6, state: 'out' },
    ],
  });
  // Told late, a first step does not turn the swap back.
  await station.call('BatterySwap', step('BatteryIn', 6, battery(1, 10)));
  expect((await swaps(given)).batterySwaps).toContainEqual(expect.objectContaining({ requestId: 6, state: 'out' }));
  return { messages: ['BatterySwap', 'BatterySwap', 'BatterySwap', 'BatterySwap'] };
});

useCase('S04', 'What was left is charged', only, async (given) => {
  const { station, view } = given;
  await station.call('BatterySwap', step('BatteryIn', 8, battery(1, 10)));
  const noToken = { idToken: { idToken: '', type: 'NoAuthorization' } };
  await station.call(
    'TransactionEvent',
    txEvent({ seqNo: 0, type: 'Started', trigger: 'CablePluggedIn', more: noToken }),
  );
  await setChargingProfile(given, {
    purpose: 'tx-default-profile',
    evseId: 1,
    unit: 'W',
    startsAt: noon,
    periods: [{ startSeconds: 0, limit: 2000 }],
  });
  expect(await swaps(given)).toMatchObject({ batterySwaps: [{ requestId: 8, state: 'in' }] });
  expect((await view<SessionPage>('sessions')).sessions).toMatchObject([{ evseId: 1, state: 'running' }]);
  expect((await view<ChargingProfileList>('charging-profiles')).chargingProfiles).toMatchObject([
    { evseId: 1, state: 'active' },
  ]);
  return { messages: ['BatterySwap', 'TransactionEvent', 'SetChargingProfile'] };
});
