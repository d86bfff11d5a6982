/** How many entries of a station in a row the database must take before the station is no suspect any more. */
const entriesUntilTrusted = 20;
const maxSuspects = 10_000;

/**
 * Stations whose entries were refused lately. Their entries are written apart from those of the others, so that finding the next
 * refused one costs nobody else a second attempt.
 */
export class Suspects {
  private readonly entriesLeft = new Map<string, number>();

  get isEmpty(): boolean {
    return this.entriesLeft.size === 0;
  }

  has(stationId: string | null): boolean {
    return stationId !== null && this.entriesLeft.has(stationId);
  }

  noteRefused(stationId: string | null): void {
    if (stationId === null) return;
    this.entriesLeft.delete(stationId);
    this.entriesLeft.set(stationId, entriesUntilTrusted);
    const [oldest] = this.entriesLeft.keys();
    if (this.entriesLeft.size > maxSuspects && oldest !== undefined) this.entriesLeft.delete(oldest);
  }

  noteStored(stationId: string | null): void {
    const left = stationId === null ? undefined : this.entriesLeft.get(stationId);
    if (stationId === null || left === undefined) return;
    if (left === 1) this.entriesLeft.delete(stationId);
    else this.entriesLeft.set(stationId, left - 1);
  }
}
