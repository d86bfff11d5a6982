import { everydayDrivers } from './everyday-drivers.ts';
import { everydayStations } from './everyday-stations.ts';
import type { Scenario } from './world.ts';

/** What a network does every day; no version may lose any of it. */
export const everyday: readonly Scenario[] = [...everydayStations, ...everydayDrivers];
