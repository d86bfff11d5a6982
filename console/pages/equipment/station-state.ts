import type { Station } from '#contract/stations/station.ts';
import type { Tone } from '../../parts/tones.ts';

/** What a station is, in a word: the worst of what is known, or what it is busy with. */
export const stationStates = [
  ...(['faulted', 'offline', 'pending', 'unavailable', 'occupied', 'reserved', 'available', 'unknown'] as const),
] as const;
export type StationState = (typeof stationStates)[number];

export const stateTone = {
  ...({ faulted: 'bad', offline: 'rest', pending: 'door', unavailable: 'rest' } as const),
  ...({ occupied: 'busy', reserved: 'held', available: 'good', unknown: 'rest' } as const),
} satisfies Record<StationState, Tone>;

/** A station with a free connector is available, whatever its others do; one that is broken anywhere needs somebody. */
export function stateOf({ link, connectors }: Pick<Station, 'link' | 'connectors'>): StationState {
  if (link.state !== 'online') return link.state;
  if (connectors.some(({ status }) => status === 'faulted')) return 'faulted';
  const own = connectors.filter(({ evseId }) => evseId !== 0);
  if (own.length === 0) return 'unknown';
  const has = (wanted: string) => own.some(({ status }) => status === wanted);
  if (has('available')) return 'available';
  if (has('occupied')) return 'occupied';
  return has('reserved') ? 'reserved' : 'unavailable';
}
