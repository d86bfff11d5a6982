import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuClock } from '../../../../test/support/cpu-clock.ts';
import { scale } from '../../../../test/support/scale.ts';
import { blankFact, minute, reading, told, toldEnd } from '../../../../test/support/told-facts.ts';
import type { ClosedFact, MergedFact, SessionFact, StopMatchedFact, ToldFact } from '../record/session-fact.ts';
import { extendSession } from './extend-session.ts';
import { explainSession, foldSession, type Session } from './session.ts';

const flagsOf = (facts: readonly SessionFact[]) => foldSession(facts).flags;
const evidence = (facts: readonly SessionFact[], flag: string) =>
  explainSession(facts).find((oddity) => oddity.flag === flag)?.evidence;

test('energy is the rise of the register from the first to the last reading', () => {
  expect(foldSession([told(0, 1000), told(1, 1500), toldEnd(2, 4200)])).toMatchObject({
    state: 'ended',
    energyMwh: 3_200_000,
    startedAt: minute(0),
    endedAt: minute(2),
    flags: [],
  });
});

test('L4: a meter that was reset begins a new epoch, and energy is never negative', () => {
  const facts = [told(0, 9000), told(1, 9500), told(2, 0), toldEnd(3, 700)];
  expect(foldSession(facts)).toMatchObject({ energyMwh: 1_200_000, flags: ['meter-reset'] });
  expect(evidence(facts, 'meter-reset')).toEqual({
    falls: [{ before: { at: minute(1), wh: 9500 }, after: { at: minute(2), wh: 0 } }],
    count: 1,
  });
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 30 }), (registers) => {
      expect(foldSession(registers.map((wh, seqNo) => told(seqNo, wh))).energyMwh).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('L4: whatever updates are dropped, energy is the last register less the first', () => {
  const rises = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 3, maxLength: 30 });
  fc.assert(
    fc.property(
      rises,
      fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
      fc.boolean(),
      (given, isKept, counts) => {
        let wh = 5000;
        const registers = given.map((rise) => (wh += rise));
        const whole = registers.map((register, seqNo) =>
          seqNo === registers.length - 1 ? toldEnd(seqNo, register) : told(seqNo, register),
        );
        const heard = whole
          .filter(({ type }, index) => type !== 'updated' || isKept[index])
          .map((fact) => (counts ? fact : { ...fact, seqNo: null }));
        const session = foldSession(heard);
        expect(session.energyMwh).toBe(((registers.at(-1) ?? 0) - (registers[0] ?? 0)) * 1000);
        expect(session.flags).toEqual(counts && heard.length < whole.length ? ['has-gap'] : []);
      },
    ),
  );
});

test('I5: no event after the end makes a session run again, unless it was resumed', () => {
  const late = told(5, 1600);
  expect(foldSession([told(0, 1000), toldEnd(4, 1500), late])).toMatchObject({ state: 'ended', energyMwh: 500_000 });
  const resumed = told(5, 1600, { trigger: 'TxResumed' });
  expect(foldSession([told(0, 1000), toldEnd(4, 1500), resumed]).state).toBe('running');
  expect(foldSession([told(0, 1000), toldEnd(4, 1500), resumed, toldEnd(6, 2500)])).toMatchObject({
    state: 'ended',
    energyMwh: 1_500_000,
  });
});

test('of two ends the first by the station’s own count is the end, and its register counts', () => {
  const facts = [told(0, 0), toldEnd(5, 20), toldEnd(3, 10)];
  expect(foldSession(facts)).toMatchObject({ endSeq: 3, endedAt: minute(3), energyMwh: 10_000 });
  expect(evidence(facts, 'several-ends')).toMatchObject({ ends: [{ seqNo: 3 }, { seqNo: 5 }], count: 2 });
});

test('what is missing between start and end is told as ranges', () => {
  expect(evidence([told(0, 0), told(2, 5), told(3, 6), toldEnd(9, 10)], 'has-gap')).toEqual({
    missing: [
      { from: 1, to: 1 },
      { from: 4, to: 8 },
    ],
    missingCount: 6,
  });
});

test('EVSE and token that only a late event tells belong to the session all the same', () => {
  const late = told(1, null, { evseId: 2, connectorId: 1, tokenHash: 'tok_a', tokenType: 'ISO14443' });
  const facts = [told(0, 0), told(2, 5), toldEnd(3, 9)];
  expect(foldSession([...facts, late])).toMatchObject({ evseId: 2, connectorId: 1, tokenHash: 'tok_a', flags: [] });
});

