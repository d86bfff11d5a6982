/** Thrown to whoever is sending a list that a person has just taken into their own hands. */
export class HandedOver extends Error {
  constructor() {
    super('somebody sent the station a list of their own');
    this.name = 'HandedOver';
  }
}

/** Stations that a person is sending a list of their own: whatever we are sending them stops. */
export class Handovers {
  private readonly stations = new Map<string, number>();

  check(stationId: string): void {
    if (this.stations.has(stationId)) throw new HandedOver();
  }

  async during<Result>(stationId: string, work: () => Promise<Result>): Promise<Result> {
    this.stations.set(stationId, (this.stations.get(stationId) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = (this.stations.get(stationId) ?? 1) - 1;
      if (left === 0) this.stations.delete(stationId);
      else this.stations.set(stationId, left);
    }
  }
}
