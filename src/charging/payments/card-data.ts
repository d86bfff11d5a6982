export type CardFacts = { brand: string | null; lastFour: string | null };

/**
 * Takes brand and last four digits out of what a station sends beside a payment (2.1 additionalInfo). Everything else of a
 * card is dropped here: its first digits and hash together with the last four would give its number away.
 */
export function cardFactsOf(info: readonly { type: string; value: string }[]): CardFacts {
  const told = (pattern: RegExp) => info.find(({ type }) => pattern.test(type))?.value;
  const brand = told(/^(payment|card)?brand$/i);
  const lastFour = told(/^card(number)?last(4|four)(digits)?$/i);
  return {
    brand: brand !== undefined && /^[\p{L} -]{1,30}$/u.test(brand) ? brand : null,
    lastFour: lastFour !== undefined && /^\d{4}$/.test(lastFour) ? lastFour : null,
  };
}
