import { expect, test } from 'vitest';
import type { SitePlan } from '../planner/site-plan.ts';
import type { ProfileAbilities } from '../profiles/profile-abilities.ts';
import { carAt, stateOf } from '../testing/charging-site.ts';
import { hourMs, midnight } from '../testing/example-site.ts';
import type { Hold } from './evse-state.ts';
import { defaultOrder, sessionOrder, spreadRises, stepsOfPlan } from './orders.ts';

const minute = 60_000;
const abilities: ProfileAbilities = {
  version: '2.0.1',
  unit: 'A',
  maxPeriods: 24,
  maxStackLevel: 3,
  maxProfiles: null,
};

function plan(currentsA: number[], id = 'session 1'): SitePlan {
  const slots = currentsA.map((_current, nth) => ({
    from: midnight + nth * hourMs,
    to: midnight + (nth + 1) * hourMs,
  }));
  const vehicle = { id, evseNodeId: 'CP-1:1', phases: 3 as const, currentsA, shortWh: 0 };
  return { madeAt: midnight - 1, slots: slots as never, vehicles: [vehicle], batteryW: [], madeBy: 'solver' };
}

test('a plan becomes a step wherever its current changes', () => {
  const steps = stepsOfPlan(plan([10, 10, 16, 0, 0, 6]), carAt(1), stateOf(1));
  expect(steps).toEqual([
    { from: midnight, amperes: 10 },
    { from: midnight + 2 * hourMs, amperes: 16 },
    { from: midnight + 3 * hourMs, amperes: 0 },
    { from: midnight + 5 * hourMs, amperes: 6 },
  ]);
});

test('a car that has what it asked for rests; one that nobody asked for goes on with what is kept free', () => {
  const need = { ...carAt(1).need, stated: {} as never };
  const other = plan([10], 'session 2');
  expect(stepsOfPlan(other, carAt(1, { need }), stateOf(1))).toEqual([{ from: midnight, amperes: 0 }]);
  expect(stepsOfPlan(other, carAt(1), stateOf(1, { defaultA: 7 }))).toEqual([{ from: midnight, amperes: 7 }]);
  expect(stepsOfPlan({ ...other, slots: [] }, carAt(1), stateOf(1))).toEqual([{ from: midnight - 1, amperes: 6 }]);
});

/** So many cars that are told these currents an hour after each other. */
const cars = (count: number, ...currents: number[]) =>
  Array.from({ length: count }, (_, nth) => {
    const steps = currents.map((amperes, hour) => ({ from: midnight + hour * hourMs, amperes }));
    return [`${currents.join()} ${nth}`, steps] as const;
  });
const same = (count: number, moments: number[]) => Array.from({ length: count }, () => moments);
const momentsOf = (spread: ReturnType<typeof spreadRises>) =>
  [...spread.values()].map((steps) => steps.map(({ from }) => (from - midnight) / minute));

test('five cars that rise together rise one after the other, four do not', () => {
  const chance = () => 0.5;
  expect(momentsOf(spreadRises(new Map(cars(5, 0, 10)), { chance }))).toEqual(same(5, [0, 60.5]));
  expect(momentsOf(spreadRises(new Map(cars(4, 0, 10)), { chance }))).toEqual(same(4, [0, 60]));
  expect(momentsOf(spreadRises(new Map([...cars(4, 0, 10), ...cars(1, 10, 10)]), { chance }))).toEqual(
    same(5, [0, 60]),
  );
});

test('what falls, or begins, is never late', () => {
  const chance = () => 1;
  const falling = [...cars(5, 10, 0), ...cars(5, 10)];
  expect(
    momentsOf(spreadRises(new Map(falling), { chance }))
      .flat()
      .every((at) => at % 60 === 0),
  ).toBe(true);
  const both = new Map([...cars(5, 0, 10), ...cars(1, 10, 6)]);
  expect(momentsOf(spreadRises(both, { chance })).at(-1)).toEqual([0, 60]);
});

test('a rise comes within the time given to it, and at most half way to the next step', () => {
  const chance = () => 1;
  expect(momentsOf(spreadRises(new Map(cars(5, 0, 10)), { chance, spreadMs: 90 * minute }))[0]).toEqual([0, 150]);
  expect(momentsOf(spreadRises(new Map(cars(5, 0, 10, 0)), { chance, spreadMs: 90 * minute }))[0]).toEqual([
    0, 90, 120,
  ]);
});

test('the order of a session covers its stay, and takes the place of the plan before it', () => {
  const steps = [{ from: midnight, amperes: 10 }];
  const order = sessionOrder(stateOf(1), carAt(1), steps, { abilities, now: midnight });
  expect(order).toMatchObject({
    nodeId: 'CP-1:1',
    stationId: 'CP-1',
    kind: 'session',
    sessionId: 'session 1',
    lagMs: 0,
  });
  expect(order.hold).toMatchObject({ steps, phases: 3, until: midnight + 8 * hourMs });
  expect(order.after.holds).toEqual([order.hold]);
  expect(order.isPromised).toBe(false);
  const [profile] = order.profiles;
  expect(profile).toMatchObject({ purpose: 'tx-profile', stackLevel: 0 });
});

