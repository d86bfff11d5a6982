import fc from 'fast-check';
import { expect, test } from 'vitest';
import { siteTree } from '#contract/energy/site-tree.ts';
import { scale } from '../../../../test/support/scale.ts';
import { buildSiteNetwork } from '../network/site-network.ts';
import { cutIntoSlots } from '../planner/slots.ts';
import { fillByLaxity } from '../planner/water-filling.ts';
import { exampleProblem, exampleSite, exampleVehicle, hourMs, midnight } from '../testing/example-site.ts';
import { checkPlan } from './check-plan.ts';
import { safeFallbacks, worstCases } from './worst-case.ts';

const runs = scale({ test: 100, soak: 5_000 });

const planOf = (currentsA: number[]) => ({
  madeAt: midnight,
  slots: [{ from: midnight, to: midnight + hourMs, hours: 1 }],
  vehicles: currentsA.map((amperes, index) => ({
    id: `car-${index + 1}`,
    evseNodeId: `CP-${index + 1}:1`,
    phases: 3 as const,
    currentsA: [amperes],
    shortWh: 0,
  })),
  batteryW: [],
  madeBy: 'solver' as const,
});

test('a plan above the limit is found, with the node, the line and the amount', () => {
  const tree = exampleSite({ limitA: 63 });
  const breaches = checkPlan(planOf([32, 32]), { tree, given: [], battery: null });
  expect(breaches.map(({ amount, ...rest }) => ({ ...rest, amount: Math.round(amount * 1e6) / 1e6 }))).toEqual(
    [1, 2, 3].map((line) => ({ nodeId: 'grid', line, slot: 0, amount: 64, limit: 63 })),
  );
  expect(checkPlan(planOf([31, 31.99]), { tree, given: [], battery: null })).toEqual([]);
});

test('more than an EVSE can give is a breach as well', () => {
  const breaches = checkPlan(planOf([40]), { tree: exampleSite(), given: [], battery: null });
  expect(breaches).toEqual([{ nodeId: 'CP-1:1', line: 1, slot: 0, amount: 40, limit: 32 }]);
});

test('a building above the limit by itself is not blamed on a plan that adds nothing', () => {
  const given = [{ nodeId: 'grid', limitW: [{ from: 0, value: 50_000 }], costW: [{ from: 0, value: 50_000 }] }];
  const tree = exampleSite({ limitA: 63 });
  expect(checkPlan(planOf([0, 0]), { tree, given, battery: null })).toEqual([]);
  expect(checkPlan(planOf([6, 0]), { tree, given, battery: null })).not.toEqual([]);
});

const vehicles = fc.array(
  fc.record({
    phases: fc.constantFrom(1 as const, 2 as const, 3 as const),
    energyWh: fc.integer({ min: 0, max: 60_000 }),
    stay: fc.integer({ min: 1, max: 40 }),
    weight: fc.constantFrom(1, 3),
  }),
  { minLength: 1, maxLength: 6 },
);

test('water-filling never passes a limit, whoever comes, by the arithmetic of the guard', () => {
  const tree = deltaSite();
  const network = buildSiteNetwork(tree);
  fc.assert(
    fc.property(vehicles, (cars) => {
      const problem = exampleProblem(
        tree,
        cars.map(({ stay, ...rest }, index) =>
          exampleVehicle(index + 1, { ...rest, departsAt: midnight + stay * 900_000, minA: 0 }),
        ),
      );
      expect(checkPlan(fillByLaxity(problem, network, cutIntoSlots(problem)), problem)).toEqual([]);
    }),
    { numRuns: runs },
  );
});

test('the worst case is that of the worst subset which goes astray', () => {
  const tree = deltaSite();
  const currents = fc.array(fc.integer({ min: 0, max: 32 }), { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(currents, (most) => {
      const possible = most.map((amperes, index) => ({
        evseNodeId: `CP-${index + 1}:1`,
        phases: 3 as const,
        possibleA: [0, amperes],
      }));
      const highest = new Map<string, number>();
      for (let subset = 0; subset < 64; subset += 1) {
        const plan = planOf(most.map((amperes, index) => ((subset >> index) & 1) * amperes));
        // Over a limit of nothing, what the guard finds are the loads themselves.
        for (const { nodeId, line, amount } of checkPlan(plan, { tree: withoutRoom(tree), given: [], battery: null }))
          highest.set(`${nodeId} ${line}`, Math.max(highest.get(`${nodeId} ${line}`) ?? 0, amount));
      }
      for (const { nodeId, line, worst } of worstCases(tree, possible)) {
        const reached = highest.get(`${nodeId} ${line}`) ?? 0;
        expect(worst).toBeGreaterThanOrEqual(reached - 1e-6);
        expect(worst).toBeLessThanOrEqual(reached * 1.0001 + 0.02);
      }
    }),
    { numRuns: runs },
  );
});

test('with the safe fallback installed, no limit is passed whoever is offline', () => {
  const tree = deltaSite();
  const fallbacks = safeFallbacks(tree);
  const possible = [...fallbacks].map(([evseNodeId, amperes]) => ({
    evseNodeId,
    phases: 3 as const,
    possibleA: [0, amperes],
  }));
  expect(worstCases(tree, possible).every(({ isSafe }) => isSafe)).toBe(true);
  expect(Math.min(...fallbacks.values())).toBeGreaterThan(5);
});

test('a fallback is as high as the limit allows: 63 A for three stations are 21 A each', () => {
  expect([...safeFallbacks(exampleSite({ limitA: 63 })).values()]).toEqual([21, 21, 21]);
});

/** Loads between lines and loads to neutral under one limit. */
function deltaSite() {
  const evse = (number: number, parentId: string, rest: object) => ({
    id: `CP-${number}:1`,
    parentId,
    kind: 'evse' as const,
    evse: { stationId: `CP-${number}`, evseId: 1, minA: 0, ...rest },
  });
  return siteTree.parse({
    nodes: [
      { id: 'grid', parentId: null, kind: 'grid-connection', limitA: [40, 45, 50], limitW: 25_000 },
      { id: 'panel', parentId: 'grid', kind: 'panel', limitA: 25 },
      evse(1, 'panel', { connection: 'line-to-line', voltageV: 400 }),
      evse(2, 'panel', { connection: 'line-to-line', voltageV: 400, phaseRotation: 'STR' }),
      evse(3, 'grid', { connection: 'three-phase' }),
      evse(4, 'grid', { connection: 'single-phase', phaseRotation: 'TRS' }),
      evse(5, 'panel', { connection: 'three-phase', phaseRotation: 'STR' }),
      evse(6, 'panel', { connection: 'line-to-line', voltageV: 400, phaseRotation: 'TRS' }),
    ],
  });
}

function withoutRoom(tree: ReturnType<typeof deltaSite>) {
  return { nodes: tree.nodes.map((node) => ({ ...node, limitA: node.limitA && 1e-9, limitW: node.limitW && 1e-9 })) };
}
