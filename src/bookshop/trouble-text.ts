import type { CouponVerdict, WhyNotCoupon } from './coupon.ts';
import type { Trouble } from './price-wanted.ts';

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** R$ 1.234,50, as people of the country write it. */
export function reaisText(cents: number): string {
  return reais.format(cents / 100).replaceAll('\u00a0', ' ');
}

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

export function whyNotText({ why, missingCents }: Extract<CouponVerdict, { isApplied: false }>): string {
  return why === 'too-little' ? `${reaisText(missingCents)} are missing for it.` : whyNot[why];
}

export function troubleText(trouble: Trouble): string {
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
    case 'undeliverable':
      return 'We deliver within Brazil alone.';
    case 'dearer':
      return `It costs more than the ${reaisText(trouble.shownCents)} that were seen last: look at it again.`;
  }
}
