import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** A stay of March 2019 at Caltech, in periods of five minutes since the first of the month. */
export type AcnSession = { id: string; stationId: string; arrival: number; departure: number; energyWh: number };

type Stored = {
  context_dict: Record<
    string,
    {
      class: string;
      attributes: {
        _arrival: number;
        _departure: number;
        _session_id: string;
        _station_id: string;
        _requested_energy: number;
      };
    }
  >;
};

/** The input of experiment 2.1 as its authors ship it: JSON in a JSON string. */
export function readAcnSessions(path: string): AcnSession[] {
  const text = JSON.parse(gunzipSync(readFileSync(path)).toString()) as string;
  const { context_dict: parts } = JSON.parse(text) as Stored;
  return Object.values(parts)
    .filter((part) => part.class.endsWith('.EV'))
    .map(({ attributes }) => ({
      id: attributes._session_id,
      stationId: attributes._station_id,
      arrival: attributes._arrival,
      departure: attributes._departure,
      energyWh: attributes._requested_energy * 1000,
    }))
    .toSorted((a, b) => a.arrival - b.arrival);
}
