import { type Column, kwh } from '../csv.ts';
import type { ExportedSession as Session } from './session.ts';

/** In this order for ever: programs count on it. A new column goes to the end. */
export const sessionColumns: readonly Column<Session>[] = [
  { name: 'session_id', about: 'as in this API', read: ({ id }) => id },
  { name: 'station_id', about: '', read: ({ stationId }) => stationId },
  { name: 'evse_id', about: '', read: ({ evseId }) => evseId },
  { name: 'connector_id', about: '', read: ({ connectorId }) => connectorId },
  { name: 'station_ref', about: "the station's own number for it", read: ({ ref }) => ref },
  { name: 'token_hash', about: 'the token as its keyed hash', read: ({ tokenHash }) => tokenHash },
  { name: 'token_type', about: '', read: ({ tokenType }) => tokenType },
  { name: 'state', about: 'running or ended', read: ({ state }) => state },
  { name: 'started_at', about: 'ISO 8601, UTC', read: ({ startedAt }) => startedAt },
  { name: 'ended_at', about: 'ISO 8601, UTC', read: ({ endedAt }) => endedAt },
  { name: 'duration_seconds', about: 'of an ended session', read: durationOf },
  {
    name: 'energy_kwh',
    about: 'with three decimals',
    read: ({ energyWh }) => (energyWh === null ? null : kwh(energyWh)),
  },
  { name: 'energy_wh', about: 'as counted', read: ({ energyWh }) => energyWh },
  { name: 'first_register_wh', about: 'of the meter', read: ({ firstRegisterWh }) => firstRegisterWh },
  { name: 'last_register_wh', about: 'of the meter', read: ({ lastRegisterWh }) => lastRegisterWh },
  { name: 'stop_reason', about: "the station's own word", read: ({ stopReason }) => stopReason },
  { name: 'flags', about: 'what is odd, separated by spaces', read: ({ flags }) => flags.join(' ') },
  { name: 'cost', about: 'with taxes, as booked or until now', read: ({ cost }) => cost?.total ?? null },
  { name: 'currency', about: 'ISO 4217', read: ({ cost }) => cost?.currency ?? null },
];

function durationOf({ startedAt, endedAt }: Session): number | null {
  if (startedAt === null || endedAt === null || endedAt < startedAt) return null;
  return Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1000);
}
