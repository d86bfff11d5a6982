import { countryName } from '#bookshop/country.ts';
import type { Priced, Trouble } from '#bookshop/price-wanted.ts';
import { discountCapability } from './capabilities.ts';
import { has, type Platform } from './platform.ts';
import { type UcpLanguage, type UcpTexts, ucpTexts } from './texts.ts';

export type Severity = 'recoverable' | 'requires_buyer_input' | 'requires_buyer_review' | 'unrecoverable';

export type Message =
  | { type: 'error'; code: string; content: string; severity: Severity; path?: string }
  | { type: 'warning'; code: string; content: string; path?: string };

export function errorMessage(
  code: string,
  content: string,
  severity: Severity = 'recoverable',
  path?: string,
): Message {
  return { type: 'error', code, content, severity, ...(path !== undefined && { path }) };
}

/** What keeps a checkout from being paid, each with the place where it can be mended. */
export function troubleMessage(trouble: Trouble, language: UcpLanguage): Message {
  const text = ucpTexts[language];
  const tell = (code: string, content: string, path: string) => errorMessage(code, content, 'recoverable', path);
  const destination = '$.fulfillment.methods[0].destinations[0]';
  const chosen = '$.fulfillment.methods[0].selected_destination_id';
  switch (trouble.kind) {
    case 'empty':
      return tell('field_required', text.empty, '$.line_items');
    case 'not-sold':
      return tell('item_unavailable', text.notSold, `$.line_items[${trouble.line}]`);
    case 'out-of-stock': {
      const content = trouble.inStock === 0 ? text.soldOut : text.fewLeft(trouble.inStock);
      return tell('out_of_stock', content, `$.line_items[${trouble.line}]`);
    }
    case 'no-email':
      return tell('field_required', text.noEmail, '$.buyer.email');
    case 'no-shipping':
      return tell('field_required', text.noShipping, '$.fulfillment.methods');
    case 'no-address':
      return tell('field_required', text.noAddress, `${destination}.${trouble.missing[0] ?? 'street_address'}`);
    case 'no-destination':
      return tell('field_required', text.noDestination, chosen);
    case 'unknown-destination':
      return tell('destination_unknown', text.unknownDestination, chosen);
    case 'undeliverable': {
      const countries = trouble.countries.map((code) => countryName(code, language)).join(', ');
      return tell('address_undeliverable', text.undeliverable(countries), destination);
    }
    case 'dearer':
      return tell('total_changed', text.dearer, '$.totals');
  }
}

const couponCodes = {
  unknown: 'discount_code_invalid',
  'not-yet': 'discount_code_invalid',
  expired: 'discount_code_expired',
  'used-up': 'discount_code_expired',
  'not-first-purchase': 'discount_code_user_ineligible',
  'unknown-buyer': 'discount_code_user_not_logged_in',
  'wrong-category': 'discount_code_user_ineligible',
  'too-little': 'discount_code_user_ineligible',
} as const;

/** Codes that count for nothing: the buyer expects less to pay than they will. */
export function couponMessages(
  platform: Platform,
  { verdicts, surplusCodes }: Priced,
  codes: readonly string[],
  text: UcpTexts,
): Message[] {
  if (!has(platform, discountCapability)) return [];
  const pathOf = (code: string) =>
    `$.discounts.codes[${codes.findIndex((each) => each.trim().toUpperCase() === code)}]`;
  const warn = (code: string, content: string, coupon: string): Message => ({
    type: 'warning',
    code,
    content,
    path: pathOf(coupon),
  });
  return [
    ...verdicts.flatMap((verdict) =>
      verdict.isApplied ? [] : [warn(couponCodes[verdict.why], text.coupons[verdict.why], verdict.code)],
    ),
    ...surplusCodes.map((code) => warn('discount_code_combination_disallowed', text.combination, code)),
  ];
}
