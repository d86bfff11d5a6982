import { expect, test } from 'vitest';
import { faultNames } from './fault-effects.ts';
import { FaultInjector } from './inject-fault.ts';

const lifeMs = 1_000_000;

function faulty(fault: (typeof faultNames)[number]) {
  let now = 0;
  const injector = new FaultInjector({ fault, lifeMs, random: () => 0.01, now: () => now });
  const said = (action: string, payload: object) => {
    const frame = injector.spoil({ kind: 'call', id: '1', action, payload });
    return frame.kind === 'call' ? frame.payload : undefined;
  };
  return { injector, said, at: (share: number) => void (now = share * lifeMs) };
}

test('every fault is nothing at its beginning, or all at once, and shows at its end', () => {
  for (const fault of faultNames) {
    const { injector, at } = faulty(fault);
    const before = JSON.stringify(injector.effects);
    at(1);
    if (fault !== 'bad-firmware') expect(JSON.stringify(injector.effects)).not.toBe(before);
    expect(injector.effects).not.toMatchObject({
      dropsPerDay: 0,
      bootsPerDay: 0,
      heatFactor: 1,
      clockAheadSeconds: 0,
      meterJitterSeconds: 0,
      lockFailureShare: 0,
      startFailureShare: 0,
    });
  }
});

test('a clock that drifts dates what the station says', () => {
  const { said, at } = faulty('drifting-clock');
  at(0.5);
  expect(said('StatusNotification', { timestamp: '2026-03-01T08:00:00.000Z' })).toEqual({
    timestamp: '2026-03-01T08:01:30.000Z',
  });
});

test('a lock that fails says so when a car is plugged in, and a register that is stuck stands', () => {
  const lock = faulty('lock-failure');
  lock.at(1);
  expect(lock.said('StatusNotification', { status: 'Preparing', errorCode: 'NoError' })).toMatchObject({
    errorCode: 'ConnectorLockFailure',
  });
  const meter = faulty('failing-meter');
  meter.at(1);
  const values = (value: string) => ({ meterValue: [{ sampledValue: [{ value }] }] });
  meter.said('MeterValues', values('100'));
  expect(meter.said('MeterValues', values('200'))).toEqual(values('100'));
});
