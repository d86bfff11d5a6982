import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Config, PaymentProviderName } from '#base/config.ts';
import type { Log } from '#base/log.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { simulatedFaults, simulatedProvider } from './simulated/simulated-provider.ts';
import { simulatedTable } from './simulated/simulated-store.ts';

type Needs = { pool: Pool; clock: Clock; log: Log };

/** A new provider is a folder beside this file, a row here, and its name in the setting. */
const providers = {
  simulated: (config, needs) => simulated('simulated', config, needs),
  'simulated-card': (config, needs) => simulated('simulated-card', config, needs),
} satisfies Record<PaymentProviderName, (config: Config, needs: Needs) => PaymentProvider>;

/** Those that `PAYMENT_PROVIDER` names; a demo has the simulated ones unless it is told otherwise. */
export function paymentProviders(config: Config, { isDemo, ...needs }: Needs & { isDemo: boolean }): PaymentProvider[] {
  const { paymentProvider: named } = config;
  const names = named.length === 0 && isDemo ? (['simulated', 'simulated-card'] as const) : named;
  return names.map((name) => providers[name](config, needs));
}

function simulated(
  name: PaymentProviderName,
  { paymentFaultsPercent }: Config,
  { pool, clock }: Needs,
): PaymentProvider {
  return simulatedProvider({
    ...{ name, clock, store: simulatedTable(pool, name), isHold: name === 'simulated-card' },
    fault: () =>
      Math.random() * 100 < paymentFaultsPercent
        ? (simulatedFaults[Math.floor(Math.random() * simulatedFaults.length)] ?? null)
        : null,
  });
}
