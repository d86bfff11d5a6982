import { expect, test } from 'vitest';
import { siteEvse } from '#contract/energy/site-tree.ts';
import type { EvseState } from '../control/evse-state.ts';
import { emptyMemory } from '../control/site-memory.ts';
import { noticeBeyondBounds } from './beyond-bounds.ts';
import { type VerifyNeeds, verifySite } from './verify-site.ts';

const now = 1_000_000;
const state: EvseState = {
  nodeId: 'CP-1',
  stationId: 'CP-1',
  evseId: 1,
  evse: siteEvse.parse({ stationId: 'CP-1', evseId: 1, phaseRotation: 'RST' }),
  isOnline: true,
  defaultA: 6,
  holds: [{ steps: [{ from: 0, amperes: 10 }], until: now + 60_000, phases: 3 }],
  sessionId: 'S-1',
  strayA: null,
};
const drawn = (importA: number, at = now - 5_000) => ({ at, importA, offeredA: null, powerW: null });

function strayAfter(reading: ReturnType<typeof drawn> | undefined, changes: Partial<EvseState> = {}): number | null {
  const memory = emptyMemory('SITE');
  const before = { ...state, ...changes };
  memory.evses.set(before.nodeId, before);
  const isChanged = noticeBeyondBounds(memory, before, { reading, settleMs: 10_000, now });
  const strayA = memory.evses.get(before.nodeId)?.strayA ?? null;
  expect(isChanged).toBe(strayA !== before.strayA);
  return strayA;
}

test.each<
  [what: string, reading: ReturnType<typeof drawn> | undefined, changes: Partial<EvseState>, strayA: number | null]
>([
  ['more than all it may hold', drawn(31.9), {}, 32],
  ['as much as it may hold', drawn(10.4), {}, null],
  ['more than it may draw without a plan', drawn(12), { holds: [] }, 12],
  ['back within its bounds', drawn(9), { strayA: 32 }, null],
  ['less than before, and still too much', drawn(20), { strayA: 32 }, 32],
  ['what ended seconds ago', drawn(10), { holds: [{ ...state.holds[0], until: now - 1_000 } as never] }, null],
  ['nobody measured of late', drawn(31.9, now - 90_000), {}, null],
  ['no meter', undefined, {}, null],
])('what is measured against all that a station may hold: %s', (_what, reading, changes, strayA) => {
  expect(strayAfter(reading, changes)).toBe(strayA);
});

test('a station whose answer was lost is compared all the same', async () => {
  const memory = emptyMemory('SITE');
  memory.evses.set(state.nodeId, state);
  const needs: Pick<VerifyNeeds, 'readMeasured' | 'abilities'> = {
    readMeasured: () => Promise.resolve(new Map([['S-1', drawn(31.9)]])),
    abilities: { learnedOf: () => ({ findings: [] }) } as never,
  };
  expect(await verifySite(needs as VerifyNeeds, memory, now)).toBe(true);
  expect(memory.evses.get('CP-1')?.strayA).toBe(32);
});
