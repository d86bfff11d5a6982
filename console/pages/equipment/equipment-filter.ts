import { z } from 'zod';
import { type Station, stationFilter } from '#contract/stations/station.ts';

/** What the address bar holds. A value that is none of ours is left out rather than refused: links live long. */
export const equipmentFilter = z.object({
  state: stationFilter.shape.state.catch(undefined),
  status: stationFilter.shape.status.catch(undefined),
  search: stationFilter.shape.search.catch(undefined),
});
export type EquipmentFilter = z.output<typeof equipmentFilter>;

/** The same rule as the server's, here so that a filter answers at once and follows every change. */
export function fits(station: Station, { state, status, search }: EquipmentFilter): boolean {
  if (state !== undefined && station.link.state !== state) return false;
  if (status !== undefined && !station.connectors.some((connector) => connector.status === status)) return false;
  if (search === undefined || search.trim() === '') return true;
  const wanted = search.trim().toLowerCase();
  return [station.id, station.vendor, station.model, station.serialNumber].some((text) =>
    text?.toLowerCase().includes(wanted),
  );
}

export function isFiltering({ state, status, search }: EquipmentFilter): boolean {
  return state !== undefined || status !== undefined || (search !== undefined && search.trim() !== '');
}
