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

/** Numbers of four test cases of evcc-io/optimizer (MIT), inputs and expected results; none of its code. */
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
    name: '019 quarters of an hour',
    seconds: [652, ...times(47, 900)],
    sunWh: [
      ...[
        1006.9709, 1382.9219, 1375.8531, 1368.7844, 1356.2859, 1338.3578, 1320.4297, 1302.5016, 1263.3718, 1203.0406,
        1142.7094, 1082.3782, 1007.70624, 918.6937, 829.6813, 740.66876, 647.70154, 550.77966, 453.85782, 356.93594,
        274.2, 205.65, 137.1, 68.55, 29.990625, 21.421875, 12.853125, 4.284375,
      ],
      ...times(20, 0),
    ],
    loadWh: [
      91.459335, 151.21437, 128.87456, 108.081314, 136.78842, 135.1508, 111.792244, 120.97737, 91.92367, 98.27929,
      131.60635, 83.885506, 104.553604, 74.48501, 111.01193, 101.87883, 96.25745, 95.445045, 112.62378, 86.57042,
      68.09877, 96.78517, 96.48473, 139.96779, 117.86936, 97.36745, 115.53394, 131.0443, 81.47514, 95.192345, 118.20962,
      90.00678, 70.98001, 80.850945, 100.5956, 95.556274, 73.318306, 59.1872, 77.723976, 44.608284, 55.45965, 47.604465,
      71.818756, 51.317398, 44.047062, 44.737514, 40.35032, 32.266457,
    ],
    importPerWh: [
      2001, 1900, 1900, 1900, 1900, 1900, 1915, 2019, 2020, 2284, 2374, 2770, 2595, 2929, 3050, 3309, 2974, 3332, 3620,
      4229, 3421, 3783, 4165, 4815, 4638, 4307, 4005, 3789, 4269, 3873, 3719, 3591, 3673, 3517, 3468, 3378, 3636, 3543,
      3407, 3229, 3525, 3451, 3426, 3392, 3431, 3349, 3308, 3209,
    ].map((price) => price / 1e7),
    exportPerWh: 8.4e-5,
    maxExportW: null,
    demand: null,
    efficiency: 0.9,
    battery: {
      maxChargeW: 4_000,
      maxDischargeW: 4_000,
      storedWh: 8_500,
      maxWh: 10_000,
      minWh: 500,
      valuePerWh: 0.00016929001,
    },
    car: null,
    theirs: {
      importWh: [],
      exportWh: [
        671.3604, 1231.7075, 1246.9785, 1260.7031, 1219.4975, 1203.207, 1208.6375, 1181.5242, 1171.4481, 1104.7613,
        1011.1031, 998.49269, 903.15264, 844.20869, 718.66937, 638.78993, 551.44409,
      ],
      batteryEndWh: 7_955.5678,
      carEndWh: 0,
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
