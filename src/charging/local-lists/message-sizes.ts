import type { MessageLimits } from './list-messages.ts';

/** Shorter messages are not what a station stumbles over. */
const fewest = 10;

/**
 * Some stations have no room for a frame as long as the limits they name allow: they close the connection, or never answer. They are sent
 * half as many entries from then on, until we start again.
 */
export class MessageSizes {
  private readonly stations = new Map<string, number>();

  limits(stationId: string, { entries, bytes }: MessageLimits): MessageLimits {
    return { entries: Math.min(entries, this.stations.get(stationId) ?? entries), bytes };
  }

  unanswered(stationId: string, entries: number): void {
    if (entries > fewest) this.stations.set(stationId, Math.max(fewest, Math.floor(entries / 2)));
  }
}
