import { test } from 'vitest';
import { expectNoBreach, patienceMs, size } from './world/month-without-breach.ts';

test(
  `${size.stations} stations, ${size.hours} hours, stations fall back to 6 A and then fill a panel: no limit is passed for longer than it takes to react`,
  () => expectNoBreach({ seed: 'roomy', perStationA: 8, safetyMarginPercent: 0 }),
  patienceMs,
);
