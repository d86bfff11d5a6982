import type { Config } from '#base/config.ts';
import { guardRulesOf } from '#charging/commands/guard-rules.ts';
import { mustSignIn } from '#principals/may.ts';

/** What the settings of the process say to the business of stations. */
export function chargingSettings(config: Config) {
  return {
    certificateRules: {
      publicUrl: config.publicUrl,
      renewDays: config.certificateRenewDays,
      revocation: { hosts: config.revocationHosts, cacheMs: config.revocationCacheMinutes * 60_000 },
    },
    plugAndChargeRules: {
      emaidPrefix: config.emaidPrefix,
      isUnknownFine: config.contractRevocation === 'lenient',
      pool: contractPool(config),
    },
    openadr: openadr(config),
    policy: {
      isLoopbackOnly: !mustSignIn(config),
      unknownStations: config.ocppUnknownStations,
      minimumProfile: Number(config.ocppMinSecurityProfile),
    },
    fileHosts: config.firmwareHosts,
    priceHosts: config.energyPriceHosts,
    guardRules: guardRulesOf(config),
    keepMeterValuesDays: config.meterValuesKeepDays,
    sessionPatience: {
      withSignsHours: config.sessionSilentHours,
      withoutSignsHours: config.sessionOfflineHours,
    },
    isKeepingStations: config.stationsInSync === 'on',
    defaultListRoom: config.localListEntries,
    costUpdateSeconds: config.costUpdateSeconds,
    timeZone: timeZoneOf(config),
    invoiceRules: {
      days: config.invoiceDays,
      blockDays: config.invoiceBlockDays,
      isMonthly: config.invoiceMonthly === 'on',
    },
    fiscal: config.fiscalUrl === '' ? null : { url: config.fiscalUrl, secret: config.fiscalSecret },
  };
}

export function timeZoneOf({ timeZone }: Pick<Config, 'timeZone'>): string {
  return timeZone || new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function contractPool(config: Config) {
  if (config.contractPoolUrl === '') return null;
  const { contractPoolUrl: url, contractPoolToken: token, contractPoolApiKey: apiKey } = config;
  return { url, token, apiKey, timeoutMs: config.contractPoolSeconds * 1_000 };
}

function openadr(config: Config) {
  if (config.openadrUrl === '') return null;
  return {
    url: config.openadrUrl,
    tokenUrl: config.openadrTokenUrl || null,
    clientId: config.openadrClientId || null,
    clientSecret: config.openadrClientSecret || null,
    programId: config.openadrProgram || null,
    venName: config.openadrVen || null,
    everySeconds: config.openadrPollSeconds,
  };
}
