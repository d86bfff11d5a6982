import type { KnownPartners } from '#packs/money/partners.ts';
import type { Roaming } from '#roaming/open-roaming.ts';

/** Roaming as agents see it: nothing that could be used to speak to a partner. */
export function knownPartners({ partners, moneyOf }: Roaming): KnownPartners {
  return { list: () => partners.list(), record: (recordId, partnerId) => moneyOf.explain(recordId, partnerId) };
}
