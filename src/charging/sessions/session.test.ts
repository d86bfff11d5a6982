import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extendSession } from './extend-session.ts';
import { foldSession, type Session } from './session.ts';
import { energyOf } from './session-energy.ts';
import type { SessionFact } from './session-event.ts';

const blank: SessionFact = {
  ref: 'T1',
  type: 'updated',
  seqNo: null,
  at: '2026-03-01T08:00:00.000Z',
  isOffline: false,
  startKey: null,
  evseId: null,
  connectorId: null,
  tokenHash: null,
  tokenType: null,
  chargingState: null,
  trigger: null,
  stopReason: null,
  remoteStartId: null,
  reservationId: null,
  registers: [],
};

const minute = (n: number) => new Date(Date.UTC(2026, 2, 1, 8, n)).toISOString();
const event = (seqNo: number, wh: number | null, more: Partial<SessionFact> = {}): SessionFact => {
  const type = more.type ?? (seqNo === 0 ? 'started' : 'updated');
  const mark = ({ started: 'begin', updated: null, ended: 'end' } as const)[type];
  const registers = wh === null ? [] : [{ at: minute(seqNo), mwh: wh * 1000, location: 'Outlet', mark }];
  return { ...blank, seqNo, at: minute(seqNo), registers, ...more, type };
};
const ended = (seqNo: number, wh: number) => event(seqNo, wh, { type: 'ended', stopReason: 'Local' });

test('energy is the rise of the register from the first to the last reading', () => {
  const session = foldSession([event(0, 1000), event(1, 1500), ended(2, 4200)]);
  expect(session).toMatchObject({
    state: 'ended',
    energyMwh: 3_200_000,
    startedAt: minute(0),
    endedAt: minute(2),
    flags: [],
  });
});

test('L3: any order of arrival gives the same session', () => {
  const facts = [
    event(0, 1000, { evseId: 1, tokenHash: 'tok_a' }),
    event(1, 1100),
    event(2, null, { chargingState: 'charging' }),
    event(3, 1300),
    ended(4, 1500),
  ];
  const expected = foldSession(facts);
  fc.assert(
    fc.property(fc.shuffledSubarray(facts, { minLength: facts.length }), (shuffled) => {
      expect(foldSession(shuffled)).toEqual(expected);
    }),
  );
});

