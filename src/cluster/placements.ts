import type { LedgerEvent } from '#contract/event.ts';
import type { OcppVersion } from '#contract/stations/station.ts';

type Placement = { epoch: number; version: OcppVersion };

/** Which version stations speak that other nodes hold, a second late: for whoever plans, never to decide where a command goes. */
export class Placements {
  private readonly known = new Map<string, Placement>();

  load(placed: readonly ({ stationId: string } & Placement)[]): void {
    this.known.clear();
    for (const { stationId, epoch, version } of placed) this.known.set(stationId, { epoch, version });
  }

  note({ kind, stationId, body }: LedgerEvent): void {
    if (stationId === null) return;
    const epoch = Number(body['epoch']);
    if (kind === 'station-connected') this.known.set(stationId, { epoch, version: body['version'] as OcppVersion });
    // The late end of an old connection does not end the new one.
    else if (kind === 'station-went-offline' && (this.known.get(stationId)?.epoch ?? 0) <= epoch)
      this.known.delete(stationId);
  }

  versionOf(stationId: string): OcppVersion | undefined {
    return this.known.get(stationId)?.version;
  }
}
