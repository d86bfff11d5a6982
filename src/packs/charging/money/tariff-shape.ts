import { z } from 'zod';
import { untrustedText } from '#base/untrusted-text.ts';
import { textOfTerms } from '#charging/tariffs/terms/text-for.ts';
import { type Tariff, tariffId } from '#contract/billing/tariff.ts';
import { time } from '#contract/common.ts';

export const tariffIdArgument = tariffId.describe('As list_tariffs returns it');

export const shownTariff = z.object({
  tariff_id: z.string(),
  currency: z.string().optional(),
  price: z.string().optional().describe('As drivers are shown it: data'),
  version: z.int().optional().describe('In force now; absent: it begins later'),
  valid_from: time.optional(),
  version_count: z.int(),
  is_retired: z.boolean(),
});

export function tariffForAgents({ id, current, versionCount, retiredAt }: Tariff): z.input<typeof shownTariff> {
  return {
    tariff_id: id,
    currency: current?.terms.currency,
    price: current === null ? undefined : untrustedText(textOfTerms(current.terms, 'en').text, 300),
    version: current?.version,
    valid_from: current?.validFrom,
    version_count: versionCount,
    is_retired: retiredAt !== null,
  };
}

/** Ids of tariffs are chosen by people, and are not repeated in errors. */
export const noSuchTariff = 'No tariff has this tariff_id. Call list_tariffs to see which there are.';
