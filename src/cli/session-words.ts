import type { Session } from '#contract/session.ts';
import type { Cell } from './table.ts';
import type { Text } from './text/text.ts';

/** "2", or "2.3" where an EVSE has several connectors; nothing while the station has not told. */
export function placeOf({ evseId, connectorId }: Session): string {
  if (evseId === null) return '';
  return connectorId === null || connectorId === 1 ? String(evseId) : `${evseId}.${connectorId}`;
}

/** "running, charging" or "ended, EVDisconnected" */
export function stateCell({ session: words }: Text, { state, chargingState, stopReason }: Session): Cell {
  const { states } = words;
  const doing = chargingState === null ? null : (states[chargingState] ?? chargingState);
  const more = state === 'running' ? doing : stopReason;
  const said = more === null ? words.state[state] : `${words.state[state]}, ${more}`;
  return state === 'running' ? { text: said, tone: 'good' } : said;
}
