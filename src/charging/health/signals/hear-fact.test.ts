import { expect, test } from 'vitest';
import { judgeStation, stationScore } from '../detectors/judge-station.ts';
import type { HealthFact } from './health-fact.ts';
import { hearFact } from './hear-fact.ts';
import { findingKey, newStationHealth, type StationHealth } from './station-health.ts';

const dayMs = 86_400_000;
const start = Date.UTC(2026, 2, 1);
const stationId = 'CP-1';

type Told = HealthFact extends infer Each ? (Each extends HealthFact ? Omit<Each, 'stationId'> : never) : never;

function told(station: StationHealth, ...facts: Told[]): void {
  for (const fact of facts) hearFact(station, { stationId, ...fact });
}

function session(at: number, ref: string, energyWh: number, minutes = 30): Told[] {
  const place = { evseId: 1, connectorId: 1, isOffline: false, isAuthorized: true, chargingState: null } as const;
  const common = { kind: 'session', ref, ...place } as const;
  const endsAt = at + minutes * 60_000;
  return [
    { ...common, at, toldAt: at, type: 'started', registerWh: 1_000, stopReason: null },
    { ...common, at: endsAt, toldAt: endsAt, type: 'ended', registerWh: 1_000 + energyWh, stopReason: 'Other' },
  ];
}

const code = (at: number, word: string): Told => ({
  kind: 'status',
  at,
  toldAt: at,
  evseId: 1,
  connectorId: 1,
  status: 'occupied',
  activity: 'preparing',
  code: word,
});

test('lock failures name the lock, with the signs they stand on', () => {
  const station = newStationHealth(start);
  for (let nth = 0; nth < 4; nth += 1) told(station, code(start + 5 * dayMs + nth * 3_600_000, 'ConnectorLockFailure'));
  const { alarms } = judgeStation(station, start + 6 * dayMs);
  expect(alarms).toMatchObject([{ kind: 'lock-failing', connector: '1.1', cause: 'lock' }]);
  expect(alarms[0]?.signs.map(({ signal }) => signal)).toEqual(Array(4).fill('lock-fault'));
});

test('sessions that stand without energy are starts that failed, at the contactor', () => {
  const station = newStationHealth(start);
  for (let nth = 0; nth < 6; nth += 1) told(station, ...session(start + dayMs + nth * 3_600_000, `S-${nth}`, 0, 5));
  expect(station.connectors['1.1']?.starts).toEqual([1, 1, 1, 1, 1, 1]);
  expect(judgeStation(station, start + 1.3 * dayMs).alarms).toMatchObject([{ kind: 'relay-failing', cause: 'relay' }]);
});

test('whoever leaves within seconds is neither a success nor a failure', () => {
  const station = newStationHealth(start);
  const [begin, end] = session(start, 'S-1', 0, 0.2);
  told(station, begin as Told, { ...end, stopReason: 'Local' } as Told);
  expect(station.connectors['1.1']?.starts).toEqual([]);
});

test('no energy for a full car, under a limit, or for who may not charge is no failed start', () => {
  const starts = (change: object, activity: 'suspended-by-vehicle' | 'charging' = 'charging') => {
    const station = newStationHealth(start);
    const [begin, end] = session(start, 'S-1', 0) as [Told, Told];
    const status = { ...code(start + 1_000, ''), code: null, activity } as Told;
    told(station, { ...begin, ...change }, status, { ...end, ...change });
    return station.connectors['1.1']?.starts;
  };
  expect(starts({})).toEqual([1]);
  expect(starts({ chargingState: 'suspended-by-station' })).toEqual([]);
  expect(starts({}, 'suspended-by-vehicle')).toEqual([]);
  expect(starts({ stopReason: 'DeAuthorized' })).toEqual([]);
  expect(starts({ chargingState: 'plugged-in', isAuthorized: false })).toEqual([]);
  expect(starts({ chargingState: 'plugged-in' })).toEqual([1]);
});

test('connections that we ended ourselves, and restarts that were asked for, are no trouble', () => {
  const station = newStationHealth(start);
  for (let nth = 0; nth < 30; nth += 1) {
    const at = start + nth * 3_600_000;
    told(station, { kind: 'offline', at, reason: 'server-stopped' }, { kind: 'online', at: at + 1_000 });
    told(station, {
      kind: 'command',
      at: at + 2_000,
      name: 'reset',
      status: 'accepted',
      tookMs: null,
      evseId: null,
      connectorId: null,
    });
    told(station, { kind: 'boot', at: at + 60_000, vendor: 'A', model: 'B', firmwareVersion: '1', reason: null });
  }
  expect(stationScore(station, start + 2 * dayMs).score).toBe(0);
});

