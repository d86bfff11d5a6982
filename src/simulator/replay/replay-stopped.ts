/** Why a replay cannot go on. */
export class ReplayStopped extends Error {
  readonly reason: 'no-way' | 'not-accepted';
  readonly stationId: string;

  constructor(reason: ReplayStopped['reason'], stationId: string, options?: ErrorOptions) {
    super(`${stationId}: ${reason}`, options);
    this.reason = reason;
    this.stationId = stationId;
  }
}
