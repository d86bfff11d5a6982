import { expect, test } from 'vitest';
import type { CurveSeries, SessionCurve } from '#contract/sessions/curve.ts';
import { shownCurves } from './shown-curves.ts';

const at = '2026-03-01T08:00:00.000Z';
const point = (value: number) => ({ at, value, low: value, high: value });

function series(measurand: string, values: number[], more: Partial<CurveSeries> = {}): CurveSeries {
  return {
    measurand,
    unit: null,
    phase: null,
    location: 'Outlet',
    isDerived: false,
    sampleCount: values.length,
    points: values.map(point),
    ...more,
  };
}

function curve(...given: CurveSeries[]): SessionCurve {
  return { sessionId: 's', from: at, to: at, series: given, leftOut: 0 };
}

const valuesOf = (shown: { points: { value: number }[] } | null) => shown?.points.map(({ value }) => value);

test('power is in kW, the energy counts from the start of the session, the battery in percent', () => {
  const { power, energy, charge } = shownCurves(
    curve(
      series('Power.Active.Import', [7_400], { isDerived: true }),
      series('Energy.Active.Import.Register', [101_000, 103_500]),
      series('SoC', [42]),
    ),
    100_000,
  );
  expect(power).toMatchObject({ isDerived: true, phase: null });
  expect(valuesOf(power)).toEqual([7.4]);
  expect(valuesOf(energy)).toEqual([1, 3.5]);
  expect(valuesOf(charge)).toEqual([42]);
});

test('readings that count each session by itself, or from zero again, are never below nothing', () => {
  const { energy } = shownCurves(curve(series('Energy.Active.Import.Register', [0, 2_000])), 100_000);
  expect(valuesOf(energy)).toEqual([0, 2]);
});

test('the sum at the outlet comes before phases and inlets', () => {
  const { power } = shownCurves(
    curve(
      series('Power.Active.Import', [1_000], { phase: 'L1' }),
      series('Power.Active.Import', [3_300], { location: 'Inlet' }),
      series('Power.Active.Import', [3_000]),
    ),
    null,
  );
  expect(valuesOf(power)).toEqual([3]);
  const one = shownCurves(curve(series('Power.Active.Import', [1_000], { phase: 'L1' })), null);
  expect(one.power?.phase).toBe('L1');
});

test('what was not told is not shown', () => {
  expect(shownCurves(curve(), null)).toEqual({ power: null, energy: null, charge: null });
});
