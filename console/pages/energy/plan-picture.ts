import type { EnergyPlan, EnergyStatus } from '#contract/energy/energy-plan.ts';
import type { SiteEnergy } from '#contract/energy/site-energy.ts';

/** One coloured band of the picture: from `low` to `high` in each slot, in watts. */
export type Layer = {
  key: string;
  kind: 'base' | 'sun' | 'battery' | 'car';
  /** Which car of the legend; 0 for the others. */
  place: number;
  name: string;
  powersW: number[];
  low: number[];
  high: number[];
};
/** What holds from a time on, until the next. */
export type Step = { from: number; value: number | null };
export type PlanPicture = {
  from: number;
  to: number;
  /** When each slot begins. */
  times: number[];
  layers: Layer[];
  /** All together, at the connection to the grid. */
  totalW: number[];
  topW: number;
  bottomW: number;
};

/** As many cars as there are colours that one can tell apart; the rest is one band. */
export const maxColours = 6;

type Names = {
  base: string;
  sun: string;
  battery: string;
  others: string;
  car: (car: EnergyPlan['cars'][number]) => string;
};

/** A plan as bands over each other: what the building takes below, then car by car; what flows back lies below zero. */
export function planPicture(plan: EnergyPlan, names: Names): PlanPicture {
  const times = plan.slots.map(({ from }) => Date.parse(from));
  const last = plan.slots.at(-1);
  const to = last === undefined ? Date.parse(plan.madeAt) : Date.parse(last.from) + last.seconds * 1000;
  const stack = new Stack(times.length);
  const inAll = (valueOf: (slot: number) => number) => times.map((_, slot) => valueOf(slot));
  const baseW = inAll((slot) => plan.baseLoadW[slot] ?? 0);
  stack.add({ key: 'base', kind: 'base', place: 0, name: names.base }, baseW.map(above));
  stack.add({ key: 'sun', kind: 'sun', place: 0, name: names.sun }, baseW.map(below));
  stack.add(
    { key: 'battery', kind: 'battery', place: 0, name: names.battery },
    inAll((slot) => plan.batteryW[slot] ?? 0),
  );
  const isCrowded = plan.cars.length > maxColours;
  const shown = isCrowded ? plan.cars.slice(0, maxColours - 1) : plan.cars;
  for (const [place, car] of shown.entries()) {
    const key = car.sessionId ?? `${car.stationId} ${car.evseId}`;
    stack.add(
      { key, kind: 'car', place, name: names.car(car) },
      inAll((slot) => car.powersW[slot] ?? 0),
    );
  }
  if (isCrowded) {
    const others = plan.cars.slice(shown.length);
    const sum = (slot: number) => others.reduce((watts, { powersW }) => watts + (powersW[slot] ?? 0), 0);
    stack.add({ key: 'others', kind: 'car', place: shown.length, name: names.others }, inAll(sum));
  }
  return {
    from: times[0] ?? Date.parse(plan.madeAt),
    to,
    times,
    layers: stack.layers,
    totalW: inAll((slot) => stack.layers.reduce((sum, { powersW }) => sum + (powersW[slot] ?? 0), 0)),
    topW: Math.max(0, ...stack.upW),
    bottomW: Math.min(0, ...stack.downW),
  };
}

function above(watts: number): number {
  return Math.max(0, watts);
}

function below(watts: number): number {
  return Math.min(0, watts);
}

/** What is taken is stacked upwards from zero, what is given downwards. */
class Stack {
  readonly layers: Layer[] = [];
  readonly upW: number[];
  readonly downW: number[];

  constructor(slots: number) {
    this.upW = Array.from({ length: slots }, () => 0);
    this.downW = Array.from({ length: slots }, () => 0);
  }

  /** A band that is nothing in every slot is left out. */
  add(named: Pick<Layer, 'key' | 'kind' | 'place' | 'name'>, powersW: number[]): void {
    if (powersW.every((watts) => Math.abs(watts) < 1)) return;
    const ends = powersW.map((watts, slot) => {
      const pile = watts >= 0 ? this.upW : this.downW;
      const start = pile[slot] ?? 0;
      pile[slot] = start + watts;
      return [Math.min(start, start + watts), Math.max(start, start + watts)] as const;
    });
    this.layers.push({ ...named, powersW, low: ends.map(([low]) => low), high: ends.map(([, high]) => high) });
  }
}

/** The limit of the connection to the grid over time, in watts, with those that hold for a while. */
export function limitSteps(
  settings: Pick<SiteEnergy, 'tree'>,
  limits: EnergyStatus['limits'],
  { from, to }: { from: number; to: number },
): Step[] {
  const root = settings.tree.nodes.find(({ parentId }) => parentId === null);
  if (root === undefined) return [];
  const voltageV = settings.tree.nodes.find(({ evse }) => evse !== null)?.evse?.voltageV ?? 230;
  const lines = Array.isArray(root.limitA)
    ? root.limitA
    : root.limitA === null
      ? null
      : [root.limitA, root.limitA, root.limitA];
  const always = least([root.limitW, lines === null ? null : lines.reduce((sum, line) => sum + line, 0) * voltageV]);
  const usual = always === null ? null : always * (1 - root.safetyMarginPercent / 100);
  const held = limits
    .filter(({ nodeId }) => nodeId === root.id)
    .map((limit) => ({
      from: limit.from === null ? from : Date.parse(limit.from),
      until: limit.until === null ? to : Date.parse(limit.until),
      watts: least([limit.limitW, limit.limitA === null ? null : limit.limitA * 3 * voltageV]),
    }))
    .filter(({ watts }) => watts !== null);
  const marks = held.flatMap((limit) => [limit.from, limit.until]).filter((mark) => mark > from && mark < to);
  const times = [...new Set([from, ...marks])].toSorted((one, other) => one - other);
  return times.map((time) => {
    const now = held.filter((limit) => limit.from <= time && time < limit.until).map(({ watts }) => watts);
    return { from: time, value: now.length === 0 ? usual : least(now) };
  });
}

function least(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.min(...known);
}
