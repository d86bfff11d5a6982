import type { Clock } from '#base/clock.ts';
import type { Config } from '#base/config.ts';
import { guardedFetch } from '#base/guarded-fetch.ts';
import { type Party, readParty } from '#roaming/model/party.ts';
import type { RoamingNeeds } from '#roaming/open-roaming.ts';
import { openClient } from './client.ts';

const limits = { timeoutMs: 10_000, maxBytes: 1_048_576 };

/** Who we are among partners; undefined: roaming is off. */
export function ourParty({ ocpiParty }: Pick<Config, 'ocpiParty'>): Party | undefined {
  return readParty(ocpiParty);
}

/** How partners are spoken to, for the business: over https, to addresses of theirs on the open net, or to hosts that are named. */
export function wireOf({
  config,
  us,
  clock,
  baseUrl,
}: {
  config: Pick<Config, 'ocpiHosts'>;
  us: Party;
  clock: Clock;
  baseUrl(): string;
}): RoamingNeeds['wire'] {
  const fetch = guardedFetch({ allowedHosts: config.ocpiHosts, limits, isReusing: true });
  const versionsUrl = () => `${baseUrl()}/ocpi/versions`;
  const resultUrl = (version: string, kind: string, id: string) =>
    `${baseUrl()}/ocpi/${version}/emsp/commands/${kind}/${id}`;
  return (given) => openClient({ ...given, fetch, us, clock, versionsUrl, resultUrl });
}
