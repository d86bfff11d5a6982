import type { StationTrouble } from './open-attention.ts';

/** Under which scope each kind of trouble is read elsewhere: whoever may not read it there is not told of it here. */
const scopes = {
  energy: 'sites:read',
  faulted: 'stations:read',
  offline: 'stations:read',
  pending: 'stations:read',
  'security-event': 'stations:read',
  finding: 'stations:read',
  certificate: 'stations:read',
  'settings-not-in-sync': 'stations:read',
  'list-not-in-sync': 'stations:read',
  'odd-session': 'sessions:read',
  'rejected-token': 'tokens:read',
} satisfies Record<StationTrouble, string>;

export function troublesFor(mayRead: (scope: string) => boolean): ReadonlySet<StationTrouble> {
  return new Set((Object.keys(scopes) as StationTrouble[]).filter((kind) => mayRead(scopes[kind])));
}
