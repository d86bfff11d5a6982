import type { CurveSeries, SessionCurve } from '#contract/sessions/curve.ts';
import type { Point } from '../../parts/curve/panel.ts';

export type ShownCurve = { points: Point[]; isDerived: boolean; phase: string | null };

/** Of all that a meter tells, what one looks for first: power in kW, energy since the start in kWh, charge of the battery in %. */
export function shownCurves(
  { series }: SessionCurve,
  firstRegisterWh: number | null,
): { power: ShownCurve | null; energy: ShownCurve | null; charge: ShownCurve | null } {
  const register = best(series, 'Energy.Active.Import.Register');
  const since = register === null ? 0 : startOf(register, firstRegisterWh);
  return {
    power: shown(best(series, 'Power.Active.Import'), (w) => w / 1000),
    energy: shown(register, (wh) => (wh - since) / 1000),
    charge: shown(best(series, 'SoC'), (percent) => percent),
  };
}

/** The sum of all phases at the outlet, where the station tells it. */
function best(series: readonly CurveSeries[], measurand: string): CurveSeries | null {
  const told = series.filter((one) => one.measurand === measurand);
  return (
    told.find(({ phase, location }) => phase === null && location === 'Outlet') ??
    told.find(({ phase }) => phase === null) ??
    told[0] ??
    null
  );
}

/** Registers count over the life of a meter, but some are reset or count each session by itself: then the lowest is the start. */
function startOf({ points }: CurveSeries, firstRegisterWh: number | null): number {
  const lowest = Math.min(...points.map(({ low }) => low));
  return firstRegisterWh !== null && firstRegisterWh <= lowest ? firstRegisterWh : lowest;
}

function shown(series: CurveSeries | null, convert: (value: number) => number): ShownCurve | null {
  if (series === null || series.points.length === 0) return null;
  const points = series.points.map(({ at, value, low, high }) => ({
    at: Date.parse(at),
    value: convert(value),
    low: convert(low),
    high: convert(high),
  }));
  return { points, isDerived: series.isDerived, phase: series.phase };
}
