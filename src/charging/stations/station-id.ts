import { stationId } from '#contract/stations/station.ts';

/** Whether a text can be a station's identity; `.` and `..` are ways in an address, not names. */
export function isStationId(text: string): boolean {
  return stationId.safeParse(text).success && text !== '.' && text !== '..';
}
