import type { CommandRecord } from '#contract/commands/command.ts';
import type { ConnectorStatus, Station } from '#contract/stations/station.ts';

/** What somebody can do whose start the station refused: a bare "Rejected" helps nobody. null: it was not refused. */
export function startAdvice({ outcome, input }: CommandRecord, { id, connectors }: Station): string | null {
  if (outcome?.status !== 'rejected') return null;
  const { evseId } = input;
  const here = connectors.filter(
    (connector) => connector.evseId > 0 && (evseId === undefined || connector.evseId === evseId),
  );
  const where = typeof evseId === 'number' ? `EVSE ${evseId} of station ${id}` : `Station ${id}`;
  if (typeof evseId === 'number' && connectors.length > 0 && here.length === 0)
    return `${where} was never reported; look up which there are, and name one of them.`;
  if (here.length === 0 || here.some(({ status }) => status === 'available'))
    return `${where} seems free. Plug the vehicle in first, then ask again; some stations start only then. Its messages tell more.`;
  const [first] = here;
  return `${where} ${advice[first?.status ?? 'available']}`;
}

const advice: Record<ConnectorStatus, string> = {
  available: 'seems available; plug the vehicle in and ask again.',
  occupied: 'is occupied. Stop the session there first, or name another EVSE.',
  reserved: 'is reserved. Start with the token it is kept for, or cancel the reservation.',
  unavailable: 'is unavailable. Make it operative with change-availability, then ask again.',
  faulted: 'reports a fault. Reset the station or have it looked at; another EVSE may work.',
};
