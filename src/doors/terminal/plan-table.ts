import type { EnergyPlan, PlannedCar } from '#contract/energy/energy-plan.ts';
import { kilowatts, type SiteClock } from './energy-words.ts';
import { decimalText } from './money.ts';
import { type ColumnOf, type Table, tableOf } from './table.ts';
import type { Terminal } from './terminal.ts';

/** One line of the table: an hour of the plan. */
type Row = { from: string; slots: { index: number; seconds: number }[] };

const maxCars = 6;
const barWidth = 16;

/** The next hours line by line: the site's load as a bar below its limit, and what each car gets. */
export function planTable(
  terminal: Terminal,
  plan: EnergyPlan,
  { hours, clock }: { hours: number; clock: SiteClock },
): Table {
  const { titles } = terminal.text.energy;
  const rows = rowsOf(plan, hours);
  const loads = siteLoads(plan);
  const cars = plan.cars.filter(({ sessionId }) => sessionId !== null).slice(0, maxCars);
  const highest = (row: Row, of: (slot: number) => number) => Math.max(0, ...row.slots.map(({ index }) => of(index)));
  return tableOf(rows, [
    [titles.time, ({ from }) => clock.time(from)],
    ...(hasPrices(plan) ? [priceColumn(terminal, plan)] : []),
    [
      titles.load,
      (row) =>
        `${kilowatts(
          terminal,
          highest(row, (slot) => loads[slot]?.watts ?? 0),
        )} kW`,
      'right',
    ],
    ['', (row) => bar(highest(row, (slot) => loads[slot]?.share ?? 0))],
    ['', (row) => `${Math.round(highest(row, (slot) => loads[slot]?.share ?? 0) * 100)} %`, 'right'],
    ...cars.map((car): ColumnOf<Row> => [carName(car), (row) => meanKw(terminal, row, car), 'right optional']),
  ]);
}

/** "CP-1", or "CP-1 2" where it is not the first EVSE. */
export function carName({ stationId, evseId }: Pick<PlannedCar, 'stationId' | 'evseId'>): string {
  return evseId === 1 ? stationId : `${stationId} ${evseId}`;
}

const hourMs = 3_600_000;

/** From the beginning of the plan hour by hour, each with the parts of slots that fall into it: slots are short at first and long later. */
function rowsOf({ slots }: EnergyPlan, hours: number): Row[] {
  const times = slots.map(({ from, seconds }) => ({ start: Date.parse(from), end: Date.parse(from) + seconds * 1000 }));
  const begin = times[0]?.start ?? 0;
  const count = Math.min(hours, Math.ceil(((times.at(-1)?.end ?? begin) - begin) / hourMs));
  return Array.from({ length: count }, (_, hour) => {
    const [start, end] = [begin + hour * hourMs, begin + (hour + 1) * hourMs];
    const parts = times.map((time, index) => ({
      index,
      seconds: (Math.min(end, time.end) - Math.max(start, time.start)) / 1000,
    }));
    return { from: new Date(start).toISOString(), slots: parts.filter(({ seconds }) => seconds > 0) };
  });
}

/** The load at the connection to the grid, slot by slot: in watts, and as a share of what it may carry. */
function siteLoads({ nodes: [root], slots }: EnergyPlan): { watts: number; share: number }[] {
  const limitA = root?.limitA === null || root?.limitA === undefined ? null : Math.min(...root.limitA);
  const watts = slots.map((_, slot) => root?.plannedW[slot] ?? 0);
  const most = Math.max(1, ...watts);
  return watts.map((load, slot) => {
    const amperes = root?.plannedA?.[slot]?.[0];
    const byLine = limitA === null || amperes === undefined ? 0 : amperes / limitA;
    const byPower = root?.limitW === null || root?.limitW === undefined ? 0 : load / root.limitW;
    const isLimited = limitA !== null || (root !== undefined && root.limitW !== null);
    return { watts: load, share: isLimited ? Math.max(byLine, byPower) : load / most };
  });
}

/** "██████████░░░░░░" */
function bar(share: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * barWidth);
  return `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`;
}

function hasPrices({ slots }: EnergyPlan): boolean {
  return slots.some(({ importPerKwh }) => importPerKwh !== 0);
}

function priceColumn({ language, text }: Terminal, { slots }: EnergyPlan): ColumnOf<Row> {
  return [
    text.energy.titles.price,
    ({ slots: [first] }) => decimalText(slots[first?.index ?? 0]?.importPerKwh ?? 0, language, 4),
    'right',
  ];
}

function meanKw(terminal: Terminal, { slots }: Row, { powersW }: PlannedCar): string {
  const seconds = slots.reduce((sum, slot) => sum + slot.seconds, 0);
  const joules = slots.reduce((sum, slot) => sum + slot.seconds * (powersW[slot.index] ?? 0), 0);
  const watts = joules / Math.max(1, seconds);
  return Math.abs(watts) < 50 ? '·' : kilowatts(terminal, watts);
}
