import fc from 'fast-check';
import { expect, test } from 'vitest';
import { siteTree } from '#contract/energy/site-tree.ts';
import { scale } from '../../../../test/support/scale.ts';
import { hourMs, midnight } from '../testing/example-site.ts';
import { boundMoments, drawsAt, type EvseState, type Hold } from './evse-state.ts';
import { RiseCheck } from './rise-check.ts';
import { reachesOf, roomsBeside, type SiteState, wholeTaker, worstAt } from './site-reach.ts';

const runs = scale({ test: 100, soak: 5_000 });
const until = midnight + 8 * hourMs;

const tree = siteTree.parse({
  nodes: [
    { id: 'grid', parentId: null, kind: 'grid-connection', limitA: 70, limitW: 45_000, safetyMarginPercent: 2 },
    { id: 'panel', parentId: 'grid', kind: 'panel', limitA: [40, 45, 50] },
    ...['RST', 'STR', 'TRS', 'RST'].map((phaseRotation, index) => ({
      id: `CP-${index + 1}:1`,
      parentId: index < 3 ? 'panel' : 'grid',
      kind: 'evse',
      evse: {
        stationId: `CP-${index + 1}`,
        evseId: 1,
        phaseRotation,
        connection: index === 1 ? 'single-phase' : 'three-phase',
      },
    })),
  ],
});

const moment = fc.integer({ min: -2, max: 15 }).map((halves) => midnight + (halves * hourMs) / 2);
const hold: fc.Arbitrary<Hold> = fc.record({
  steps: fc
    .uniqueArray(fc.record({ from: moment, amperes: fc.integer({ min: 0, max: 32 }) }), {
      selector: ({ from }) => from,
      minLength: 1,
      maxLength: 4,
    })
    .map((steps) => steps.toSorted((a, b) => a.from - b.from)),
  until: moment.map((at) => at + hourMs),
  phases: fc.constantFrom(1 as const, 2 as const, 3 as const),
});
const stations = fc.array(fc.array(hold, { maxLength: 2 }), { minLength: 4, maxLength: 4 });
const building = fc.uniqueArray(fc.record({ from: moment, value: fc.integer({ min: 0, max: 9_000 }) }), {
  selector: ({ from }) => from,
  minLength: 1,
  maxLength: 3,
});

function siteOf(holds: readonly (readonly Hold[])[], watts: { from: number; value: number }[]): SiteState {
  const evses = tree.nodes.flatMap(({ id, evse }): EvseState[] => {
    if (evse === null) return [];
    const { stationId, evseId } = evse;
    const place = { nodeId: id, stationId, evseId, evse, isOnline: true, defaultA: 6, sessionId: null, strayA: null };
    return [{ ...place, holds: holds[Number(stationId.slice(3)) - 1] ?? [] }];
  });
  const limitW = watts.toSorted((a, b) => a.from - b.from);
  return {
    tree,
    limits: [
      {
        nodeId: 'panel',
        limitA: 30,
        limitW: null,
        from: new Date(midnight + hourMs).toISOString(),
        until: new Date(midnight + 2 * hourMs).toISOString(),
      },
    ],
    given: [{ nodeId: 'grid', limitW, costW: limitW }],
    evses,
    reaches: reachesOf(tree),
  };
}

/** Every quarter of an hour, so that each change is met. */
const quarters = Array.from({ length: 32 }, (_, index) => midnight + (index * hourMs) / 4);

test('a rise is allowed just where the worst case of every moment stays within the limits, or grows nowhere', () => {
  fc.assert(
    fc.property(stations, building, fc.array(hold, { minLength: 1, maxLength: 2 }), (holds, watts, next) => {
      const site = siteOf(holds, watts);
      const [before] = site.evses;
      if (before === undefined) return;
      const changed = { ...before, holds: next };
      const after = { ...site, evses: [changed, ...site.evses.slice(1)] };
      const ends = Math.max(midnight, ...boundMoments(changed));
      const isSafe = quarters
        .filter((at) => at <= ends)
        .every((at) => {
          const earlier = new Map(worstAt(site, at).map((each) => [`${each.nodeId} ${each.line}`, each.worst]));
          return worstAt(after, at).every(
            ({ nodeId, line, worst, limit }) =>
              worst <= limit + 1e-6 || worst <= (earlier.get(`${nodeId} ${line}`) ?? 0) + 1e-6,
          );
        });
      expect(new RiseCheck(site, [changed], midnight).allows(changed)).toBe(isSafe);
    }),
    { numRuns: runs },
  );
});

test('a rise that was applied counts for the next one', () => {
  const site = siteOf([[], [], [], []], [{ from: 0, value: 0 }]);
  const raised = (index: number, amperes: number): EvseState => ({
    ...(site.evses[index] as EvseState),
    holds: [{ steps: [{ from: midnight, amperes }], until: midnight + hourMs / 2, phases: 3 }],
  });
  const check = new RiseCheck(site, [raised(0, 24), raised(2, 24)], midnight);
  expect(check.allows(raised(2, 24))).toBe(true);
  check.apply(raised(0, 24));
  expect(check.allows(raised(2, 24))).toBe(false);
});

test('room over time is each limit without what others may draw', () => {
  fc.assert(
    fc.property(stations, (holds) => {
      const site = siteOf(holds, [{ from: 0, value: 0 }]);
      const rooms = roomsBeside(site, site.evses.map(wholeTaker), midnight, until);
      for (const at of quarters)
        for (const { nodeId, line, limit, worst } of worstAt(site, at)) {
          const room = rooms.find((each) => each.nodeId === nodeId && each.line === line)?.limit ?? [];
          expect(room.findLast(({ from }) => from <= at)?.value).toBeCloseTo(Math.max(0, limit - worst), 6);
        }
    }),
    { numRuns: runs },
  );
});

test('of plans that a station may hold, the highest counts on all phases that any of them uses', () => {
  const [first] = siteOf(
    [
      [
        { steps: [{ from: midnight, amperes: 16 }], until, phases: 1 },
        { steps: [{ from: midnight, amperes: 10 }], until, phases: 3 },
      ],
    ],
    [{ from: 0, value: 0 }],
  ).evses;
  expect(first === undefined ? [] : drawsAt(first, midnight)).toEqual([
    { phases: 3, amperes: 6 },
    { phases: 3, amperes: 10 },
  ]);
});
