import { SigecError } from '#base/errors.ts';
import type { CheckoutContent } from '#bookshop/checkout.ts';
import type { PricedCheckout } from '#bookshop/checkouts.ts';
import type { Completed } from '#bookshop/complete-checkout.ts';
import { errorAnswer, type Handle, type UcpAnswer, unrecoverable } from './answer.ts';
import { cartCapability, checkoutCapability, mandateCapability } from './capabilities.ts';
import { type MandateFault, mandateFault } from './mandates.ts';
import { errorMessage, type Message } from './messages.ts';
import type { UcpNeeds } from './needs.ts';
import { has, type Platform, speaking } from './platform.ts';
import { goneCart, whyNotSold } from './refused-answers.ts';
import type { CheckoutBody, CompleteBody } from './requests.ts';
import { type CheckoutStatus, showCheckout, statusOf } from './show-checkout.ts';
import { ucpTexts } from './texts.ts';
import { emptyContent, withBody } from './wanted-from.ts';

export const createCheckout: Handle<CheckoutBody> = async (needs, platform, { body }) => {
  const { cart_id: cartId } = body;
  if (cartId !== undefined && has(platform, cartCapability)) return checkoutOfCart(needs, platform, cartId, body);
  const content = withBody(emptyContent(platform), body, platform);
  const refused = await whyNotSold(needs, speaking(platform, body.context), booksIn(content));
  if (refused !== undefined) return refused;
  const found = await needs.shop.createCheckout(platform.owner, content);
  return { status: 201, body: showCheckout(needs.show, platform, found) };
};

/** What the cart holds counts, and what the request says of the same is left alone. */
async function checkoutOfCart(
  needs: UcpNeeds,
  platform: Platform,
  cartId: string,
  body: CheckoutBody,
): Promise<UcpAnswer> {
  const { cart } = await needs.shop.cart({ id: cartId, owner: platform.owner });
  if (cart.state === 'cancelled') return goneCart(needs, platform);
  const { lines, codes, buyer, context } = cart.content;
  const rest: CheckoutBody = {
    fulfillment: body.fulfillment,
    ...(buyer === null && { buyer: body.buyer }),
    ...(codes.length === 0 && { discounts: body.discounts }),
    ...(context === undefined && { context: body.context }),
  };
  const held = { ...emptyContent(platform), lines, codes, buyer, ...(context && { context }) };
  const content = withBody(held, rest, platform);
  const refused = await whyNotSold(needs, speaking(platform, content.context), booksIn(content));
  if (refused !== undefined) return refused;
  const { isNew, ...found } = await needs.shop.checkoutOfCart(cart, content);
  return { status: isNew ? 201 : 200, body: showCheckout(needs.show, platform, found) };
}

function booksIn({ lines }: Pick<CheckoutContent, 'lines'>): string[] {
  return lines.map(({ bookId }) => bookId);
}

export const getCheckout: Handle = async (needs, platform, { id }) => {
  const found = await needs.shop.checkout({ id, owner: platform.owner });
  return { status: 200, body: showCheckout(needs.show, platform, found) };
};

export const updateCheckout: Handle<CheckoutBody> = async (needs, platform, { id, body }) => {
  const own = { id, owner: platform.owner };
  await needs.shop.checkout(own); // whoever may not see it hears nothing of books
  const spoken = speaking(platform, body.context);
  const refused = await whyNotSold(needs, spoken, body.line_items?.map(({ item }) => item.id) ?? []);
  if (refused !== undefined) return refused;
  // What a payment asked of the buyer was for what was wanted then.
  const found = await needs.shop.changeCheckout(own, (content) => ({
    ...withBody(content, body, platform),
    challenge: null,
  }));
  return { status: 200, body: showCheckout(needs.show, platform, found) };
};

export const cancelCheckout: Handle = async (needs, platform, { id }) => {
  const found = await needs.shop.cancelCheckout({ id, owner: platform.owner });
  return { status: 200, body: showCheckout(needs.show, platform, found) };
};