test('a count that goes on over all sessions of an EVSE has no gap, and one that begins again at 0 stays in order', () => {
  const counted = (first: number) =>
    [0, 1, 2, 3].map((n) => {
      const seqNo = (first + n) % 2 ** 31;
      const type = n === 0 ? 'started' : n === 3 ? 'ended' : 'updated';
      const mark = n === 0 ? 'begin' : n === 3 ? 'end' : null;
      return { ...told(n, null, { type }), seqNo, registers: [reading(n, 1000 * n, mark)] };
    });
  for (const first of [0, 4711, 2 ** 31 - 4, 2 ** 31 - 2])
    expect(foldSession(counted(first).toReversed())).toMatchObject({
      state: 'ended',
      startedAt: minute(0),
      endedAt: minute(3),
      energyMwh: 3_000_000,
      flags: [],
    });
});

test('I12: a clock that is set changes no energy, and it is told', () => {
  const moves = fc.integer({ min: -30 * 24 * 60, max: 30 * 24 * 60 });
  fc.assert(
    fc.property(moves, fc.integer({ min: 1, max: 8 }), fc.boolean(), (moved, since, hasEnd) => {
      const wh = (n: number) => 1000 + 300 * n;
      const shifted = (n: number) => (n < since ? n : n + moved);
      const facts = Array.from({ length: 10 }, (_, n) => {
        const type = n === 0 ? 'started' : n === 9 && hasEnd ? 'ended' : 'updated';
        const mark = type === 'started' ? 'begin' : type === 'ended' ? 'end' : null;
        const at = minute(shifted(n));
        return { ...told(n, null, { type }), at, registers: [reading(shifted(n), wh(n), mark)] };
      });
      const session = foldSession(facts);
      expect(session.energyMwh).toBe(2_700_000);
      if (moved < -3) expect(session.flags).toContain('clock-set-back');
      if (moved >= 0) expect(session.flags).toEqual([]);
    }),
  );
});

test('without a count, readings that are older than the start came after the clock was set back', () => {
  const uncounted = [told(30, 1000, { type: 'started' }), told(40, 2000), told(5, 3000), told(9, 3500)].map((fact) => ({
    ...fact,
    seqNo: null,
  }));
  expect(foldSession(uncounted)).toMatchObject({ energyMwh: 2_500_000, flags: ['clock-set-back'] });
});

const noTime = (fact: ToldFact, receivedMinute: number): ToldFact => ({
  ...fact,
  at: minute(receivedMinute),
  clock: { told: null, received: minute(receivedMinute) },
  registers: fact.registers.map((one) => ({ ...one, at: minute(receivedMinute), hasNoTime: true })),
});

test('where the clock was never set, the station’s count puts readings in order, and a reset is seen', () => {
  const heard = [noTime(told(0, 1), 0), noTime(told(1, 14_429), 9), noTime(told(2, 2), 5), noTime(told(3, 76_327), 60)];
  expect(foldSession(heard)).toMatchObject({ energyMwh: 14_428_000 + 76_325_000, flags: ['meter-reset'] });
});

test('without a clock and a count a meter counts upwards, and an end that repeats all readings adds nothing', () => {
  const uncounted = (fact: ToldFact) => ({ ...fact, seqNo: null });
  const end = { ...toldEnd(9, 61_661), registers: [351, 50_697, 61_597].map((wh) => reading(9, wh)) };
  const all = [
    noTime(told(0, 1), 0),
    noTime(told(1, 50_697), 20),
    noTime(told(2, 351), 25),
    noTime(told(3, 61_597), 30),
    noTime({ ...end, registers: [...end.registers, reading(9, 61_661, 'end')] }, 50),
  ].map(uncounted);
  expect(foldSession(all)).toMatchObject({ energyMwh: 61_660_000, flags: ['suspect'] });
  expect(foldSession(all.slice(0, 2)).flags).toEqual([]);
  expect(foldSession(all.slice(0, 4))).toMatchObject({ energyMwh: 61_596_000, flags: ['suspect'] });
});

