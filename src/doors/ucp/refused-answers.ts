import { errorAnswer, type UcpAnswer, unrecoverable } from './answer.ts';
import { cartCapability, checkoutCapability } from './capabilities.ts';
import { errorMessage } from './messages.ts';
import type { UcpNeeds } from './needs.ts';
import type { Platform } from './platform.ts';
import { ucpTexts } from './texts.ts';
import { isFirst } from './versions.ts';

/** A book that nobody knows has no title and no price, so it cannot stand in a checkout. */
export async function whyNotSold(
  needs: UcpNeeds,
  platform: Platform,
  ids: readonly string[],
): Promise<UcpAnswer | undefined> {
  const known = await needs.shop.books(ids);
  const { notSold } = ucpTexts[platform.language];
  const messages = [...ids.entries()]
    .filter(([, id]) => !known.has(id))
    .map(([index]) => errorMessage('item_unavailable', notSold, 'unrecoverable', `$.line_items[${index}]`));
  if (messages.length === 0) return undefined;
  const status = isFirst(platform.version) ? 400 : 200;
  return errorAnswer(platform, checkoutCapability, { status, messages, continueUrl: needs.show.baseUrl });
}

export function goneCart({ show }: UcpNeeds, platform: Platform): UcpAnswer {
  const messages = [unrecoverable('not_found', 'The cart was cancelled.')];
  return errorAnswer(platform, cartCapability, { status: 404, messages, continueUrl: show.baseUrl });
}
