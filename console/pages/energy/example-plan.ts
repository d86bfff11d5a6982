import { type EnergyPlan, energyPlan } from '#contract/energy/energy-plan.ts';

type Example = { baseLoadW?: number[]; cars?: number[][]; shortWh?: number[]; cost?: number; readyAt?: string[] };

/** A plan of hours from midnight on, for tests: cars by what they draw. */
export function examplePlan({ baseLoadW = [], cars = [], shortWh = [], cost = 10, readyAt = [] }: Example): EnergyPlan {
  const hours = Math.max(baseLoadW.length, ...cars.map(({ length }) => length));
  const midnight = Date.parse('2026-03-01T00:00:00Z');
  const slots = Array.from({ length: hours }, (_, hour) => ({
    from: new Date(midnight + hour * 3_600_000).toISOString(),
    seconds: 3600,
    importPerKwh: 0.3,
    carbonKgPerKwh: 0,
  }));
  return energyPlan.parse({
    siteId: 'garage',
    mode: 'control',
    madeAt: new Date(midnight).toISOString(),
    madeBy: 'solver',
    fallbackReason: null,
    solveMs: 12,
    slots,
    cars: cars.map((powersW, place) => ({
      sessionId: `session-${place + 1}`,
      stationId: `CP-${place + 1}`,
      evseId: 1,
      nodeId: `CP-${place + 1}:1`,
      driverName: null,
      phases: 3,
      need: null,
      powersW,
      currentsA: powersW.map((watts) => watts / 690),
      measuredW: null,
      shortWh: shortWh[place] ?? 0,
      readyAt: readyAt[place] ?? null,
      explanation: { code: 'plan-done', values: {} },
      delivery: { state: 'followed', since: new Date(midnight).toISOString(), reason: null },
    })),
    nodes: [],
    batteryW: slots.map(() => 0),
    baseLoadW: slots.map((_, slot) => baseLoadW[slot] ?? 0),
    cost: { planned: cost, uncontrolled: 20, currency: 'BRL' },
    warnings: [],
  });
}
