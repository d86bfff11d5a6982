import { readFileSync } from 'node:fs';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { type Config, settings } from '#base/config.ts';
import { SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import type { PaymentProviderName } from '#base/settings/money-settings.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { pixProvider } from './pix/pix-provider.ts';
import { simulatedFaults, simulatedProvider } from './simulated/simulated-provider.ts';
import { simulatedTable } from './simulated/simulated-store.ts';
import { stripeProvider } from './stripe/stripe-provider.ts';

type Needs = { pool: Pool; clock: Clock; log: Log };

/** A new provider is a folder beside this file, a row here, and its name in the setting. */
const providers = {
  pix: (config, { clock }) =>
    pixProvider({
      clock,
      url: config.pixUrl,
      tokenUrl: config.pixTokenUrl,
      root: readOptional(config.pixRoot),
      clientId: config.pixClientId,
      clientSecret: config.pixClientSecret,
      webhookSecret: config.pixWebhookSecret,
      certificate: readOptional(config.pixCertificate),
      certificateKey: readOptional(config.pixCertificateKey),
      key: config.pixKey,
      merchantName: config.pixMerchantName,
      merchantCity: config.pixMerchantCity,
    }),
  stripe: ({ stripeSecretKey: key, stripeUrl: url, stripeWebhookSecret: webhookSecret }) =>
    stripeProvider({ key, url, webhookSecret }),
  simulated: (config, needs) => simulated('simulated', config, needs),
  'simulated-card': (config, needs) => simulated('simulated-card', config, needs),
} satisfies Record<PaymentProviderName, (config: Config, needs: Needs) => PaymentProvider>;

/** Those that `PAYMENT_PROVIDER` names; a demo has the simulated ones unless it is told otherwise. */
export function paymentProviders(config: Config, { isDemo, ...needs }: Needs & { isDemo: boolean }): PaymentProvider[] {
  const { paymentProvider: named } = config;
  const names = named.length === 0 && isDemo ? (['simulated', 'simulated-card'] as const) : named;
  return names.map((name) => {
    const missing = needed[name].filter((setting) => config[setting] === '').map((setting) => settings[setting].env);
    if (missing.length > 0)
      throw new SigecError('INVALID_INPUT', `PAYMENT_PROVIDER=${name} needs ${missing.join(', ')} as well.`);
    return providers[name](config, needs);
  });
}

const needed = {
  pix: ['pixUrl', 'pixTokenUrl', 'pixClientId', 'pixClientSecret', 'pixCertificate', 'pixCertificateKey', 'pixKey'],
  stripe: ['stripeSecretKey'],
  simulated: [],
  'simulated-card': [],
} as const satisfies Record<PaymentProviderName, readonly (keyof Config)[]>;

function readOptional(file: string): string {
  return file === '' ? '' : readFileSync(file, 'utf8');
}

function simulated(
  name: PaymentProviderName,
  { paymentFaultsPercent }: Config,
  { pool, clock }: Needs,
): PaymentProvider {
  return simulatedProvider({
    name,
    clock,
    store: simulatedTable(pool, name),
    isHold: name === 'simulated-card',
    fault: () =>
      Math.random() * 100 < paymentFaultsPercent
        ? (simulatedFaults[Math.floor(Math.random() * simulatedFaults.length)] ?? null)
        : null,
  });
}
