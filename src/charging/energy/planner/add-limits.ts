import { type Chord, chordsOver } from '../network/chords.ts';
import type { Phasor } from '../network/line-currents.ts';
import type { Share } from '../network/site-network.ts';
import { type Draft, drawnIn } from './draft.ts';
import type { Entry, LazyRows, UpperRow } from './linear-program.ts';
import { valueAt } from './plan-problem.ts';
import { rowsAt } from './rooms.ts';

/** What one unit of a column adds to a limit. */
type Part = Phasor & { column: number | undefined; most: number; reserve?: Reserve; givesNoRoom?: boolean };

/** What a station falls back to: so much in all, of which `fixedA` is free of any column. */
type Reserve = { column: number | undefined; reservedA: number; fixedA: number; most: number };

/** Of a circle, every so manieth edge is in the program from the start. */
const firstEdges = 7;
const toleranceA = 1e-6;

type LimitPlan = { row: number; chords: ReturnType<typeof chordsOver>; members: number[] };

/** Every limit of the tree in every slot, as straight edges. */
export function addLimits(draft: Draft): void {
  const { problem, network, vehicles } = draft;
  const shares = vehicles.map(({ vehicle }) => network.sharesOf(vehicle));
  const canReverse = problem.battery !== null || vehicles.some(({ vehicle }) => vehicle.discharge !== null);
  const plans = planLimits(draft, shares, canReverse);
  const groups = groupAlike(shares, plans);
  for (const slot of draft.slots.keys()) addSlot(draft, { slot, plans, shares, groups });
}

/** Limits that could bind at all, with their edges. */
function planLimits({ problem, network }: Draft, shares: readonly (readonly Share[])[], canReverse: boolean) {
  const members = new Map<number, number[]>();
  for (const [index, ofVehicle] of shares.entries())
    for (const { row } of ofVehicle) members.set(row, [...(members.get(row) ?? []), index]);
  return [...members].map(([row, inRow]): LimitPlan => {
    const directions = [
      ...inRow.flatMap((index) => shares[index]?.filter((share) => share.row === row) ?? []),
      ...problem.given.flatMap(({ nodeId }) => network.evenSharesOf(nodeId).filter((share) => share.row === row)),
    ];
    const hasSun = problem.given.some(({ limitW }) => limitW.some(({ value }) => value < 0));
    return { row, members: inRow, chords: chordsOver(directions, { canReverse: canReverse || hasSun }) };
  });
}

/** Vehicles that add the same to every limit with more than one edge: one column for their sum spares many entries. */
function groupAlike(shares: readonly (readonly Share[])[], plans: readonly LimitPlan[]): string[] {
  const curved = new Set(plans.filter(({ chords }) => chords.length > 2).map(({ row }) => row));
  return shares.map((ofVehicle) =>
    ofVehicle
      .filter(({ row }) => curved.has(row))
      .map(({ row, re, im }) => `${row} ${re.toFixed(9)} ${im.toFixed(9)}`)
      .join(','),
  );
}

type SlotLimits = {
  slot: number;
  plans: readonly LimitPlan[];
  shares: readonly (readonly Share[])[];
  groups: readonly string[];
};

function addSlot(draft: Draft, { slot, plans, shares, groups }: SlotLimits): void {
  const reserved = addReserves(draft, slot);
  const { network, program, problem, slots } = draft;
  const rows = rowsAt(network.rows, problem, slots[slot] ?? { from: problem.now, to: problem.now });
  const sums = new Map<string, number>();
  for (const { row, chords, members } of plans) {
    const limit = rows[row]?.limit ?? 0;
    const given = givenPhasor(draft, row, slot);
    const isCurved = chords.length > 2;
    const parts = isCurved
      ? groupedParts(draft, { row, members, slot, shares, groups, sums })
      : members.flatMap((index) =>
          partsOf(
            draft,
            index,
            slot,
            shares[index]?.find((share) => share.row === row),
          ),
        );
    parts.push(...batteryParts(draft, row, slot));
    for (const index of members) {
      const reserve = reserved.get(index);
      const share = shares[index]?.find((one) => one.row === row);
      if (share === undefined || reserve === undefined) continue;
      parts.push({ re: share.re, im: share.im, column: reserve.column, most: reserve.most, reserve });
    }
    const most = parts.reduce((sum, { re, im, most: units }) => sum + Math.hypot(re, im) * units, 0);
    if (parts.length === 0 || most + Math.hypot(given.re, given.im) <= limit) continue;
    const circle = { limit, given, parts };
    for (const chord of chords.filter((_, index) => !isCurved || index % firstEdges === 0)) {
      const { upper, entries } = edgeRow(chord, circle);
      program.row(Number.NEGATIVE_INFINITY, upper, entries);
    }
    if (isCurved) program.lazy(circleRows(chords, circle));
  }
}