/** Money moves only where the platform may finish by itself. What the buyer has to confirm, they confirm on our page. */
export const completeCheckout: Handle<CompleteBody> = async (needs, platform, { id, body }) => {
  const own = { id, owner: platform.owner };
  const before = await needs.shop.look(own); // whoever only asks to pay has not seen the sum of this moment
  const text = ucpTexts[speaking(platform, before.checkout.content.context).language];
  const answer = (found: PricedCheckout, ...more: Message[]) => ({
    status: 200,
    body: showCheckout(needs.show, platform, found, more),
  });
  const status = statusOf(needs.show, before);
  if (status === 'canceled')
    return errorAnswer(platform, checkoutCapability, {
      status: 409,
      continueUrl: needs.show.baseUrl,
      messages: [unrecoverable('checkout_canceled', 'The checkout was cancelled, or its time is over.')],
    });
  const isTheirs =
    status === 'ready_for_complete' || status === 'complete_in_progress' || isChallengeAlone(needs, before, status);
  if (!isTheirs) return answer(await needs.shop.checkout(own));
  const fault = await whyNoMandate(needs, platform, before, body);
  if (fault !== undefined) {
    const problem = errorMessage(fault, text.mandates[fault], 'recoverable', '$.ap2.checkout_mandate');
    return answer(await needs.shop.checkout(own), problem);
  }
  const token = tokenIn(body, needs.show.payments.id);
  if (token === undefined || token === null) {
    const content = token === null ? text.otherHandler : text.noPayment;
    const problem = errorMessage('payment_failed', content, 'recoverable', '$.payment.instruments');
    return answer(await needs.shop.checkout(own), problem);
  }
  const returnUrl = needs.show.pageOf('checkout', id);
  const completed = await needs.shop.complete({ ...own, paying: { token, returnUrl }, actor: platform.actor });
  await audit(needs, platform, id, completed);
  if (completed.status === 'refused')
    return answer(completed.found, errorMessage('payment_failed', text.refused, 'recoverable', '$.payment'));
  if (completed.status === 'not-ready' || completed.status === 'challenge') return answer(completed.found);
  const ended = answer(await needs.shop.checkout(own));
  return completed.status === 'in-progress' ? { ...ended, isPassing: true } : ended;
};

/** Once both parties have agreed upon mandates, nothing is paid without one. */
async function whyNoMandate(
  { show, clock }: UcpNeeds,
  platform: Platform,
  found: PricedCheckout,
  { ap2 }: CompleteBody,
): Promise<MandateFault | undefined> {
  if (!has(platform, mandateCapability(platform.version))) return undefined;
  const terms = showCheckout(show, platform, found);
  const { signingKeys: keys } = platform;
  const isOurs = (offered: object, authorization: string) => show.isAuthorized(offered, authorization);
  return mandateFault({ mandate: ap2?.checkout_mandate, keys, terms, isOurs, clock });
}

/** Another means of payment may end a challenge; the buyer's own look at a dear order it does not replace. */
function isChallengeAlone({ show }: UcpNeeds, { priced }: PricedCheckout, status: CheckoutStatus): boolean {
  return status === 'requires_escalation' && priced.totals.totalCents <= show.reviewAboveCents;
}

/** Undefined: none was given; null: it is for somebody else to take. */
function tokenIn({ payment_data: single, payment }: CompleteBody, handlerId: string): string | null | undefined {
  const instruments = payment?.instruments ?? [];
  const chosen = single ?? instruments.find(({ selected }) => selected === true) ?? instruments[0];
  if (chosen !== undefined && chosen.handler_id !== handlerId) return null;
  return chosen?.credential?.token || undefined;
}

export async function audit(
  { ledger }: UcpNeeds,
  { actor, owner }: Pick<Platform, 'actor' | 'owner'>,
  id: string,
  completed: Completed,
): Promise<void> {
  const record = {
    principal: actor.principal?.id ?? 'anonymous:rest',
    door: actor.door,
    action: 'ucp:complete_checkout',
    subject: id,
    outcome: completed.status === 'ordered' ? ('done' as const) : ('refused' as const),
    details: { platform: owner.slice(0, 300), status: completed.status },
  };
  await ledger.commit({ audit: [record] });
}

/** A refusal of the shop, as a UCP answer; undefined: it is none. */
export function refusalAnswer(
  needs: Pick<UcpNeeds, 'show'>,
  platform: Platform,
  root: string,
  error: unknown,
): UcpAnswer | undefined {
  if (!(error instanceof SigecError)) return undefined;
  if (error.code !== 'NOT_FOUND' && error.code !== 'CONFLICT') return undefined;
  const [status, code] = error.code === 'NOT_FOUND' ? [404, 'not_found'] : [409, 'conflict'];
  const messages = [unrecoverable(code, error.message)];
  return errorAnswer(platform, root, { status, messages, continueUrl: needs.show.baseUrl });
}
