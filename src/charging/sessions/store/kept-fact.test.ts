import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ToldFact } from '../record/session-fact.ts';
import { type KeptFact, keptFact, wholeFact } from './kept-fact.ts';

const time = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((at) => at.toISOString());
const text = fc.option(fc.string());
const count = fc.option(fc.nat());
const told = fc.record({
  ref: fc.string(),
  type: fc.constantFrom('started' as const, 'updated' as const, 'ended' as const),
  seqNo: count,
  at: time,
  isOffline: fc.boolean(),
  startKey: text,
  evseId: count,
  connectorId: count,
  tokenHash: text,
  tokenType: text,
  chargingState: fc.option(fc.constantFrom('charging' as const, 'idle' as const)),
  trigger: text,
  stopReason: text,
  remoteStartId: count,
  reservationId: count,
  registers: fc.array(
    fc.record({
      at: time,
      mwh: fc.nat(),
      location: fc.constantFrom('Outlet', 'Inlet'),
      mark: fc.constantFrom('begin' as const, 'end' as const, null),
    }),
  ),
}) satisfies fc.Arbitrary<ToldFact>;

test('a fact comes back from the ledger as it went in', () => {
  fc.assert(
    fc.property(told, (fact) => {
      expect(wholeFact(JSON.parse(JSON.stringify(keptFact(fact))) as KeptFact)).toEqual(fact);
      expect(wholeFact(fact)).toEqual(fact);
    }),
  );
});

test('what goes without saying is not kept', () => {
  const at = '2026-03-01T08:00:00.000Z';
  const kept = { ref: 'S-1', type: 'updated', at, seqNo: 3, registers: [{ mwh: 7 }] } as const;
  expect(keptFact(wholeFact(kept) as ToldFact)).toEqual(kept);
});