test('a connection that breaks a few times in a row broke once; one that breaks on and on is found within the hour', () => {
  const minuteMs = 60_000;
  const station = newStationHealth(start);
  const boot = { kind: 'boot', vendor: 'A', model: 'B', firmwareVersion: '1', reason: null } as const;
  told(station, { ...boot, at: start - dayMs });
  const flap = (from: number, times: number) => {
    for (let nth = 0; nth < times; nth += 1) {
      const at = from + nth * minuteMs;
      told(station, { kind: 'offline', at, reason: 'no-answer' }, { kind: 'online', at: at + 5_000 });
      // Many stations boot whenever they are back.
      told(station, { ...boot, at: at + 6_000 });
    }
  };
  flap(start, 5);
  expect(station.troubles).toBe(1);
  flap(start + 2 * dayMs, 45);
  expect(judgeStation(station, start + 2 * dayMs + 46 * minuteMs).alarms).toMatchObject([{ kind: 'link-unstable' }]);
});

test('what happened with another firmware says nothing of this one', () => {
  const station = newStationHealth(start);
  const boot = { kind: 'boot', vendor: 'A', model: 'B', reason: 'Watchdog' } as const;
  told(station, { ...boot, at: start, firmwareVersion: '1' }, { ...boot, at: start + dayMs, firmwareVersion: '1' });
  expect(station.troubles).toBe(1);
  told(station, { ...boot, at: start + 2 * dayMs, firmwareVersion: '2' });
  expect([station.troubles, station.firmwareSince]).toEqual([0, start + 2 * dayMs]);
});

test('a clock that drifts is noticed, and messages told after an outage are not taken for it', () => {
  const station = newStationHealth(start);
  const status = (at: number, aheadSeconds: number): Told => ({
    kind: 'status',
    at,
    toldAt: at + aheadSeconds * 1000,
    evseId: 1,
    connectorId: 1,
    status: 'available',
    activity: null,
    code: null,
  });
  for (let nth = 0; nth < 60; nth += 1) told(station, status(start + nth * 3_600_000, Math.sin(nth)));
  told(station, { kind: 'online', at: start + 3 * dayMs });
  for (let nth = 0; nth < 20; nth += 1) told(station, status(start + 3 * dayMs + nth, -3000));
  expect(judgeStation(station, start + 4 * dayMs).alarms).toEqual([]);
  for (let nth = 0; nth < 60; nth += 1) told(station, status(start + 5 * dayMs + nth * 3_600_000, nth));
  expect(judgeStation(station, start + 8 * dayMs).alarms).toMatchObject([{ kind: 'clock-drifting', connector: null }]);
});

test('a connector that stays faulted is found after an hour, and has passed once it is well', () => {
  const station = newStationHealth(start);
  const at = start + dayMs;
  told(station, { ...code(at, 'PowerSwitchFailure'), status: 'faulted' } as Told);
  expect(judgeStation(station, at + 30 * 60_000).alarms).toEqual([]);
  const { alarms } = judgeStation(station, at + 61 * 60_000);
  expect(alarms).toMatchObject([{ kind: 'relay-failing', severity: 'critical', detector: 'threshold' }]);
  station.open[findingKey('relay-failing', '1.1')] = 'F-1';
  expect(judgeStation(station, at + dayMs)).toEqual({ alarms: [], seen: ['relay-failing 1.1'], passed: [] });
  told(station, { ...code(at + dayMs, ''), status: 'available', activity: null, code: null } as Told);
  expect(judgeStation(station, at + 40 * dayMs).passed).toEqual(['relay-failing 1.1']);
});

test('an alert counts by its severity, or where none is told by a code that names a part', () => {
  const alert = (severity: number | null, techCode: string) => {
    const station = newStationHealth(start);
    told(station, { kind: 'alert', at: start, evseId: 1, connectorId: 1, severity, code: techCode });
    return station.troubles;
  };
  expect([alert(null, 'ConnectorLockFailure'), alert(3, 'E-17'), alert(null, 'E-17'), alert(8, 'HighTemp')]).toEqual([
    ...[1, 1, 0, 0],
  ]);
});

test('a station that names connectors without end is heard as far as the first ones', () => {
  const station = newStationHealth(start);
  for (let evseId = 1; evseId < 500; evseId += 1) told(station, { ...code(start, 'OtherError'), evseId } as Told);
  expect(Object.keys(station.connectors)).toHaveLength(64);
});