test('a time from the future, and one that was never set, are told with the time of receipt', () => {
  const clock = { told: '1970-01-01T00:00:09Z', received: minute(0) };
  const facts = [told(0, 0, { clock }), toldEnd(1, 10)];
  expect(evidence(facts, 'clock-skew')).toEqual({ events: [{ seqNo: 0, ...clock }], count: 1 });
});

test('a conflict is a fact of the session: it ends once, and what differed is told', () => {
  const differences = [{ field: 'stopReason', first: 'Local', second: 'PowerLoss' }];
  const conflict: SessionFact = {
    type: 'conflict',
    ref: 'T1',
    differences,
    told: toldEnd(1, 10, { stopReason: 'PowerLoss' }),
  };
  const facts = [told(0, 0), toldEnd(1, 10), conflict];
  expect(foldSession(facts)).toMatchObject({ stopReason: 'Local', eventCount: 3, flags: ['conflict'] });
  expect(evidence(facts, 'conflict')).toEqual({
    conflicts: [{ type: 'ended', seqNo: 1, at: minute(1), differences }],
    count: 1,
  });
});

const patterns: Record<string, ToldFact[]> = {
  'every event has the number 0': [
    told(0, 1000),
    told(1, 2000, { seqNo: 0 }),
    told(2, 3000, { seqNo: 0 }),
    toldEnd(3, 6000, { seqNo: 0 }),
  ],
  'the count begins again after a boot': [
    told(0, 1000),
    told(1, 2000),
    told(2, 3000),
    told(3, 4000, { seqNo: 0 }),
    toldEnd(4, 6000, { seqNo: 1 }),
  ],
  'a count per EVSE begins again after a boot': [
    told(10, 1000, { seqNo: 17, type: 'started' }),
    told(11, 2000, { seqNo: 18 }),
    told(12, 4000, { seqNo: 0 }),
    toldEnd(13, 6000, { seqNo: 1 }),
  ],
  'the end repeats the last number': [told(0, 1000), told(1, 2000), toldEnd(2, 6000, { seqNo: 1 })],
  'the clock is lost with the count': [
    told(0, 1000),
    told(1, 2000),
    told(2, 4000, { seqNo: 0, at: '1970-01-01T00:01:00.000Z' }),
    toldEnd(3, 6000, { seqNo: 1, at: '1970-01-01T00:09:00.000Z' }),
  ],
};
test.each(Object.keys(patterns))('%s: nothing is lost, and the session ends', (name) => {
  const facts = patterns[name] ?? [];
  const session = foldSession(facts);
  expect(session).toMatchObject({ state: 'ended', energyMwh: 5_000_000 });
  expect(session.flags).toContain('seqno-unreliable');
  expect(session.flags).not.toContain('no-start');
  expect(foldSession(facts.toReversed())).toEqual(session);
});

test('of two readings for one moment the lower one counts, whichever came first', () => {
  const [low, high] = [toldEnd(1, 500), toldEnd(1, 7500)];
  const conflict = (second: ToldFact): SessionFact => ({ type: 'conflict', ref: 'T1', differences: [], told: second });
  const session = foldSession([told(0, 0), low, conflict(high)]);
  expect(session).toMatchObject({ state: 'ended', energyMwh: 500_000, flags: ['conflict'] });
  expect(foldSession([told(0, 0), high, conflict(low)])).toEqual(session);
});

test('a reading that came after the end of a session without numbers is not its energy', () => {
  const facts = [told(0, 0), toldEnd(20, 5000), told(40, 9000)].map((fact) => ({ ...fact, seqNo: null }));
  expect(foldSession(facts)).toMatchObject({ state: 'ended', energyMwh: 5_000_000, flags: [] });
});

const close = (toldThen: number): ClosedFact => ({
  type: 'closed-inferred',
  ref: 'T1',
  at: minute(90),
  told: toldThen,
  evidence: { reason: 'offline', decidedAt: minute(2000), lastHeardAt: minute(60), since: minute(60), asked: [] },
});

test('a session closed for its silence ends with its last register; any event of the station outweighs that', () => {
  const silent = [told(0, 1000), told(1, 1500)];
  expect(foldSession([...silent, close(2)])).toMatchObject({
    state: 'ended',
    endedAt: minute(90),
    stopReason: null,
    energyMwh: 500_000,
    flags: ['closed-inferred'],
  });
  expect(foldSession([...silent, close(2), told(2, 2000)])).toMatchObject({
    state: 'running',
    endedAt: null,
    energyMwh: 1_000_000,
    flags: ['close-superseded'],
  });
  expect(foldSession([...silent, close(2), told(2, 2000), close(3)]).flags).toEqual(['closed-inferred']);
  expect(foldSession([...silent, toldEnd(2, 2500), close(2)])).toMatchObject({
    endedAt: minute(2),
    energyMwh: 1_500_000,
    flags: ['close-superseded'],
  });
});

