import type { ListRow } from './kept-station-store.ts';

type Progress = {
  digest: string;
  /** How many entries the station holds, by the version that it says it has. */
  byVersion: Map<number, number>;
};

/**
 * How far full lists were sent, so that a station that was away for a moment gets the rest and not everything again. Known in this
 * process alone: after a restart of ours the list begins anew.
 */
export class SentSoFar {
  private readonly stations = new Map<string, Progress>();

  /** A message leaves: once the station took it, it holds so many entries. Whether it did is known by its version. */
  note(stationId: string, { digest, version, entries }: { digest: string; version: number; entries: number }): void {
    const known = this.stations.get(stationId);
    const last = known?.digest === digest ? [...known.byVersion].slice(-1) : [];
    this.stations.set(stationId, { digest, byVersion: new Map([...last, [version, entries]]) });
  }

  /** How many entries of the list it holds; undefined: that is not known. */
  of(stationId: string, { list, digest }: { list: ListRow; digest: string }): number | undefined {
    const known = this.stations.get(stationId);
    if (known?.digest !== digest || list.sendingDigest !== digest || list.reportedVersion === null) return undefined;
    return known.byVersion.get(list.reportedVersion);
  }

  forget(stationId: string): void {
    this.stations.delete(stationId);
  }
}
