import type { Priced, Trouble } from '#bookshop/price-wanted.ts';
import { discountCapability } from './capabilities.ts';
import { has, type Platform } from './platform.ts';
import type { UcpTexts } from './texts.ts';

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
export function troubleMessage(trouble: Trouble, text: UcpTexts): Message {
  switch (trouble.kind) {
    case 'empty':
      return errorMessage('field_required', text.empty, 'recoverable', '$.line_items');
    case 'not-sold':
      return errorMessage('item_unavailable', text.notSold, 'recoverable', `$.line_items[${trouble.line}]`);
    case 'out-of-stock': {
      const content = trouble.inStock === 0 ? text.soldOut : text.fewLeft(trouble.inStock);
      return errorMessage('out_of_stock', content, 'recoverable', `$.line_items[${trouble.line}]`);
    }
    case 'no-email':
      return errorMessage('field_required', text.noEmail, 'recoverable', '$.buyer.email');
    case 'no-shipping':
      return errorMessage('field_required', text.noShipping, 'recoverable', '$.fulfillment.methods');
    case 'no-address': {
      const field = trouble.missing[0] ?? 'street_address';
      return errorMessage(
        'field_required',
        text.noAddress,
        'recoverable',
        `$.fulfillment.methods[0].destinations[0].${field}`,
      );
    }
    case 'undeliverable':
      return errorMessage(
        'address_undeliverable',
        text.undeliverable,
        'recoverable',
        '$.fulfillment.methods[0].destinations[0]',
      );
    case 'dearer':
      return errorMessage('total_changed', text.dearer, 'recoverable', '$.totals');
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
  return [
    ...verdicts.flatMap((verdict): Message[] =>
      verdict.isApplied
        ? []
        : [
            {
              type: 'warning',
              code: couponCodes[verdict.why],
              content: text.coupons[verdict.why],
              path: pathOf(verdict.code),
            },
          ],
    ),
    ...surplusCodes.map(
      (code): Message => ({
        ...{ type: 'warning', code: 'discount_code_combination_disallowed', content: text.combination },
        path: pathOf(code),
      }),
    ),
  ];
}
