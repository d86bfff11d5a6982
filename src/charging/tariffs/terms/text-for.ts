import type { Tariff, TariffTerms, TariffText } from '#contract/billing/tariff.ts';
import { describeTerms } from './describe-terms.ts';

/** What a driver is shown: in their language where it was written, else the first one written, else the prices in words. */
export function textFor(tariff: Pick<Tariff, 'current'>, language: string | null): TariffText {
  return tariff.current === null
    ? { language: 'en', text: 'Free of charge' }
    : textOfTerms(tariff.current.terms, language);
}

export function textOfTerms(terms: TariffTerms, language: string | null): TariffText {
  const own = terms.texts.find((told) => told.language.toLowerCase() === language?.toLowerCase());
  return own ?? terms.texts[0] ?? describeTerms(terms, language);
}
