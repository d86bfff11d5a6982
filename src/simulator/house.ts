import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { type SimulatedStationInfo, simulatedStation } from '#contract/stations/simulated-station.ts';
import { usedStation } from './drivers.ts';
import { SimulatedStation } from './station.ts';
import { fileMemory } from './station-memory.ts';

const keptStation = simulatedStation.extend({ password: z.string().nullable() });
type KeptStation = z.infer<typeof keptStation>;

/** More would be a load test, which `sigec simulate fleet` is for. */
const most = 10;
const sampleEverySeconds = 10;

/** Simulated stations that a server runs beside itself. They connect like any other, and come back when the server does. */
export class StationHouse {
  private readonly url: string;
  private readonly folder: string;
  private readonly running = new Map<string, { kept: KeptStation; station: SimulatedStation }>();

  constructor({ url, folder }: { url: string; folder: string }) {
    this.url = url;
    this.folder = folder;
    for (const kept of this.read()) this.run(kept);
  }

  list(): SimulatedStationInfo[] {
    return [...this.running.values()].map(({ kept: { stationId, version, token } }) => ({ stationId, version, token }));
  }

  /** Before anything is made for one that could not be added. */
  mustHaveRoom(): void {
    if (this.running.size < most) return;
    throw new SigecError(
      'CONFLICT',
      `${most} simulated stations run already. Remove one, or start many with "sigec simulate fleet".`,
    );
  }

  add(kept: KeptStation): SimulatedStationInfo {
    this.mustHaveRoom();
    this.run(kept);
    this.write();
    const { stationId, version, token } = kept;
    return { stationId, version, token };
  }

  async remove(stationId: string): Promise<void> {
    const known = this.running.get(stationId);
    if (known === undefined) throw new SigecError('NOT_FOUND', `${stationId} is no simulated station of this server.`);
    this.running.delete(stationId);
    this.write();
    await known.station.stop();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.running.values()].map(({ station }) => station.stop()));
  }

  private run(kept: KeptStation): void {
    const { stationId: id, version, password } = kept;
    const station = new SimulatedStation({
      id,
      version,
      url: this.url,
      password: password ?? undefined,
      ...usedStation(id),
      statusEverySeconds: 0,
      sampleEverySeconds,
      memory: fileMemory(join(this.folder, `${id}.json`)),
    });
    this.running.set(id, { kept, station });
    station.start();
  }

  private get file(): string {
    return join(this.folder, 'stations.json');
  }

  /** None where there is no file, or none that can be read. */
  private read(): KeptStation[] {
    try {
      return z.array(keptStation).parse(JSON.parse(readFileSync(this.file, 'utf8')));
    } catch {
      return [];
    }
  }

  private write(): void {
    mkdirSync(this.folder, { recursive: true });
    const kept = [...this.running.values()].map((each) => each.kept);
    writeFileSync(`${this.file}.new`, JSON.stringify(kept), { mode: 0o600 }); // it holds passwords
    renameSync(`${this.file}.new`, this.file);
  }
}
