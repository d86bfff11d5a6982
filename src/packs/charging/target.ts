import { untrustedText } from '#base/untrusted-text.ts';

type EvseAddress = { evseId?: number | undefined; connectorId?: number | undefined };

/** How a proposal names what it touches: `station:CP-7`, `station:CP-7/evse:1/connector:2`. */
export function stationTarget(stationId: string, { evseId, connectorId }: EvseAddress = {}): string {
  const evse = evseId === undefined ? '' : `/evse:${evseId}`;
  const connector = connectorId === undefined ? '' : `/connector:${connectorId}`;
  return `station:${untrustedText(stationId)}${evse}${connector}`;
}

/** Whose costs they are: whoever approves is shown it wherever targets are. */
export function tokenTarget(tokenId: string): string {
  return `token:${untrustedText(tokenId)}`;
}
