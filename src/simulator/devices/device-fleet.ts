import { setTimeout as pause } from 'node:timers/promises';
import { openPace } from '../pace.ts';
import { type BoardName, boards } from './boards.ts';
import { type DeviceEvent, type DeviceSettings, SimulatedDevice } from './simulated-device.ts';

export type DeviceFleetOptions = {
  count: number;
  /** Devices take turns with them. */
  boards: readonly [BoardName, ...BoardName[]];
  /** The first of their addresses; the others follow it. */
  firstId?: string | undefined;
  startPerSecond?: number | undefined;
  clientIds?: ReadonlyMap<string, string> | undefined;
} & Pick<DeviceSettings, 'otaUrl' | 'transport' | 'wakeEverySeconds' | 'secondMs' | 'onEvent'>;

export type DeviceFleetStats = { devices: number; online: number; waiting: number; calls: number; restarts: number };

export const usualFirstId = '02:5e:00:00:00:01';

export class DeviceFleet {
  readonly devices: readonly SimulatedDevice[];
  private readonly startPerSecond: number;
  private readonly everOnline = new Set<string>();
  private calls = 0;
  private restarts = 0;
  private isStopped = false;

  constructor(options: DeviceFleetOptions) {
    const {
      count,
      boards: names,
      firstId = usualFirstId,
      startPerSecond = 100,
      clientIds,
      onEvent,
      ...shared
    } = options;
    this.startPerSecond = startPerSecond;
    this.devices = deviceIds(firstId, count).map((id, index) => {
      const board = boards[names[index % names.length] ?? names[0]]();
      const hear = (event: DeviceEvent) => {
        this.count(event);
        onEvent?.(event);
      };
      return new SimulatedDevice({ ...shared, id, board, clientId: clientIds?.get(id), onEvent: hear });
    });
  }

  /** They come one after the other, so that the server does not meet them all in one moment. */
  async start(): Promise<void> {
    const waitForTurnMs = openPace(this.startPerSecond);
    for (const device of this.devices) {
      await pause(Math.max(0, waitForTurnMs()));
      if (this.isStopped) return;
      device.start();
    }
  }

  get onlineOnce(): number {
    return this.everOnline.size;
  }

  stats(): DeviceFleetStats {
    return {
      devices: this.devices.length,
      online: this.devices.filter(({ isOnline }) => isOnline).length,
      waiting: this.devices.filter(({ state }) => state === 'waiting').length,
      calls: this.calls,
      restarts: this.restarts,
    };
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.devices.map((device) => device.stop()));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  private count(event: DeviceEvent): void {
    if (event.kind === 'called') this.calls += 1;
    else if (event.kind === 'restarted') this.restarts += 1;
    else if (event.kind === 'state-changed' && event.state === 'online') this.everOnline.add(event.deviceId);
  }
}

export function deviceIds(firstId: string, count: number): string[] {
  const first = Number.parseInt(firstId.replaceAll(':', ''), 16);
  return Array.from({ length: count }, (_, index) =>
    (first + index)
      .toString(16)
      .padStart(12, '0')
      .replace(/..(?!$)/g, '$&:'),
  );
}
