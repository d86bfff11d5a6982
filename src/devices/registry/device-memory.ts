import type { Pool } from 'pg';
import type { DeviceTool } from '#contract/devices/device.ts';
import { type KeptDevice, readDevices } from './device-store.ts';
import { maxWaitingPerNetwork } from './device-writes.ts';
import { readTools, toDeviceTool } from './tool-store.ts';

export type Remembered = { device: KeptDevice; tools: DeviceTool[] };

/**
 * All devices, read once and then one by one as they change: a thousand devices have twenty thousand tools, and agents ask for the list
 * at every turn. Whoever writes tells us after the commit, and what other nodes write is heard.
 */
export class DeviceMemory {
  private devices = new Map<string, Remembered>();
  private stale = new Set<string>();
  private isToReadAll = true;
  private reading: Promise<void> | undefined;
  private readonly pool: Pool;
  private readonly tellOthers: (deviceId: string) => void;

  constructor(pool: Pool, tellOthers: (deviceId: string) => void = () => undefined) {
    this.pool = pool;
    this.tellOthers = tellOthers;
  }

  changed(deviceId: string): void {
    this.stale.add(deviceId);
    this.tellOthers(deviceId);
  }

  /** Another node wrote it. */
  heard(deviceId: string): void {
    this.stale.add(deviceId);
    if (!this.devices.has(deviceId)) this.mayHavePushedOut();
  }

  /** Others may have written whatever they like. */
  forgetAll(): void {
    this.isToReadAll = true;
  }

  /** One more waits, and may have pushed another out. */
  added(deviceId: string): void {
    this.changed(deviceId);
    this.mayHavePushedOut();
  }

  private mayHavePushedOut(): void {
    const waiting = [...this.devices.values()].filter(({ device }) => device.state === 'waiting');
    if (waiting.length >= maxWaitingPerNetwork) this.isToReadAll = true;
  }

  /** As of now or later, in the order of their ids. */
  async all(): Promise<Remembered[]> {
    await this.refresh();
    return [...this.devices.values()];
  }

  async find(deviceId: string): Promise<Remembered | undefined> {
    await this.refresh();
    return this.devices.get(deviceId);
  }

  /** A reading that is under way may have begun before what the caller knows of; one that begins after it has not. */
  private async refresh(): Promise<void> {
    for (let turn = 0; turn < 2; turn += 1) {
      if (this.reading === undefined && !this.isToReadAll && this.stale.size === 0) return;
      this.reading ??= this.read().finally(() => {
        this.reading = undefined;
      });
      await this.reading;
    }
  }

  private async read(): Promise<void> {
    const { stale, isToReadAll } = this;
    const ids = isToReadAll ? null : [...stale];
    this.stale = new Set(); // what changes from here on is read again
    this.isToReadAll = false;
    try {
      const read = await readRemembered(this.pool, ids);
      const others = isToReadAll ? [] : [...this.devices.values()].filter(({ device }) => !stale.has(device.id));
      const all = [...others, ...read].toSorted((one, other) => (one.device.id < other.device.id ? -1 : 1));
      this.devices = new Map(all.map((one) => [one.device.id, one]));
    } catch (error) {
      for (const id of stale) this.stale.add(id);
      this.isToReadAll ||= isToReadAll;
      throw error;
    }
  }
}

async function readRemembered(pool: Pool, ids: readonly string[] | null): Promise<Remembered[]> {
  const [devices, tools] = await Promise.all([readDevices(pool, ids), readTools(pool, ids)]);
  const byDevice = Map.groupBy(
    tools.filter(({ isListed }) => isListed),
    ({ deviceId }) => deviceId,
  );
  return devices.map((device) => ({ device, tools: (byDevice.get(device.id) ?? []).map(toDeviceTool) }));
}
