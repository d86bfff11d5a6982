import { expect, test } from 'vitest';
import type { ConnectorStatus } from '#contract/stations/station.ts';
import { cpuClock } from '../../../test/support/cpu-clock.ts';
import { readFacts } from './read-facts.ts';
import type { StationFact, StatusFact } from './station-facts.ts';

const minute = 60_000;
const start = Date.UTC(2026, 5, 1);
const at = (minutes: number) => start + minutes * minute;
const online = (minutes: number): StationFact => ({ kind: 'online', at: at(minutes), epoch: null });
const offline = (minutes: number): StationFact => ({
  kind: 'offline',
  at: at(minutes),
  epoch: null,
  reason: 'no-answer',
});
const status = (told: number, recorded: number, value: ConnectorStatus, code: string | null = null): StatusFact => ({
  kind: 'status',
  evseId: 1,
  connectorId: 1,
  status: value,
  code,
  toldAt: at(told),
  recordedAt: at(recorded),
});

/** In minutes since the start. */
function outagesOf(facts: readonly StationFact[]) {
  const minutes = (ms: number | null) => (ms === null ? null : (ms - start) / minute);
  return [...readFacts('CP-1', facts).outages.values()].map(({ cause, code, from, to }) => [
    cause,
    code,
    minutes(from),
    minutes(to),
  ]);
}

test('a fault that was told with another code is another outage', () => {
  const facts = [online(0), status(0, 0, 'available'), status(5, 5, 'faulted', 'A'), status(9, 9, 'faulted', 'B')];
  expect(outagesOf([...facts, status(12, 12, 'available')])).toEqual([
    ['faulted', 'A', 5, 9],
    ['faulted', 'B', 9, 12],
  ]);
});

test('what happened while offline is true from when the station says, also when it is told in disorder', () => {
  const facts = [online(0), status(0, 0, 'available'), offline(100), online(200)];
  expect(outagesOf([...facts, status(180, 200, 'available'), status(150, 200, 'faulted')])).toEqual([
    ['offline', 'no-answer', 100, 200],
    ['faulted', null, 150, 180],
  ]);
});

test('a clock that is known to be behind does not date a fault into the time before the connection', () => {
  const drift = -10;
  const facts = [
    online(0),
    status(drift, 0, 'available'),
    status(20 + drift, 20, 'occupied'),
    offline(100),
    online(200),
  ];
  expect(outagesOf([...facts, status(203 + drift, 203, 'faulted')])).toEqual([
    ['offline', 'no-answer', 100, 200],
    ['faulted', null, 203, null],
  ]);
});

test('a fault is not lost to a clock that nobody knows to be behind', () => {
  const facts = [online(0), status(0, 0, 'available'), offline(100), online(200), status(0, 200, 'available')];
  expect(outagesOf([...facts, status(195, 203, 'faulted'), status(222, 230, 'available')])).toEqual([
    ['offline', 'no-answer', 100, 200],
    ['faulted', null, 200, 230],
  ]);
});

test('a clock that is not set at all, or ahead, does not matter', () => {
  const facts = [online(0), status(-1e7, 0, 'available'), offline(50), online(60), status(-1e7, 61, 'faulted')];
  expect(
    outagesOf([...facts, status(-1e7, 70, 'available'), status(1e7, 80, 'faulted'), status(1e7, 90, 'available')]),
  ).toEqual([
    ['offline', 'no-answer', 50, 60],
    ['faulted', null, 61, 70],
    ['faulted', null, 80, 90],
  ]);
});

test('a message that comes twice, overtaken by the next one, is no news', () => {
  const facts = [
    online(0),
    status(0, 0, 'available'),
    status(5, 5, 'faulted'),
    status(9, 9, 'available'),
    status(5, 10, 'faulted'),
  ];
  expect(outagesOf(facts)).toEqual([['faulted', null, 5, 9]]);
});

test('a connection that returns within a minute was not missed, one that stays away a minute was', () => {
  expect(outagesOf([online(0), offline(10), online(10.99)])).toEqual([]);
  expect(outagesOf([online(0), offline(10), online(11)])).toEqual([['offline', 'no-answer', 10, 11]]);
});

test('the state does not grow with the years', () => {
  const facts: StationFact[] = [online(0), status(0, 0, 'available')];
  for (let n = 1; n < 5_000; n += 1) facts.push(status(n * 30, n * 30, n % 2 === 0 ? 'available' : 'faulted'));
  const { state, outages } = readFacts('CP-1', facts);
  expect(outages.size).toBe(2_500);
  expect(JSON.stringify(state).length).toBeLessThan(2_000);
});

test('a station that names thousands of connectors is heard as far as 500, and costs no more than what it says', () => {
  const facts = Array.from(
    { length: 3_000 },
    (_, n): StationFact => ({ ...status(n, n, 'faulted', 'E'), evseId: n + 1 }),
  );
  const cpuMs = cpuClock();
  const { state, outages } = readFacts('CP-1', [
    online(0),
    ...facts,
    { ...status(1, 1, 'faulted'), evseId: 0, connectorId: 0 },
  ]);
  expect(cpuMs()).toBeLessThan(1_000); // it was 20 seconds while each fact looked at every connector
  expect(Object.keys(state.connectors)).toHaveLength(501); // the station as a whole is one
  expect(outages.size).toBe(501);
});