const match = (revision: number, stop: ToldFact | null): StopMatchedFact => ({
  type: 'stop-matched',
  ref: 'T1',
  revision,
  orphanRef: 'unknown:1',
  stop,
  reasons: stop && { token: 'same', evse: 'not-told', seconds: 60, energyWh: 1, others: 0 },
});

test('an end that was matched ends the session until its own end comes, or until it is taken back', () => {
  const start = { ...told(0, 1000), seqNo: null };
  const stop = { ...toldEnd(30, 4000), seqNo: null };
  const own = { ...toldEnd(40, 5000), seqNo: null };
  expect(foldSession([start, match(1, stop)])).toMatchObject({
    state: 'ended',
    endedAt: minute(30),
    energyMwh: 3_000_000,
    flags: ['stop-matched'],
  });
  expect(foldSession([start, match(1, stop), own])).toMatchObject({
    endedAt: minute(40),
    energyMwh: 4_000_000,
    flags: ['match-superseded'],
  });
  expect(foldSession([match(2, null), start, match(1, stop)])).toMatchObject({
    state: 'running',
    flags: ['match-superseded'],
  });
  expect(foldSession([start, close(1), match(1, stop)])).toMatchObject({ endedAt: minute(30), energyMwh: 3_000_000 });
});

test('an end that was given to another session counts for nothing by itself, until it is taken back', () => {
  const stop = { ...toldEnd(30, 4000), seqNo: null };
  const merged = (revision: number, into: string | null): MergedFact => ({ type: 'merged', ref: 'T1', revision, into });
  expect(foldSession([stop, merged(1, '77')])).toMatchObject({ state: 'merged', energyMwh: null });
  expect(evidence([stop, merged(1, '77')], 'merged')).toEqual({ into: '77' });
  expect(foldSession([merged(2, null), stop, merged(1, '77')])).toMatchObject({ state: 'ended', flags: ['no-start'] });
});

/** Sessions as they never should be: any types, numbers, times, registers and clocks. */
const anyFacts = fc
  .uniqueArray(
    fc.record({
      seqNo: fc.oneof(fc.nat(12), fc.nat(12), fc.nat(2), fc.integer({ min: 2 ** 31 - 4, max: 2 ** 31 - 1 })),
      atMinute: fc.option(fc.integer({ min: -30, max: 30 }), { nil: null }),
      wh: fc.option(fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.double({ min: 0, max: 90_000, noNaN: true }))),
      location: fc.constantFrom('Outlet', 'Outlet', 'Outlet', 'Inlet', 'Outlet L1', 'Outlet L2'),
      type: fc.constantFrom<ToldFact['type']>('started', 'updated', 'updated', 'updated', 'ended'),
      isOffline: fc.boolean(),
      hasClock: fc.boolean(),
      hasNoTime: fc.constantFrom(false, false, false, true),
      trigger: fc.constantFrom('MeterValuePeriodic', 'MeterValuePeriodic', 'TxResumed', 'Authorized'),
      chargingState: fc.constantFrom('charging' as const, 'idle' as const, null),
      evseId: fc.constantFrom(null, null, 1, 2),
    }),
    {
      // Stations use a number twice, for events that differ in one of these.
      selector: ({ seqNo, atMinute, type, trigger, chargingState }) =>
        [seqNo, atMinute ?? seqNo % 100, type, trigger, chargingState].join(' '),
      minLength: 1,
      maxLength: 10,
    },
  )
  .chain((given) => fc.tuple(fc.constant(given), fc.constantFrom('all', 'none', 'some')))
  .map(([given, counted]) =>
    given.map(({ seqNo, atMinute, wh, location, type, hasClock, hasNoTime, ...more }): ToldFact => {
      const time = atMinute ?? seqNo % 100;
      const fact = told(time, wh, { ...more, type, stopReason: type === 'ended' ? 'Local' : null });
      return {
        ...fact,
        seqNo: counted === 'all' || (counted === 'some' && seqNo % 2 === 0) ? seqNo : null,
        registers: fact.registers.map((one) => ({ ...one, location, ...(hasNoTime && { hasNoTime }) })),
        ...(hasClock && { clock: { told: 'x', received: hasNoTime ? fact.at : minute(0) } }),
      };
    }),
  );
