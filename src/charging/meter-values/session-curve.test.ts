import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import type { SessionCurve } from '#contract/sessions/curve.ts';
import { sessionCurve } from './session-curve.ts';

const energy = 'Energy.Active.Import.Register';
const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 8, minute));

type Series = {
  measurand?: string;
  unit?: string | null;
  phase?: string | null;
  location?: string;
  values: readonly (readonly [minute: number, value: number])[];
};

/** The curve of a session with these series; `begin` and `end` are its registers in the ledger. */
function curveOf(
  series: readonly Series[],
  more: { begin?: number; end?: number; measurand?: string[]; allSeries?: number; registerLocation?: string } = {},
): Promise<SessionCurve> {
  const rows = series.flatMap(({ values, ...of }, index) =>
    values.map(([minute, value]) => ({
      measurand: energy,
      unit: 'Wh',
      phase: null,
      location: 'Outlet',
      ...of,
      series: index + 1,
      series_count: more.allSeries ?? series.length,
      total: values.length,
      at: at(minute),
      value,
      low: value,
      high: value,
    })),
  );
  const { begin = null, end = null, registerLocation = null } = more;
  const place = {
    stationId: 'CP-1',
    ref: 'r1',
    firstAt: at(0),
    updatedAt: at(60),
    registerLocation,
    firstWh: begin,
    firstRegisterAt: begin === null ? null : at(0),
    lastWh: end,
    lastRegisterAt: end === null ? null : at(30),
  };
  let asked = 0;
  const pool = {
    query: async () => ((asked += 1) === 1 ? { rows: [place] } : { rows }),
  } as unknown as Pool;
  return sessionCurve(pool, 's1', { points: 100, ...(more.measurand && { measurand: more.measurand }) });
}

const powerIn = ({ series }: SessionCurve) => series.find(({ measurand }) => measurand === 'Power.Active.Import');
const pointsIn = (curve: SessionCurve) =>
  powerIn(curve)?.points.map(({ at: time, value }) => [new Date(time).getUTCMinutes(), value]);

test('power that no station sent is the average between readings of the register, and holds until the last one', async () => {
  const curve = await curveOf([
    {
      values: [
        [0, 0],
        [15, 1_000],
        [30, 3_000],
      ],
    },
  ]);
  expect(pointsIn(curve)).toEqual([
    [0, 4_000],
    [15, 8_000],
    [30, 8_000],
  ]);
  expect(powerIn(curve)).toMatchObject({ isDerived: true, unit: 'W', sampleCount: 3 });
});

test('power that a station sent is not derived', async () => {
  const curve = await curveOf([
    {
      values: [
        [0, 0],
        [15, 1_000],
      ],
    },
    { measurand: 'Power.Active.Import', unit: 'W', values: [[0, 7]] },
  ]);
  expect(pointsIn(curve)).toEqual([[0, 7]]);
  expect(powerIn(curve)?.isDerived).toBe(false);
});

test('where the register fell, stood still in time or rose faster than any charger, nothing is known', async () => {
  expect(
    pointsIn(
      await curveOf([
        {
          values: [
            [0, 500],
            [15, 100],
            [30, 600],
          ],
        },
      ]),
    ),
  ).toEqual([
    [15, 2_000],
    [30, 2_000],
  ]);
  expect(
    pointsIn(
      await curveOf([
        {
          values: [
            [0, 0],
            [0, 100],
          ],
        },
      ]),
    ),
  ).toBeUndefined();
  expect(
    pointsIn(
      await curveOf([
        {
          values: [
            [0, 0],
            [30, 500_001],
          ],
        },
      ]),
    ),
  ).toBeUndefined();
  expect(
    pointsIn(
      await curveOf([
        {
          values: [
            [0, 0],
            [30, 500_000],
          ],
        },
      ]),
    ),
  ).toEqual([
    [0, 1_000_000],
    [30, 1_000_000],
  ]);
  expect(
    pointsIn(
      await curveOf([
        {
          values: [
            [0, 7],
            [30, 7],
          ],
        },
      ]),
    ),
  ).toEqual([
    [0, 0],
    [30, 0],
  ]);
});

test('three phases count together at the times that all of them were read', async () => {
  const phase = (name: string, values: Series['values']) => ({ phase: name, values });
  const three = [
    phase('L1-N', [
      [0, 0],
      [15, 100],
      [30, 200],
    ]),
    phase('L2-N', [
      [0, 0],
      [30, 200],
    ]),
    phase('L3', [
      [0, 0],
      [15, 100],
      [30, 200],
    ]),
  ];
  expect(pointsIn(await curveOf(three))).toEqual([
    [0, 1_200],
    [30, 1_200],
  ]);
  expect(pointsIn(await curveOf(three.slice(0, 2)))).toBeUndefined();
  const total = {
    values: [
      [0, 0],
      [30, 50],
    ] as const,
  };
  expect(pointsIn(await curveOf([...three, total]))).toEqual([
    [0, 100],
    [30, 100],
  ]);
});

test('the register of the outlet counts before one of another place, and a unit that is no Wh not at all', async () => {
  const inlet = {
    location: 'Inlet',
    values: [
      [0, 0],
      [30, 100],
    ] as const,
  };
  expect(pointsIn(await curveOf([inlet]))).toEqual([
    [0, 200],
    [30, 200],
  ]);
  expect(
    pointsIn(
      await curveOf([
        inlet,
        {
          values: [
            [0, 0],
            [30, 50],
          ],
        },
      ]),
    ),
  ).toEqual([
    [0, 100],
    [30, 100],
  ]);
  expect(
    pointsIn(
      await curveOf([
        {
          unit: 'varh',
          values: [
            [0, 0],
            [30, 100],
          ],
        },
      ]),
    ),
  ).toBeUndefined();
});

test('a session without kept readings has its registers of the ledger', async () => {
  const curve = await curveOf([], { begin: 100, end: 600, registerLocation: 'Inlet' });
  expect(curve.series.map(({ measurand, location, sampleCount }) => [measurand, location, sampleCount])).toEqual([
    ['Power.Active.Import', 'Inlet', 2],
    [energy, 'Inlet', 2],
  ]);
  expect([curve.from, curve.to]).toEqual([at(0).toISOString(), at(30).toISOString()]);
  const begun = await curveOf([], { begin: 100 });
  expect(begun.series).toMatchObject([{ measurand: energy, location: 'Outlet', sampleCount: 1 }]);
  expect(await curveOf([])).toMatchObject({ from: null, to: null, series: [], leftOut: 0 });
});

test('the series stand as one pictures a session: power, energy, charge, current, voltage, and all else by name', async () => {
  const values = [[0, 1]] as const;
  const names = ['Temperature', 'Voltage', 'Current.Import', 'SoC', energy, 'Frequency', 'Power.Active.Import'];
  const { series } = await curveOf(names.map((measurand) => ({ measurand, values })));
  expect(series.map(({ measurand }) => measurand)).toEqual([
    ...['Power.Active.Import', energy, 'SoC', 'Current.Import', 'Voltage', 'Frequency', 'Temperature'],
  ]);
});

test('what was not asked for is not shown, and what did not fit is counted', async () => {
  const values = [
    [0, 0],
    [30, 100],
  ] as const;
  const curve = await curveOf([{ values }, { measurand: 'SoC', unit: 'Percent', values }], {
    measurand: ['Power.Active.Import'],
    allSeries: 7,
  });
  expect(curve.series.map(({ measurand }) => measurand)).toEqual(['Power.Active.Import']);
  expect(curve.leftOut).toBe(5);
});