/** An hour of readings every minute at so much power, by a meter that counts in steps of so many Wh; it stands still once it has failed. */
function metered(
  station: StationHealth,
  ref: string,
  at: number,
  { stepWh = 1, powerW = 7_000, failsAfter = 99 } = {},
) {
  const [begin, end] = session(at, ref, 7_000, 60) as [Told, Told];
  told(station, begin);
  const place = { evseId: 1, connectorId: 1, isOffline: false, isAuthorized: true } as const;
  for (let minute = 1; minute < 60; minute += 1) {
    const now = at + minute * 60_000;
    const registerWh = 1_000 + Math.floor((powerW * Math.min(minute, failsAfter)) / 60 / stepWh) * stepWh;
    const times = { ref, at: now, toldAt: now };
    told(
      station,
      { kind: 'meter', ...times, evseId: 1, temperatureC: null, powerW, offeredW: null },
      { kind: 'session', ...times, ...place, type: 'updated', registerWh, chargingState: null, stopReason: null },
    );
  }
  told(station, end);
}

test.each([1, 100, 1_000])('a register that counts in steps of %d Wh is well, until it stands still', (stepWh) => {
  const station = newStationHealth(start);
  for (let nth = 0; nth < 20; nth += 1) metered(station, `S-${nth}`, start + nth * 7_200_000, { stepWh });
  expect(judgeStation(station, start + 2 * dayMs)).toMatchObject({ alarms: [] });
  metered(station, 'STUCK', start + 2.1 * dayMs, { stepWh, failsAfter: 10 });
  expect(judgeStation(station, start + 2.2 * dayMs).alarms).toMatchObject([{ kind: 'meter-failing', cause: 'meter' }]);
});

test('power that was told before the car paused is not asked of the register', () => {
  const station = newStationHealth(start);
  metered(station, 'S-1', start);
  const [begin] = session(start + dayMs, 'S-2', 0, 60) as [Told, Told];
  const common = {
    kind: 'session',
    ref: 'S-2',
    evseId: 1,
    connectorId: 1,
    isOffline: false,
    isAuthorized: true,
  } as const;
  const minute = (nth: number) => ({ at: start + dayMs + nth * 60_000, toldAt: start + dayMs + nth * 60_000 });
  const power = { kind: 'meter', ref: 'S-2', evseId: 1, temperatureC: null, powerW: 7_000, offeredW: null } as const;
  const update = { ...common, type: 'updated', registerWh: 1_000, chargingState: null, stopReason: null } as const;
  told(station, begin, { ...power, ...minute(1) });
  for (let nth = 1; nth < 60; nth += 1) told(station, { ...update, ...minute(nth) });
  expect(judgeStation(station, start + 1.1 * dayMs).alarms).toEqual([]);
});

test('a clock that is put right does not drift, and one that is days off does', () => {
  const station = newStationHealth(start);
  const tells = (from: number, times: number, aheadMs: number) => {
    for (let nth = 0; nth < times; nth += 1) {
      const at = start + (from + nth) * 600_000;
      told(station, { ...code(at, ''), code: null, toldAt: at + aheadMs } as Told);
    }
    return judgeStation(station, start + (from + times) * 600_000).alarms.map(({ kind }) => kind);
  };
  expect(tells(0, 60, 90_000)).toEqual([]);
  expect(tells(60, 60, 0)).toEqual([]);
  expect(tells(120, 60, 3 * dayMs)).toEqual(['clock-drifting']);
});

test('commands that take longer by their nature are no slower answers', () => {
  const station = newStationHealth(start);
  let nth = 0;
  const ask = (name: string, times: number, tookMs: number) => {
    for (let each = 0; each < times; each += 1) {
      nth += 1;
      const wobble = 1 + 0.2 * Math.sin(nth);
      told(station, {
        kind: 'command',
        at: start + nth * 600_000,
        name,
        status: 'accepted',
        tookMs: tookMs * wobble,
        evseId: null,
        connectorId: null,
      });
    }
    return judgeStation(station, start + nth * 600_000).alarms.map(({ kind }) => kind);
  };
  expect(ask('trigger', 40, 300)).toEqual([]);
  expect(ask('send-local-list', 40, 8_000)).toEqual([]);
  expect(ask('send-local-list', 20, 80_000)).toEqual(['answers-slow']);
});

test('a car that a plan holds back begins late, and no contactor is to blame', () => {
  const station = newStationHealth(start);
  for (let nth = 0; nth < 60; nth += 1) {
    const at = start + nth * 7_200_000;
    const [begin, end] = session(at, `S-${nth}`, 5_000, 90) as [Told, Told];
    const isHeldBack = nth >= 30;
    const activity = { ...code(at + 2_000, ''), code: null };
    if (isHeldBack) told(station, begin, { ...activity, activity: 'suspended-by-station' } as Told);
    else told(station, begin);
    const flowsAt = at + (isHeldBack ? 3_000_000 : 15_000);
    told(station, { ...activity, at: flowsAt, toldAt: flowsAt, activity: 'charging' } as Told, end);
  }
  expect(judgeStation(station, start + 6 * dayMs).alarms).toEqual([]);
});
