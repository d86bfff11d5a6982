/** A home for a planner: load and sun in Wh for each step, prices per Wh, batteries. */
export type Home = {
  seconds: readonly number[];
  loadWh: readonly number[];
  sunWh: readonly number[];
  /** One for each step; the last holds for those after it. */
  importPerWh: readonly number[];
  exportPerWh: number;
  maxExportW: number | null;
  demand: { fromW: number; perW: number } | null;
  efficiency: number;
  battery: {
    maxChargeW: number;
    maxDischargeW: number;
    storedWh: number;
    maxWh: number;
    minWh: number;
    valuePerWh: number;
  };
  /** A battery that only charges, to be filled as far as it pays. */
  car: { maxW: number; missingWh: number; valuePerWh: number } | null;
};

export type HomeSchedule = {
  importWh: readonly number[];
  exportWh: readonly number[];
  batteryEndWh: number;
  carEndWh: number;
};

/** With the schedule that another planner found. */
export type HomeCase = Home & { name: string; theirs: HomeSchedule };

const hour = 3600;
const times = (count: number, value: number) => Array.from({ length: count }, () => value);

/** Numbers of three test cases of evcc-io/optimizer (MIT), inputs and expected results; none of its code. */
export const homeCases: readonly HomeCase[] = [
  {
    name: '013 export limit',
    seconds: [81, ...times(30, hour)],
    sunWh: [
      ...times(9, 0),
      ...[
        91.5, 1033, 3818.5, 7855.25, 12491.25, 19117, 26291.75, 30120.5, 27300, 21269, 16182.25, 9423.75, 3060.5,
        417.25,
      ],
      ...times(8, 0),
    ],
    loadWh: [
      7.658946, 205.172, 197.64842, 200.67107, 196.42561, 193.05663, 200.7194, 206.49055, 298.78296, 332.6198, 446.1498,
      521.9399, 619.1512, 508.2315, 516.21515, 543.53925, 493.03003, 479.14084, 391.6659, 480.65515, 489.5534,
      430.70206, 430.9873, 306.92404, 229.76839, 205.172, 197.64842, 200.67107, 196.42561, 193.05663, 200.7194,
    ],
    importPerWh: [0.0003251],
    exportPerWh: 0.00012,
    maxExportW: 15_000,
    demand: null,
    efficiency: 0.9,
    battery: {
      maxChargeW: 5_200,
      maxDischargeW: 6_000,
      storedWh: 13_500,
      maxWh: 22_000,
      minWh: 2_000,
      valuePerWh: 0.0002896641,
    },
    car: { maxW: 11_040, missingWh: 2_300, valuePerWh: 0.0002896641 },
    theirs: {
      importWh: [],
      exportWh: [586.8502, 3296.5601, 7236.0988, 11983.019, ...times(6, 15_000), 8934.1966, 2629.7979],
      batteryEndWh: 20_062.086,
      carEndWh: 2_300,
    },
  },
  {
    name: '027 sun into a small battery',
    seconds: times(5, hour),
    sunWh: [1000, 100, 100, 100, 100],
    loadWh: times(5, 0),
    importPerWh: [0.3],
    exportPerWh: 0.08,
    maxExportW: null,
    demand: null,
    efficiency: 1,
    battery: { maxChargeW: 50, maxDischargeW: 0, storedWh: 0, maxWh: 220, minWh: 0, valuePerWh: 0.25 },
    car: null,
    theirs: { importWh: [], exportWh: [950, 57.5, 57.5, 57.5, 57.5], batteryEndWh: 220, carEndWh: 0 },
  },
  {
    name: '028 demand rate',
    seconds: times(4, hour),
    sunWh: times(4, 0),
    loadWh: [4000, 500, 500, 500],
    importPerWh: [0.0003],
    exportPerWh: 0,
    maxExportW: null,
    demand: { fromW: 1_000, perW: 0.01 },
    efficiency: 0.95,
    battery: { maxChargeW: 0, maxDischargeW: 2_000, storedWh: 5_000, maxWh: 10_000, minWh: 0, valuePerWh: 0.0004 },
    car: null,
    theirs: { importWh: [2000, 500, 500, 500], exportWh: [], batteryEndWh: 2_894.7368, carEndWh: 0 },
  },
];