type Circle = { limit: number; given: Phasor; parts: readonly Part[] };

function edgeRow({ along, part }: Chord, { limit, given, parts }: Circle): UpperRow {
  const free = part * limit - dot(along, given);
  let [reserved, fixed] = [0, 0];
  for (const each of parts) {
    const per = dot(along, each);
    if (each.reserve === undefined || per <= 0) continue;
    reserved += per * each.reserve.reservedA;
    fixed += per * each.reserve.fixedA;
  }
  // Where not even what stations fall back to fits, it is left out: the plan keeps to the limit at least.
  const isReserved = reserved <= free;
  const sums = new Map<number, number>();
  for (const each of parts) {
    const per = dot(along, each);
    if (each.column === undefined || (each.reserve !== undefined && (!isReserved || per <= 0))) continue;
    if (each.givesNoRoom === true && per < 0) continue;
    sums.set(each.column, (sums.get(each.column) ?? 0) + per);
  }
  const entries = [...sums].filter(([, per]) => Math.abs(per) > 1e-12);
  // What nobody steers may alone be above the limit: then cars get nothing, but the program still has a solution.
  return { upper: Math.max(0, free - (isReserved ? fixed : 0)), entries };
}

/** The edges of a circle that are not in the program from the start. */
function circleRows(chords: readonly Chord[], circle: Circle): LazyRows {
  const waiting = new Set(chords.filter((_, index) => index % firstEdges !== 0));
  return {
    all: () => [...waiting].map((chord) => edgeRow(chord, circle)),
    findBroken(values) {
      const sure = circle.parts.filter(({ givesNoRoom }) => givesNoRoom !== true);
      const flows = [circle.parts, ...(sure.length < circle.parts.length ? [sure] : [])]
        .map((parts) => flowOf(circle.given, parts, values))
        .filter(({ re, im }) => Math.hypot(re, im) > circle.limit * (chords[0]?.part ?? 1));
      const broken: UpperRow[] = [];
      if (flows.length === 0) return broken;
      for (const chord of waiting) {
        if (flows.every((flow) => dot(chord.along, flow) <= chord.part * circle.limit + toleranceA)) continue;
        waiting.delete(chord);
        broken.push(edgeRow(chord, circle));
      }
      return broken;
    },
  };
}

function flowOf(given: Phasor, parts: readonly Part[], values: Float64Array): Phasor {
  let { re, im } = given;
  for (const each of parts) {
    const units = (each.column === undefined ? 0 : (values[each.column] ?? 0)) + (each.reserve?.fixedA ?? 0);
    re += each.re * units;
    im += each.im * units;
  }
  return { re, im };
}

function partsOf({ vehicles }: Draft, index: number, slot: number, share: Phasor | undefined): Part[] {
  const columns = vehicles[index];
  const charge = columns?.charge[slot];
  if (columns === undefined || charge === undefined || share === undefined) return [];
  const { vehicle, discharge, unused } = columns;
  const against = { re: -share.re, im: -share.im };
  const parts: Part[] = [{ re: share.re, im: share.im, column: charge, most: vehicle.maxA }];
  const [back, not] = [discharge[slot], unused[slot]];
  if (back !== undefined) parts.push({ ...against, column: back, most: vehicle.discharge?.maxA ?? 0 });
  if (not !== undefined) parts.push({ ...against, column: not, most: 0 });
  return parts;
}