test('a car that should have left has a quarter of an hour, and its last step a minute', () => {
  const late = carAt(1, { need: { ...carAt(1).need, departsAt: new Date(midnight - hourMs).toISOString() } });
  const untilOf = (from: number) => {
    const order = sessionOrder(stateOf(1), late, [{ from, amperes: 10 }], { abilities, now: midnight });
    return ((order.hold?.until ?? 0) - midnight) / minute;
  };
  expect([untilOf(midnight), untilOf(midnight + 14 * minute), untilOf(midnight + 20 * minute)]).toEqual([15, 15, 21]);
  expect(sessionOrder(stateOf(1), late, [], { abilities, now: midnight }).hold?.until).toBe(midnight + 15 * minute);
});

test('plans by another purpose, and those of others, stay beside it', () => {
  const hold = (more: Partial<Hold>): Hold => ({
    steps: [{ from: midnight, amperes: 9 }],
    until: midnight + hourMs,
    phases: 3,
    ...more,
  });
  const [own, lasting] = [hold({}), hold({ outlastsSession: true })];
  const foreign = hold({ foreign: { chargingProfileId: 7 } });
  const besideOf = (purpose: ProfileAbilities['purpose']) =>
    sessionOrder(stateOf(1, { holds: [own, lasting, foreign] }), carAt(1), [{ from: midnight, amperes: 10 }], {
      abilities: { ...abilities, ...(purpose && { purpose }) },
      now: midnight,
    }).after.holds.slice(1);
  expect(besideOf(undefined)).toEqual([lasting, foreign]);
  expect(besideOf('tx-default-profile')).toEqual([own, foreign]);
});

test('a plan lies above the levels that plans of ours use', () => {
  const hold = (more: Partial<Hold>): Hold => ({
    steps: [{ from: midnight, amperes: 9 }],
    until: midnight + hourMs,
    phases: 3,
    ...more,
  });
  const levelsOf = (...holds: Hold[]) =>
    sessionOrder(stateOf(1, { holds }), carAt(1), [{ from: midnight, amperes: 10 }], {
      abilities,
      now: midnight,
    }).profiles.map(({ stackLevel }) => stackLevel);
  const none = levelsOf();
  expect(levelsOf(hold({ outlastsSession: true, levels: 2 }))).toEqual(none);
  expect(levelsOf(hold({ foreign: { chargingProfileId: 7 }, levels: 2 }))).toEqual(none);
});

test('a car that takes few periods is given one schedule of no more', () => {
  const steps = Array.from({ length: 6 }, (_, nth) => ({ from: midnight + nth * hourMs, amperes: 6 + nth }));
  const order = (maxPeriods: number | null) =>
    sessionOrder(stateOf(1), carAt(1, { maxPeriods }), steps, { abilities, now: midnight });
  const periodsOf = (maxPeriods: number | null) => order(maxPeriods).profiles.map(({ periods }) => periods.length);
  expect(Math.max(...periodsOf(3))).toBeLessThanOrEqual(3);
  expect(periodsOf(3)).toHaveLength(1);
  expect(Math.max(...periodsOf(null))).toBeGreaterThan(3);
  expect(periodsOf(0)).toEqual([1]);
});

test('the same order can be made with other currents, or in another form', () => {
  const made = sessionOrder(stateOf(1), carAt(1), [{ from: midnight, amperes: 10 }], {
    abilities,
    now: midnight,
    lagMs: 7,
    isPromised: true,
  });
  const other = [{ from: midnight, amperes: 16 }];
  expect(made.withSteps?.(other)).toMatchObject({ hold: { steps: other }, lagMs: 7, isPromised: true });
  const lasting = { ...abilities, purpose: 'tx-default-profile' as const };
  expect(made.inForm?.(lasting)).toMatchObject({ hold: { outlastsSession: true }, abilities: lasting });
});

test('a default is what the EVSE keeps to by itself', () => {
  const order = defaultOrder(stateOf(1, { defaultA: null }), 8, { abilities, now: midnight });
  expect(order).toMatchObject({
    kind: 'default',
    sessionId: null,
    hold: null,
    withSteps: null,
    after: { defaultA: 8 },
  });
  expect(order.profiles).toMatchObject([{ purpose: 'tx-default-profile', periods: [{ limit: 8 }] }]);
  const ofStation = { ...abilities, purpose: 'charging-station-max-profile' as const };
  expect(order.inForm?.(ofStation).profiles).toContainEqual(
    expect.objectContaining({ purpose: 'charging-station-max-profile' }),
  );
});
