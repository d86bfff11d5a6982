import { createHash, timingSafeEqual } from 'node:crypto';
import { SigecError } from '#base/errors.ts';
import type { PricedCheckout } from '#bookshop/checkouts.ts';
import { keyedHash } from '#ledger/installation.ts';
import { audit } from './checkout-operations.ts';
import type { UcpNeeds } from './needs.ts';
import { checkoutPage, messagePage, orderPage, pageTexts } from './page-html.ts';
import { statusOf } from './show-checkout.ts';
import type { UcpLanguage } from './texts.ts';

export type Page = { status: number; html: string; location?: string };

/** Whoever has the address of a page may open it; nobody makes one up. */
export type PageKeys = {
  of(kind: string, id: string): string;
  isRight(kind: string, id: string, key: string): boolean;
};

export function pageKeys(installationKey: Buffer): PageKeys {
  const of = (kind: string, id: string) =>
    keyedHash(installationKey, 'bookshop-page', `${kind}:${id}`).toString('base64url');
  return {
    of,
    isRight(kind, id, key) {
      const [right, given] = [Buffer.from(of(kind, id)), Buffer.from(key)];
      return right.length === given.length && timingSafeEqual(right, given);
    },
  };
}

export type PageAsked = { id: string; key: string; language: UcpLanguage; form: URLSearchParams | null };

type Needs = UcpNeeds & { keys: PageKeys };

/** The buyer's own page: what is bought, for how much, and a button. What is confirmed there is paid. */
export async function serveCheckoutPage(needs: Needs, { id, key, language, form }: PageAsked): Promise<Page> {
  const text = pageTexts[language];
  if (!needs.keys.isRight('checkout', id, key)) return { status: 404, html: messagePage(language, text.nothingHere) };
  try {
    const own = { id, owner: await needs.shop.ownerOfCheckout(id) };
    const found = await needs.shop.checkout(own);
    if (form === null) return { status: 200, html: await shown(needs, found, { key, language }) };
    return await confirm(needs, found, { key, language, form });
  } catch (error) {
    if (!(error instanceof SigecError) || (error.code !== 'NOT_FOUND' && error.code !== 'CONFLICT')) throw error;
    return { status: error.code === 'NOT_FOUND' ? 404 : 409, html: messagePage(language, text.changed) };
  }
}

type Showing = { key: string; language: UcpLanguage; notice?: string };

async function shown(needs: Needs, found: PricedCheckout, { key, language, notice }: Showing): Promise<string> {
  const { challenge } = found.checkout.content;
  const challengeUrl = challenge === null ? null : await needs.shop.challengeUrl(found.checkout.id);
  return checkoutPage({
    found,
    status: statusOf(needs.show, found),
    seen: seenOf(found),
    key,
    language,
    isTrial: needs.show.payments.isTrial,
    challengeUrl,
    ...(notice !== undefined && { notice }),
  });
}

/** What a page shows, in short: for another sum, other books or another address it is another. */
function seenOf({ checkout, priced }: PricedCheckout): string {
  const { lines, destination } = checkout.content;
  const shown = JSON.stringify([lines, destination, priced.shipping?.id, priced.totals]);
  return createHash('sha256').update(shown).digest('base64url');
}

async function confirm(
  needs: Needs,
  found: PricedCheckout,
  { key, language, form }: Showing & { form: URLSearchParams },
): Promise<Page> {
  const text = pageTexts[language];
  const { id, owner, version, orderId, content } = found.checkout;
  if (orderId !== null) return toOrder(needs, orderId);
  const own = { id, owner };
  if (form.get('action') === 'cancel')
    return { status: 200, html: await shown(needs, await needs.shop.cancelCheckout(own), { key, language }) };
  // What the buyer has seen is what they confirm: a page that stood open while something changed confirms nothing.
  if (form.get('seen') !== seenOf(found))
    return { status: 409, html: await shown(needs, found, { key, language, notice: text.changed }) };
  const token = form.get('payment_token') ?? '';
  const returnUrl = needs.show.pageOf('checkout', id);
  const paying =
    content.challenge !== null && token === '' ? ({ isChallengeAnswered: true } as const) : { token, returnUrl };
  const actor = { principal: null, door: 'rest' } as const;
  const completed = await needs.shop.complete({ ...own, version, paying, actor });
  await audit(needs, { actor, owner }, id, completed);
  if (completed.status === 'ordered') return toOrder(needs, completed.order.id);
  if (completed.status === 'in-progress') return { status: 202, html: messagePage(language, text.inProgress) };
  const notice =
    completed.status === 'refused' ? text.refused : completed.status === 'challenge' ? text.challenge : text.changed;
  return { status: 409, html: await shown(needs, completed.found, { key, language, notice }) };
}

function toOrder({ show }: Needs, orderId: string): Page {
  return { status: 303, html: '', location: show.pageOf('order', orderId) };
}

export async function serveOrderPage(needs: Needs, { id, key, language }: PageAsked): Promise<Page> {
  const missing = { status: 404, html: messagePage(language, pageTexts[language].nothingHere) };
  if (!needs.keys.isRight('order', id, key)) return missing;
  try {
    return { status: 200, html: orderPage(await needs.shop.order({ id }), language) };
  } catch (error) {
    if (error instanceof SigecError && error.code === 'NOT_FOUND') return missing;
    throw error;
  }
}
