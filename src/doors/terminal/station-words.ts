import type { Connector, Link, Station } from '#contract/stations/station.ts';
import type { Cell } from './table.ts';
import type { Terminal } from './terminal.ts';
import type { Text } from './text/text.ts';

/** State with its reason, such as "offline: no answer". */
export function linkWords({ station: words }: Text, link: Link): string {
  switch (link.state) {
    case 'online':
      return words.state.online;
    case 'offline':
      return `${words.state.offline}: ${words.offlineReason[link.reason]}`;
    case 'pending':
      return `${words.state.pending}: ${words.pendingReason[link.reason]}`;
  }
}

export const linkTone = { online: 'good', offline: 'bad', pending: 'warning' } as const;

/** What a connector is doing; the activity says more than "occupied" where the station tells it. */
export function connectorWord({ station: words }: Text, { status, activity }: Connector): string {
  return activity === null ? words.status[status] : words.activity[activity];
}

/** "2", or "2.3" where an EVSE has several; of the station itself its words. */
export function connectorNumber(
  { station: words }: Text,
  { evseId, connectorId }: Pick<Connector, 'evseId' | 'connectorId'>,
): string {
  if (evseId === 0) return words.wholeStation;
  return connectorId === 1 ? String(evseId) : `${evseId}.${connectorId}`;
}

/** "2 available, 1 charging": how many connectors are in which state. */
export function connectorsCell({ text }: Terminal, { connectors }: Station): Cell {
  const shown = connectors.filter(({ evseId, status }) => evseId > 0 || status !== 'available');
  const counts = new Map<string, number>();
  for (const connector of shown) {
    const word = connectorWord(text, connector);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const words = [...counts].map(([word, count]) => `${count} ${word}`).join(', ');
  return shown.some(({ status }) => status === 'faulted') ? { text: words, tone: 'bad' } : words;
}

export function modelWords({ vendor, model }: Station): string {
  return [vendor, model].filter((part) => part !== null).join(' ');
}
