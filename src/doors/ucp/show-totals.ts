import type { LineTotals, Totals } from '#bookshop/totals.ts';
import type { UcpTexts } from './texts.ts';
import { isFirst, type UcpVersion } from './versions.ts';

type TotalLine = { type: string; amount: number; display_text?: string };

/** The first revision writes what is taken off as a positive amount; those since as what it does to the sum. */
function off(version: UcpVersion, cents: number): number {
  return isFirst(version) ? cents : -cents;
}

export function lineTotals({ subtotalCents, discountCents, totalCents }: LineTotals, version: UcpVersion): TotalLine[] {
  return [
    { type: 'subtotal', amount: subtotalCents },
    ...(discountCents === 0 ? [] : [{ type: 'items_discount', amount: off(version, discountCents) }]),
    { type: 'total', amount: totalCents },
  ];
}

export function allTotals(
  totals: Omit<Totals, 'lines'>,
  version: UcpVersion,
  text: UcpTexts,
  hasDelivery = true,
): TotalLine[] {
  const { subtotalCents, discountCents, shippingCents, shippingDiscountCents, totalCents } = totals;
  return [
    { type: 'subtotal', amount: subtotalCents, display_text: text.subtotal },
    ...(discountCents === 0
      ? []
      : [{ type: 'items_discount', amount: off(version, discountCents), display_text: text.itemsDiscount }]),
    ...(hasDelivery ? [{ type: 'fulfillment', amount: shippingCents, display_text: text.fulfillment }] : []),
    ...(shippingDiscountCents === 0
      ? []
      : [{ type: 'discount', amount: off(version, shippingDiscountCents), display_text: text.shippingDiscount }]),
    { type: 'total', amount: totalCents, display_text: text.total },
  ];
}
