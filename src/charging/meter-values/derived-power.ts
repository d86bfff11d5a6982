import type { CurvePoint, CurveSeries } from '#contract/sessions/curve.ts';

/** More than any charger gives: a register that rises faster has told something false. */
const maxWatts = 1_000_000;

/** Power where the station sent none: what flowed on average from each point of the energy register to the next. */
export function derivedPower(series: readonly CurveSeries[]): CurveSeries[] {
  const registers = series.filter(
    ({ measurand, unit }) => measurand === 'Energy.Active.Import.Register' && unit === 'Wh',
  );
  const places = new Set(['Outlet', ...registers.map(({ location }) => location)]);
  for (const location of places) {
    const register = registerAt(registers.filter((each) => each.location === location));
    const points = averages(register?.points ?? []);
    if (register === undefined || points.length === 0) continue;
    const { sampleCount } = register;
    return [
      { measurand: 'Power.Active.Import', unit: 'W', phase: null, location, isDerived: true, sampleCount, points },
    ];
  }
  return [];
}

/** The total where there is one, else the three phases together, at the times that all of them were read. */
function registerAt(registers: readonly CurveSeries[]): CurveSeries | undefined {
  const total = registers.find(({ phase }) => phase === null);
  const [l1, l2, l3] = ['L1', 'L2', 'L3'].map((name) => registers.find(({ phase }) => phase?.slice(0, 2) === name));
  if (total !== undefined || l1 === undefined || l2 === undefined || l3 === undefined) return total;
  const [second, third] = [l2, l3].map(({ points }) => new Map(points.map(({ at, value }) => [at, value])));
  const points = l1.points.flatMap(({ at, value }) => {
    const [b, c] = [second?.get(at), third?.get(at)];
    return b === undefined || c === undefined ? [] : [pointOf(at, value + b + c)];
  });
  return { ...l1, phase: null, points };
}

/** Where the register fell, the meter was reset or lied, and nobody knows what flowed. */
function averages(register: readonly CurvePoint[]): CurvePoint[] {
  const points = register.flatMap((point, index): CurvePoint[] => {
    const next = register[index + 1];
    if (next === undefined) return [];
    const hours = (Date.parse(next.at) - Date.parse(point.at)) / 3_600_000;
    const watts = hours > 0 ? (next.value - point.value) / hours : -1;
    return watts < 0 || watts > maxWatts ? [] : [pointOf(point.at, watts)];
  });
  // The last average holds until the register's last reading.
  const [last, end] = [points.at(-1), register.at(-1)];
  return last === undefined || end === undefined ? [] : [...points, pointOf(end.at, last.value)];
}

function pointOf(at: string, watts: number): CurvePoint {
  const value = Math.round(watts * 10) / 10;
  return { at, value, low: value, high: value };
}