test('L4: a meter that was reset begins a new epoch, and energy is never negative', () => {
  const session = foldSession([event(0, 9000), event(1, 9500), event(2, 0), ended(3, 700)]);
  expect(session).toMatchObject({ energyMwh: 1_200_000, flags: ['meter-reset'] });
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 30 }), (registers) => {
      expect(foldSession(registers.map((wh, seqNo) => event(seqNo, wh))).energyMwh).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('no event after the end makes a session run again, unless it was resumed', () => {
  const late = event(5, 1600);
  expect(foldSession([event(0, 1000), ended(4, 1500), late]).state).toBe('ended');
  const resumed = event(5, 1600, { trigger: 'TxResumed' });
  expect(foldSession([event(0, 1000), ended(4, 1500), resumed]).state).toBe('running');
});

test.each([
  ['has-gap', [event(0, 0), ended(3, 10)]],
  ['no-start', [event(1, 0), ended(2, 10)]],
  ['was-offline', [event(0, 0, { isOffline: true }), ended(1, 10)]],
  ['several-ends', [event(0, 0), ended(1, 10), ended(2, 20)]],
])('%s is flagged', (flag, facts) => {
  expect(foldSession(facts).flags).toContain(flag);
});

test('of two ends the first by the station’s own count is the end', () => {
  const session = foldSession([event(0, 0), ended(5, 20), ended(3, 10)]);
  expect(session).toMatchObject({ endSeq: 3, endedAt: minute(3) });
});

test('extending a session event by event comes out as folding it whole, whatever order they arrive in', () => {
  const kinds = fc.constantFrom<SessionFact['type']>('started', 'updated', 'updated', 'updated', 'ended');
  const facts = fc.uniqueArray(
    fc.record({
      seqNo: fc.integer({ min: 0, max: 12 }),
      wh: fc.option(fc.integer({ min: 0, max: 5000 })),
      type: kinds,
      isOffline: fc.boolean(),
      trigger: fc.constantFrom('MeterValuePeriodic', 'TxResumed', 'Authorized'),
      isCounted: fc.constant(true),
    }),
    { selector: ({ seqNo }) => seqNo, minLength: 1, maxLength: 10 },
  );
  fc.assert(
    fc.property(facts, fc.boolean(), (given, counts) => {
      const all = given.map(({ seqNo, wh, type, isOffline, trigger }) => ({
        ...event(seqNo, wh, { type, isOffline, trigger, stopReason: type === 'ended' ? 'Local' : null }),
        ...(!counts && { seqNo: null }),
      }));
      const seen: SessionFact[] = [];
      let session: Session | undefined;
      for (const fact of all) {
        seen.push(fact);
        session = (session && extendSession(session, fact)) ?? foldSession(seen);
        expect(session).toEqual(foldSession(seen));
      }
    }),
    { numRuns: 2000 },
  );
});

const reading = (atMinute: number, wh: number, mark: 'begin' | 'end' | null = null, location = 'Outlet') => ({
  at: minute(atMinute),
  mwh: wh * 1000,
  location,
  mark,
});

test.each([
  [
    'one false zero among lifetime readings',
    [reading(0, 1_000_000, 'begin'), reading(1, 0), reading(2, 1_004_000, 'end')],
    4000,
  ],
  [
    'samples that count from the session, registers for a lifetime',
    [reading(0, 1_000_000, 'begin'), reading(1, 0), reading(2, 2000), reading(3, 1_004_000, 'end')],
    4000,
  ],
  [
    'an end that tells every reading again',
    [reading(0, 1000, 'begin'), reading(1, 3000), reading(0, 1000), reading(1, 3000), reading(2, 5000, 'end')],
    4000,
  ],
  [
    'registers at inlet and outlet',
    [
      reading(0, 1000, 'begin'),
      reading(0, 900_000, null, 'Inlet'),
      reading(2, 904_100, null, 'Inlet'),
      reading(2, 5000, 'end'),
    ],
    4000,
  ],
  ['a clock that was set back', [reading(30, 1000, 'begin'), reading(20, 5000, 'end')], 4000],
])('%s: the energy is what the meter counted', (_name, registers, wh) => {
  expect(energyOf(registers, { hasEnded: true }).mwh).toBe(wh * 1000);
});

test('while a session runs, a false zero is undone by the reading after it and makes the session suspect', () => {
  const running = energyOf([reading(0, 1_000_000, 'begin'), reading(1, 0), reading(2, 1_001_000)], { hasEnded: false });
  expect(running).toMatchObject({ mwh: 1_000_000, isSuspect: true, hasReset: false });
});

test('samples that count from the session do not add to small registers that count for a lifetime', () => {
  const registers = [reading(0, 3000, 'begin'), reading(1, 0), reading(9, 2000), reading(30, 7000, 'end')];
  expect(energyOf(registers, { hasEnded: true })).toMatchObject({ mwh: 4_000_000, isSuspect: false });
});

test('while a session runs, only the registers of the outlet count', () => {
  const inlet = [reading(0, 2000, null, 'Inlet'), reading(5, 4100, null, 'Inlet')];
  const registers = [reading(0, 1000, 'begin'), ...inlet, reading(5, 3000)];
  expect(energyOf(registers, { hasEnded: false })).toMatchObject({ mwh: 2_000_000, hasReset: false });
});

test('a leap no charger can make is kept, counted and suspect', () => {
  expect(energyOf([reading(0, 0, 'begin'), reading(1, 900_000, 'end')], { hasEnded: true })).toMatchObject({
    isSuspect: true,
  });
});