type Grouped = Omit<SlotLimits, 'plans'> & { row: number; members: readonly number[]; sums: Map<string, number> };

function groupedParts(draft: Draft, { row, members, slot, shares, groups, sums }: Grouped): Part[] {
  const byGroup = Map.groupBy(members, (index) => groups[index] ?? '');
  return [...byGroup].flatMap(([group, indices]) => {
    const present = indices.filter((index) => draft.vehicles[index]?.charge[slot] !== undefined);
    const [first] = present;
    const share = first === undefined ? undefined : shares[first]?.find((each) => each.row === row);
    if (first === undefined || share === undefined) return [];
    if (present.length === 1) return partsOf(draft, first, slot, share);
    const most = present.reduce((sum, index) => sum + (draft.vehicles[index]?.vehicle.maxA ?? 0), 0);
    const column = sums.get(group) ?? addSum(draft, present, slot);
    sums.set(group, column);
    return [{ re: share.re, im: share.im, column, most }];
  });
}

function addSum({ program, vehicles }: Draft, present: readonly number[], slot: number): number {
  const sum = program.column(0, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  const entries = present.flatMap((index): Entry[] => {
    const columns = vehicles[index];
    const back = columns?.discharge[slot];
    return [
      ...(columns === undefined ? [] : drawnIn(columns, slot)),
      ...(back === undefined ? [] : [[back, -1] as const]),
    ];
  });
  program.row(0, 0, [[sum, -1], ...entries]);
  return sum;
}

function batteryParts({ problem, battery, network }: Draft, row: number, slot: number): Part[] {
  const [charge, discharge] = [battery?.charge[slot], battery?.discharge[slot]];
  if (problem.battery === null || charge === undefined || discharge === undefined) return [];
  const share = network.evenSharesOf(problem.battery.nodeId).find((each) => each.row === row);
  if (share === undefined) return [];
  const [re, im] = [share.re * 1000, share.im * 1000]; // its columns are in kW
  const givesNoRoom = problem.battery.givesRoom === false;
  return [
    { re, im, column: charge, most: problem.battery.maxChargeW / 1000 },
    { re: -re, im: -im, column: discharge, most: problem.battery.maxDischargeW / 1000, givesNoRoom },
  ];
}

/** What nobody steers, at this limit and time, cautiously. */
function givenPhasor({ problem, network, slots }: Draft, row: number, slot: number): Phasor {
  const from = slots[slot]?.from ?? 0;
  let [re, im] = [0, 0];
  for (const { nodeId, limitW } of problem.given) {
    const watts = valueAt(limitW, from);
    for (const share of network.evenSharesOf(nodeId)) {
      if (share.row !== row) continue;
      re += share.re * watts;
      im += share.im * watts;
    }
  }
  return { re, im };
}

function dot(a: Phasor, b: Phasor): number {
  return a.re * b.re + a.im * b.im;
}

/** By vehicle, what its station might draw beyond what the car does: the two together are at least what it falls back to. */
function addReserves({ vehicles, program }: Draft, slot: number): Map<number, Reserve> {
  const reserves = new Map<number, Reserve>();
  for (const [index, { vehicle, charge, unused }] of vehicles.entries()) {
    const { reservedA = 0, maxA, discharge } = vehicle;
    if (reservedA <= 0) continue;
    const now = charge[slot];
    const most = Math.max(0, reservedA - maxA);
    if (now === undefined) reserves.set(index, { column: undefined, fixedA: reservedA, reservedA, most: reservedA });
    else if (discharge === null) reserves.set(index, { column: unused[slot], fixedA: most, reservedA, most });
    else {
      const beyond = program.column(0, 0, reservedA);
      program.row(reservedA, Number.POSITIVE_INFINITY, [
        [beyond, 1],
        [now, 1],
      ]);
      reserves.set(index, { column: beyond, fixedA: 0, reservedA, most });
    }
  }
  return reserves;
}
