import { expect, test } from 'vitest';
import { faultNames } from './fault-effects.ts';
import { FaultInjector, type FaultyStation } from './inject-fault.ts';

const lifeMs = 1_000_000;

/** A station with a fault, and what became of it; every lot falls on the bad side unless `luck` is high. */
function faulty(fault: (typeof faultNames)[number], { luck = 0.01, version = '2.0.1' } = {}) {
  let now = 0;
  const done: unknown[] = [];
  const station: FaultyStation = {
    version,
    loseNetwork: () => void done.push('lost'),
    regainNetwork: () => void done.push('back'),
    reboot: () => void done.push('boot'),
    say: async (action, request) => void done.push([action, request]),
    breakDown: (evseId, { code }) => void done.push(['broken', evseId, code]),
  };
  const injector = new FaultInjector({ fault, lifeMs, random: () => luck, now: () => now });
  injector.start(station);
  injector.stop(); // the test lets the time pass itself
  return { injector, station, done, at: (share: number) => void (now = share * lifeMs) };
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
  const { injector, at } = faulty('drifting-clock');
  at(0.5);
  const payload = { timestamp: '2026-03-01T08:00:00.000Z' };
  expect(injector.spoil({ kind: 'call', id: '1', action: 'StatusNotification', payload })).toMatchObject({
    payload: { timestamp: '2026-03-01T08:01:30.000Z' },
  });
});

test('a lock that fails lets nothing flow at its EVSE and says so in the way of the version; the other EVSE is well', () => {
  const { injector, done, at } = faulty('lock-failure');
  at(0.9);
  expect(injector.begin(1)).toMatchObject({ flows: false, fault: { code: 'ConnectorLockFailure' } });
  expect(done).toMatchObject([['NotifyEvent', { eventData: [{ techCode: 'ConnectorLockFailure' }] }]]);
  expect(injector.begin(2)).toEqual({ flows: true, delaySeconds: 0, fault: null });
  const older = faulty('lock-failure', { version: '1.6' });
  older.at(0.9);
  expect(older.injector.begin(1).fault?.code).toBe('ConnectorLockFailure'); // with the status of the connector
  expect(older.done).toEqual([]);
});

test('a relay that sticks keeps energy waiting, and now and then lets none flow', () => {
  const lucky = faulty('stuck-relay', { luck: 0.5 });
  lucky.at(0.8);
  expect(lucky.injector.begin(1)).toEqual({ flows: true, delaySeconds: 24, fault: null });
  const { injector, at } = faulty('stuck-relay');
  at(0.8);
  expect(injector.begin(1)).toMatchObject({ flows: false, fault: { code: 'PowerSwitchFailure' } });
});

test('a register that is stuck shows what it showed before, each EVSE its own', () => {
  const { injector, at } = faulty('failing-meter');
  expect([injector.registerWh(1, 100), injector.registerWh(2, 900)]).toEqual([100, 900]);
  at(1);
  expect([injector.registerWh(1, 200), injector.registerWh(2, 950)]).toEqual([100, 950]);
});

test('a hot connector warms up while energy flows, the more the further it is worn', () => {
  const { injector, at } = faulty('hot-connector', { version: '1.6' });
  const rise = (from: number) => {
    at(from);
    injector.flow(1);
    at(from + 0.999);
    return injector.sense(1)[0]?.value ?? 0;
  };
  expect([rise(0) > 50, rise(-0.999)]).toEqual([true, 29.7]);
  expect(injector.sense(2)[0]?.value).toBe(20);
});

test.each([
  ['stuck-relay', ['broken', 1, 'PowerSwitchFailure']],
  ['memory-leak', 'lost'],
] as const)('%s ends as a station that is broken or gone', async (fault, end) => {
  let now = 0;
  const { station, done } = faulty(fault);
  const injector = new FaultInjector({ fault, lifeMs: 20, random: () => 0.99, now: () => now });
  injector.start(station);
  now = 20;
  await expect.poll(() => done).toContainEqual(end);
  injector.stop();
});
