import type { Clock } from '#base/clock.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { Devices } from '#devices/devices.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { May } from '#tools/policy.ts';
import type { Registry } from '#tools/registry.ts';
import type { Resolve } from './announced/reachable-urls.ts';

export type DevicesPackNeeds = {
  devices: Devices;
  charging: Charging;
  /** What devices announce is called through it, so that its rules hold. */
  registry: Pick<Registry, 'execute' | 'get'>;
  clock: Clock;
  /** What people ask devices over REST is written down there. */
  ledger: Pick<Ledger, 'commit'>;
  may: May;
  /** Hosts that devices may be sent to although they stand in a private network. */
  allowedHosts: readonly string[];
  /** How a host's name becomes addresses; absent: as the system does it. */
  resolve?: Resolve;
};
