import type { CurveSeries, SessionCurve } from '#contract/sessions/curve.ts';
import { energyWords, powerWords } from './session-words.ts';
import type { Terminal } from './terminal.ts';
import { textChart } from './text-chart.ts';
import { localTime } from './times.ts';

const widest = 72;
const rows = 8;
/** Beside the columns: the labels of the axis. */
const margin = 16;

/** How many points a chart on this terminal has room for. */
export function chartColumns(terminal: Terminal): number {
  return Math.max(20, Math.min(widest, (terminal.size()?.columns ?? widest + margin) - margin));
}

/** The power of a session over time; of one without power, its energy. */
export function sessionChart(terminal: Terminal, curve: SessionCurve): string[] {
  const { text } = terminal;
  const series = chosen(curve.series);
  if (series === undefined || series.points.length < 2) return [text.session.noCurve];
  const isPower = series.measurand.startsWith('Power');
  const { power, derivedPower, energy } = text.session;
  const name = !isPower ? energy : series.isDerived ? derivedPower : power;
  const points = series.points.map(({ at, high }) => ({ atMs: Date.parse(at), value: high }));
  const lowest = isPower ? 0 : Math.min(...points.map(({ value }) => value)); // a meter counts over its whole life
  const chart = textChart({
    points: points.map(({ atMs, value }) => ({ atMs, value: value - lowest })),
    columns: chartColumns(terminal),
    rows,
    label: (value) => (isPower ? powerWords(text, value) : energyWords(text, value)),
    time: (atMs) => localTime(new Date(atMs)),
  });
  return [text.session.chart(name), ...chart];
}

function chosen(series: readonly CurveSeries[]): CurveSeries | undefined {
  const whole = (measurand: string) =>
    series.find((each) => each.measurand === measurand && (each.phase === null || each.phase === ''));
  return whole('Power.Active.Import') ?? whole('Energy.Active.Import.Register');
}