const ours = fc.array(
  fc.oneof(
    fc.constant<SessionFact>({ type: 'conflict', ref: 'T1', differences: [], told: blankFact }),
    fc.tuple(fc.nat(3), fc.nat(2), fc.constantFrom('updated' as const, 'ended' as const)).map(
      ([seqNo, wh, type]): SessionFact => ({
        type: 'conflict',
        ref: 'T1',
        differences: [],
        told: told(seqNo, wh * 100, { type, trigger: 'MeterValuePeriodic' }),
      }),
    ),
    fc.nat(10).map((toldThen): SessionFact => close(toldThen)),
    fc.nat(5).map((revision): SessionFact => match(revision, { ...toldEnd(40, 6000), seqNo: null })),
    fc.nat(5).map((revision): SessionFact => match(6 + revision, null)),
  ),
  { maxLength: 2 },
);

test('L3: any order of arrival gives the same session and the same evidence', () => {
  fc.assert(
    fc.property(anyFacts, ours, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), (station, decided, keys) => {
      const facts = [...station, ...new Map(decided.map((fact) => [JSON.stringify(fact), fact])).values()];
      const shuffled = facts
        .map((fact, index) => ({ fact, key: keys[index] ?? 0 }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ fact }) => fact);
      expect(foldSession(shuffled)).toEqual(foldSession(facts));
      expect(explainSession(shuffled)).toEqual(explainSession(facts));
    }),
    { numRuns: scale({ test: 1000, soak: 50_000 }) },
  );
});

test('the flags of a session are what is explained, each once', () => {
  fc.assert(
    fc.property(anyFacts, ours, (station, decided) => {
      const facts = [...station, ...decided];
      const explained = explainSession(facts).map(({ flag }) => flag);
      expect(flagsOf(facts)).toEqual(explained);
      expect(new Set(explained).size).toBe(explained.length);
    }),
    { numRuns: scale({ test: 1000, soak: 50_000 }) },
  );
});

test('extending a session fact by fact comes out as folding it whole, whatever order they arrive in', () => {
  fc.assert(
    fc.property(anyFacts, ours, fc.boolean(), (station, decided, isSorted) => {
      const inTime = station.toSorted((a, b) => (a.seqNo ?? 0) - (b.seqNo ?? 0) || (a.at < b.at ? -1 : 1));
      const facts: SessionFact[] = [...(isSorted ? inTime : station), ...decided];
      const seen: SessionFact[] = [];
      let session: Session | undefined;
      for (const fact of facts) {
        seen.push(fact);
        session = (session && extendSession(asKept(session), fact)) ?? foldSession(seen);
        expect(asKept(session)).toEqual(asKept(foldSession(seen)));
      }
    }),
    { numRuns: scale({ test: 3000, soak: 100_000 }) },
  );
});

/** As a row gives it back: which event a reading came with is in the ledger alone, and both registers are of one place. */
function asKept(session: Session): Session {
  const location = session.firstRegister?.location ?? 'Outlet';
  const kept = (register: Session['lastRegister']) => register && { ...register, location, mark: null };
  return { ...session, firstRegister: kept(session.firstRegister), lastRegister: kept(session.lastRegister) };
}

test('an end that tells a higher register beside its own is not taken for the plain next event', () => {
  const started = told(0, 1000);
  const end = { ...toldEnd(9, 6000), registers: [{ ...reading(9, 6000), mark: 'end' as const }, reading(9, 6500)] };
  expect(extendSession(foldSession([started]), end) ?? foldSession([started, end])).toEqual(
    foldSession([started, end]),
  );
});

test('thousands of ends and one resumption are read in one go', () => {
  const ends = Array.from({ length: 20_000 }, (_, n) => ({ ...toldEnd(1, 1000), seqNo: n + 1 }));
  const resumed = told(2, 2000, { trigger: 'TxResumed', seqNo: 30_000 });
  const cpuMs = cpuClock();
  expect(foldSession([told(0, 0), ...ends, resumed]).state).toBe('running');
  expect(cpuMs()).toBeLessThan(2_000); // it was quadratic: minutes
});
