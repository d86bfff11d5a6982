import type { Connector } from '#contract/stations/station.ts';

type Place = Pick<Connector, 'evseId' | 'connectorId'>;

/** EVSE 2 is "2"; where an EVSE has several plugs, they are "2.1" and "2.2". Null stands for the whole station. */
export function connectorNumber(connector: Place, all: readonly Place[]): string | null {
  if (connector.evseId === 0) return null;
  const hasSiblings = all.some(
    ({ evseId, connectorId }) => evseId === connector.evseId && connectorId !== connector.connectorId,
  );
  return hasSiblings ? `${connector.evseId}.${connector.connectorId}` : `${connector.evseId}`;
}
