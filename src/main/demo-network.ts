import { join } from 'node:path';
import type { Log } from '#base/log.ts';
import type { OpenCharging } from '#charging/open-charging.ts';
import { demoSiteId, seedDemo } from '#charging/seed-demo.ts';
import type { startDevices } from '#doors/device/start-devices.ts';
import { activateDemoDevice } from '#packs/devices/activate-demo-device.ts';
import {
  blockedDemoToken,
  type Demo,
  demoStationsAtSites,
  demoTokens,
  knownDemoStations,
  startDemo,
} from '#simulator/demo.ts';
import { type DemoDevice, startDemoDevices } from '#simulator/devices/demo-devices.ts';

type Needs = {
  charging: OpenCharging;
  isPasswordRequired: boolean;
  stationsUrl: string;
  deviceSide: Awaited<ReturnType<typeof startDevices>> | undefined;
  dataDir: string;
  log: Log;
};

/** The simulated stations and devices of `--demo`. */
export class DemoNetwork {
  private readonly passwords = new Map<string, string>();
  private running: Demo | undefined;

  /** The business as it is, except that a password it makes is typed into that station: simulated ones have no keyboard. */
  typingPasswords(charging: OpenCharging): OpenCharging {
    const typed = <Made extends { station: { id: string }; password: string | null }>(made: Made): Made => {
      if (made.password === null) return made;
      this.passwords.set(made.station.id, made.password);
      this.running?.typePassword(made.station.id, made.password);
      return made;
    };
    return {
      ...charging,
      acceptStation: async (...asked) => typed(await charging.acceptStation(...asked)),
      renewPassword: async (...asked) => typed(await charging.renewPassword(...asked)),
    };
  }

  async start(opened: AsyncDisposableStack, needs: Needs): Promise<void> {
    const { charging, isPasswordRequired, stationsUrl, deviceSide, log } = needs;
    await seedDemo(charging, {
      stationIds: knownDemoStations,
      stationsAtSites: demoStationsAtSites,
      isPasswordRequired,
      tokens: demoTokens,
      blockedToken: blockedDemoToken,
    });
    const memoryDir = join(needs.dataDir, 'demo');
    const stations = startDemo({ url: stationsUrl, memoryDir, passwords: this.passwords });
    this.running = opened.adopt(stations, (each) => each.stop());
    if (deviceSide === undefined) return;
    const { devices, addresses } = deviceSide;
    const onCode = (device: DemoDevice, code: string) =>
      void activateDemoDevice({ devices, charging, siteId: demoSiteId, log }, { ...device, code });
    opened.adopt(await startDemoDevices({ otaUrl: addresses.devices, memoryDir, onCode }), (each) => each.stop());
  }
}
