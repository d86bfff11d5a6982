import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scale } from '../../../../test/support/scale.ts';
import { minute, reading, told, toldEnd } from '../../../../test/support/told-facts.ts';
import type { ChargingState } from '../record/session-event.ts';
import type { SessionFact, ToldFact } from '../record/session-fact.ts';
import { foldSession } from './session.ts';
import { usageOf } from './session-usage.ts';

const now = new Date(minute(59));
const mwhs = (facts: readonly SessionFact[]) => usageOf(facts, now).readings.map(({ mwh }) => mwh);
const idle = (facts: readonly SessionFact[]) =>
  usageOf(facts, now).idle.map(({ from, to }) => [from.toISOString(), to.toISOString()]);
const uncounted = (facts: readonly ToldFact[]) => facts.map((fact) => ({ ...fact, seqNo: null }));

test('energy since the start, as the register told it', () => {
  const facts = [told(0, 1000), told(5, 1500), toldEnd(9, 4200)];
  expect(usageOf(facts, now)).toEqual({
    startedAt: new Date(minute(0)),
    until: new Date(minute(9)),
    readings: [
      { at: new Date(minute(0)), mwh: 0 },
      { at: new Date(minute(5)), mwh: 500_000 },
      { at: new Date(minute(9)), mwh: 3_200_000 },
    ],
    idle: [],
  });
});

test('a meter that was reset goes on counting, and a false reading counts for nothing', () => {
  expect(mwhs([told(0, 9000), told(1, 9500), told(2, 0), toldEnd(3, 700)])).toEqual([0, 500_000, 500_000, 1_200_000]);
  expect(mwhs([told(0, 900_000), told(1, 5), told(2, 900_400), told(3, 900_500)])).toEqual([0, 0, 400_000, 500_000]);
});

test('a session that runs is counted until now, or until the last that its station told', () => {
  const facts = [told(0, 1000), told(5, 1500)];
  expect(usageOf(facts, now).until).toEqual(now);
  expect(usageOf(facts, new Date(minute(4))).until).toEqual(new Date(minute(5)));
  const ahead = { ...told(5, 1500), at: '2031-01-01T00:00:00.000Z' };
  expect(usageOf([told(0, 1000), ahead], now).until).toEqual(now); // a clock that is years ahead bills no years
});

test('without a start it begins with the first that was heard; an end before the start leaves no time', () => {
  expect(usageOf([told(3, 1000), toldEnd(9, 4200)], now).startedAt).toEqual(new Date(minute(3)));
  const before = usageOf([told(0, 1000), toldEnd(1, 4200, { at: '2026-03-01T07:00:00.000Z' })], now);
  expect(before).toMatchObject({ startedAt: new Date(minute(0)), until: new Date(minute(0)) });
  expect(before.readings.at(-1)?.mwh).toBe(3_200_000); // the energy is billed all the same
});

const states = (...told: ChargingState[]) => told;
function withStates(chargingStates: readonly ChargingState[]): ToldFact[] {
  return [
    ...chargingStates.map((chargingState, index) => told(index * 10, 1000 + index * 100, { chargingState })),
    toldEnd(chargingStates.length * 10, 1000 + chargingStates.length * 100),
  ];
}

test('idle is what the station says: suspended by the vehicle, idle, and plugged in after it has charged', () => {
  expect(idle(withStates(states('plugged-in', 'charging', 'suspended-by-vehicle', 'charging', 'idle')))).toEqual([
    [minute(20), minute(30)],
    [minute(40), minute(50)],
  ]);
  expect(idle(withStates(states('charging', 'suspended-by-vehicle', 'idle', 'plugged-in')))).toEqual([
    [minute(10), minute(40)],
  ]);
  expect(idle(withStates(states('plugged-in', 'suspended-by-station', 'charging')))).toEqual([]);
});

test('a station that says nothing of the vehicle: idle is from the last rise on, when two readings show none after it', () => {
  const still = [told(0, 1000), told(10, 4000), told(20, 4000), told(30, 4000), toldEnd(40, 4000)];
  expect(idle(uncounted(still))).toEqual([[minute(10), minute(40)]]);
  expect(idle(uncounted([told(0, 1000), told(10, 4000), toldEnd(20, 4000)]))).toEqual([]); // one alone says little
  expect(idle(uncounted([told(0, 1000), told(10, 1000), told(20, 1000), toldEnd(30, 1000)]))).toEqual([]); // never charged
});

test('L2, L3: any order and any repetition of the facts give the same usage, which ends with the energy of the session', () => {
  const state = fc.option(
    fc.constantFrom<ChargingState>('plugged-in', 'charging', 'suspended-by-station', 'suspended-by-vehicle', 'idle'),
  );
  const event = fc.record({
    wh: fc.integer({ min: 0, max: 200_000 }),
    minutes: fc.integer({ min: 0, max: 50 }),
    state,
  });
  const shuffled = fc.array(event, { minLength: 2, maxLength: 12 }).chain((events) =>
    fc.record({
      events: fc.constant(events),
      order: fc.shuffledSubarray([...events.keys()], { minLength: events.length }),
      counts: fc.boolean(),
      ends: fc.boolean(),
    }),
  );
  fc.assert(
    fc.property(shuffled, ({ events, order, counts, ends }) => {
      const facts = events.map(({ wh, minutes, state: chargingState }, index) => {
        const type = index === 0 ? 'started' : ends && index === events.length - 1 ? 'ended' : 'updated';
        const mark = ({ started: 'begin', updated: null, ended: 'end' } as const)[type];
        const at = minute(minutes);
        return told(index, null, {
          type,
          at,
          chargingState,
          seqNo: counts ? index : null,
          registers: [{ ...reading(0, wh, mark), at }],
        });
      });
      const usage = usageOf(facts, now);
      expect(
        usageOf(
          order.map((index) => facts[index] as ToldFact),
          now,
        ),
      ).toEqual(usage);
      expect(usage.readings.at(-1)?.mwh).toBe(foldSession(facts).energyMwh);
      for (const [index, { at, mwh }] of usage.readings.entries()) {
        const before = usage.readings[index - 1] ?? { at: usage.startedAt, mwh: 0 };
        expect(mwh).toBeGreaterThanOrEqual(before.mwh);
        expect(at >= before.at && at <= usage.until).toBe(true);
      }
      for (const [index, { from, to }] of usage.idle.entries())
        expect(from < to && from >= (usage.idle[index - 1]?.to ?? usage.startedAt) && to <= usage.until).toBe(true);
    }),
    { numRuns: scale({ test: 2000, soak: 100_000 }) },
  );
});
