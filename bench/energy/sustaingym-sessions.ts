import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { EndedStay } from '../../src/charging/energy/forecast/stay-predictor.ts';

export type StatedStay = EndedStay & { isClaimed: boolean };

const periods = [
  '2019-05-01_2019-08-31',
  '2019-09-01_2019-12-31',
  '2020-02-01_2020-05-31',
  '2021-05-01_2021-08-31',
] as const;

/** All sessions of a site with what their drivers said, the earliest first. */
export function readStatedStays(folder: string, site: 'caltech' | 'jpl'): StatedStay[] {
  return periods
    .flatMap((period) => readStays(folder, `${site}-${period}`))
    .toSorted((a, b) => a.arrivedAt - b.arrivedAt);
}

/** The columns hold no commas: arrival, departure, requested, delivered, station, session, stated departure, claimed. */
export function readStays(folder: string, set: string): StatedStay[] {
  const lines = gunzipSync(readFileSync(join(folder, `acn-${set}.csv.gz`)))
    .toString()
    .trim()
    .split('\n')
    .slice(1);
  return lines.map((line) => {
    const [arrival = '', departure = '', requested = '', delivered = '', station = '', , stated = '', claimed = ''] =
      line.split(',');
    const at = (text: string) => Date.parse(text.replace(' ', 'T'));
    return {
      arrivedAt: at(arrival),
      departedAt: at(departure),
      energyWh: Number(delivered) * 1000,
      evseNodeId: station,
      driverId: null,
      statedDepartureAt: at(stated),
      statedEnergyWh: Number(requested) * 1000,
      isClaimed: claimed.trim() === 'True',
    };
  });
}
