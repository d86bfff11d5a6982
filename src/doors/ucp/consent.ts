import type { Buyer } from '#bookshop/checkout.ts';
import type { BuyerBody } from './requests.ts';
import { type UcpLanguage, ucpTexts } from './texts.ts';

type Consent = NonNullable<Buyer['consent']>;

/** What a buyer may agree to, by our name and by that of 2026-08-25. */
const purposes = {
  analytics: 'dev.ucp.consent.analytics',
  marketing: 'dev.ucp.consent.marketing',
  preferences: 'dev.ucp.consent.preferences',
  sale_of_data: 'dev.ucp.consent.sale_or_sharing',
} as const;

/** From either shape; purposes that nobody here pursues are left out. */
export function consentFrom(given: NonNullable<BuyerBody['consent']>): Consent {
  const said: Record<string, unknown> = given;
  return Object.fromEntries(
    Object.entries(purposes).flatMap(([ours, theirs]) => {
      const [flag, decision] = [said[ours], said[theirs] as { granted: boolean; source?: string } | undefined];
      if (typeof flag === 'boolean') return [[ours, flag]];
      // What the platform only repeats of us, the buyer has not said.
      return decision === undefined || decision.source === 'business' ? [] : [[ours, decision.granted]];
    }),
  );
}

/** Since 2026-08-25: every purpose, with who said so. Unless the buyer agreed to it, nothing is done. */
export function showConsent(consent: Consent | undefined, language: UcpLanguage): object {
  return Object.fromEntries(
    Object.entries(purposes).map(([ours, theirs]) => {
      const granted = consent?.[ours];
      const source = granted === undefined ? 'business' : 'platform';
      const description = ucpTexts[language].consents[ours as keyof typeof purposes];
      return [theirs, { granted: granted ?? false, source, description }];
    }),
  );
}
