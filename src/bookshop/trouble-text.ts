import { countryName } from './country.ts';
import type { CouponVerdict, WhyNotCoupon } from './coupon.ts';
import type { Trouble } from './price-wanted.ts';
import { priceText } from './terms.ts';

const whyNot = {
  unknown: 'There is no such coupon.',
  'not-yet': 'It does not hold yet.',
  expired: 'Its time is over.',
  'used-up': 'It has been used as often as it may be.',
  'not-first-purchase': 'It is for a first purchase alone.',
  'unknown-buyer': 'It is for a first purchase, and nobody knows yet who buys.',
  'wrong-category': 'It is for books of another category.',
  'too-little': 'It takes more books.',
} satisfies Record<WhyNotCoupon, string>;

export function whyNotText(
  { why, missingCents }: Extract<CouponVerdict, { isApplied: false }>,
  currency: string,
): string {
  return why === 'too-little' ? `${priceText(missingCents, currency)} are missing for it.` : whyNot[why];
}

export function troubleText(trouble: Trouble, currency: string): string {
  switch (trouble.kind) {
    case 'empty':
      return 'Nothing is wanted.';
    case 'not-sold':
      return `Item ${trouble.line + 1}: no book has this book_id. Call search_books to find the right one.`;
    case 'out-of-stock':
      return `Item ${trouble.line + 1}: ${trouble.inStock === 0 ? 'sold out' : `only ${trouble.inStock} there`}.`;
    case 'no-email':
      return 'The e-mail address of the buyer is missing.';
    case 'no-shipping':
      return 'It is not said how the books reach the buyer.';
    case 'no-address':
      return `The address is missing or not whole (${trouble.missing.join(', ')}).`;
    case 'no-destination':
      return 'Several addresses are there, and none is chosen.';
    case 'unknown-destination':
      return 'The chosen address is none of those that were given.';
    case 'undeliverable':
      return `We deliver to ${trouble.countries.map((code) => countryName(code, 'en')).join(', ')} alone.`;
    case 'dearer':
      return `It costs more than the ${priceText(trouble.shownCents, currency)} that were seen last: look at it again.`;
  }
}
