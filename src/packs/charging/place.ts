import { z } from 'zod';
import { untrustedText } from '#base/untrusted-text.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';

/** Where something is asked for: nothing: the whole charge point; an EVSE; one of its connectors. */
export type EvseAddress = { evseId?: number | undefined; connectorId?: number | undefined };

export const placeInput = {
  evse_id: z.int().min(0).max(1000).optional().describe('0: the whole charge point'),
  connector_id: z.int().min(0).max(100).optional().describe('Of that EVSE; without evse_id as OCPP 1.6 counts'),
};

/** Whoever thinks in OCPP 1.6 names a connector alone, which is what we call an EVSE with one connector. */
export function placeOf({
  evse_id,
  connector_id,
}: {
  evse_id?: number | undefined;
  connector_id?: number | undefined;
}): EvseAddress {
  const evseId = evse_id ?? connector_id;
  if (evseId === undefined || evseId === 0) return {};
  const connectorId = evse_id === undefined || connector_id === 0 ? undefined : connector_id;
  return { evseId, ...(connectorId !== undefined && { connectorId }) };
}

export function placeForCommand({ evseId, connectorId }: EvseAddress): { evseId?: number; connectorId?: number } {
  return { ...(evseId !== undefined && { evseId }), ...(connectorId !== undefined && { connectorId }) };
}

export function placeInWords({ evseId, connectorId }: EvseAddress): string {
  if (evseId === undefined) return 'the whole charge point';
  return connectorId === undefined ? `EVSE ${evseId}` : `connector ${connectorId} of EVSE ${evseId}`;
}

/** The same for whoever reads an effect in another language. */
export function placeByCode({ evseId, connectorId }: EvseAddress): Sentence {
  if (evseId === undefined) return sentenceOf('place-whole');
  return connectorId === undefined
    ? sentenceOf('place-evse', { evse: evseId })
    : sentenceOf('place-connector', { evse: evseId, connector: connectorId });
}

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
