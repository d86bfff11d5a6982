import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import type { PackNeeds as BookshopNeeds } from '../../src/packs/bookshop/needs.ts';
import { bookshopPack } from '../../src/packs/bookshop/pack.ts';
import type { PackNeeds } from '../../src/packs/charging/needs.ts';
import { chargingPack } from '../../src/packs/charging/pack.ts';
import type { DevicesPackNeeds } from '../../src/packs/devices/needs.ts';
import { devicesPack } from '../../src/packs/devices/pack.ts';
import type { MoneyPackNeeds } from '../../src/packs/money/needs.ts';
import { moneyPack } from '../../src/packs/money/pack.ts';
import { vehiclesPack } from '../../src/packs/vehicles/pack.ts';
import { may } from '../../src/principals/may.ts';
import type { Pack } from '../../src/tools/pack.ts';
import { createRegistry, type Registry } from '../../src/tools/registry.ts';
import type { VehicleNeeds } from '../../src/vehicles/needs.ts';

/** Every pack of the product. What agents see does not depend on what is behind it. */
export const packs = {
  bookshop: bookshopPack({} as BookshopNeeds),
  charging: chargingPack({} as PackNeeds),
  devices: devicesPack({} as DevicesPackNeeds),
  money: moneyPack({} as MoneyPackNeeds),
  vehicles: vehiclesPack({} as VehicleNeeds),
} satisfies Record<string, Pack>;

/** All of them in one registry, to be looked at; nothing can be called. */
export function registryOfAllPacks(): Registry {
  const registry = createRegistry({
    pool: {} as Pool,
    ledger: { commit: () => Promise.reject(new Error('nothing is called here')) },
    clock: systemClock,
    log: silentLog,
    installationKey: randomBytes(32),
    callsPerMinute: 1,
    may: (principal, need) => may(principal, need, { isReadingOpen: true }),
  });
  for (const pack of Object.values(packs)) registry.addPack(pack);
  return registry;
}
