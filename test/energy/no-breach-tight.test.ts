import { test } from 'vitest';
import { expectNoBreach, patienceMs, size } from './world/month-without-breach.ts';

test(
  `${size.stations} stations, ${size.hours} hours, every limit of the tree binds: none is passed for longer than it takes to react`,
  () => expectNoBreach({ seed: 'tight', perStationA: 4.5, safetyMarginPercent: 0 }), // defaults are nothing
  patienceMs,
);
