import type { ConnectorStatus, Link } from '#contract/stations/station.ts';

/** A tone supports a word and never stands alone. */
export type Tone = 'good' | 'busy' | 'held' | 'rest' | 'bad' | 'door';

export const linkTone = { online: 'good', offline: 'rest', pending: 'door' } as const satisfies Record<
  Link['state'],
  Tone
>;

export const connectorTone = {
  available: 'good',
  occupied: 'busy',
  reserved: 'held',
  unavailable: 'rest',
  faulted: 'bad',
} as const satisfies Record<ConnectorStatus, Tone>;
