import type { ConnectorStatus, Link } from '#contract/stations/station.ts';

/** A tone supports a word and never stands alone. */
export type Tone = 'good' | 'busy' | 'held' | 'rest' | 'bad' | 'door';

export const linkTone = { online: 'good', offline: 'rest', knocking: 'door' } as const satisfies Record<
  Link['state'],
  Tone
>;

export const connectorTone = {
  free: 'good',
  'in-use': 'busy',
  reserved: 'held',
  'out-of-service': 'rest',
  faulted: 'bad',
} as const satisfies Record<ConnectorStatus, Tone>;
