import { z } from 'zod';
import type { Completed } from '#bookshop/complete-checkout.ts';
import type { Order } from '#bookshop/order.ts';
import { shopProblem } from '#bookshop/shop-problem.ts';
import { troubleText } from '#bookshop/trouble-text.ts';
import {
  type BookOrder,
  bookCheckout,
  bookOrder,
  bookOrderPage,
  bookOrderQuery,
  bookPayment,
  newOrderStep,
  wantedBooks,
} from '#contract/bookshop/book.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { maySeePersonalData, whyHidden } from '#principals/personal-data.ts';
import { defineSubjectRoute, type SubjectRoute } from '../../define-route.ts';
import type { ShopRoutesNeeds } from './needs.ts';
import { checkoutFrom, wantedFrom, orderFrom as wholeOrder } from './shapes.ts';

const ofOne = z.object({ id: z.string().max(60) });

export function orderRoutes({ shop }: ShopRoutesNeeds): SubjectRoute[] {
  return [
    defineSubjectRoute({
      method: 'POST',
      path: '/api/books/checkouts',
      access: 'operate',
      scope: 'books:operate',
      summary: 'Begins to buy: keeps what is wanted for six hours, pays and sets aside nothing',
      body: wantedBooks,
      answer: bookCheckout,
      status: 201,
      handle: async ({ body, actor }) =>
        checkoutFrom(
          await shop.createCheckout(actorName(actor), { ...wantedFrom(body), needsEmail: false, tell: null }),
        ),
    }),
    defineSubjectRoute({
      method: 'GET',
      path: '/api/books/checkouts/:id',
      access: 'read',
      scope: 'books:operate',
      summary: 'A checkout of one’s own, with the prices of this moment',
      params: ofOne,
      answer: bookCheckout,
      handle: async ({ params, actor }) =>
        checkoutFrom(await shop.checkout({ id: params.id, owner: actorName(actor) })),
    }),
    defineSubjectRoute({
      method: 'DELETE',
      path: '/api/books/checkouts/:id',
      access: 'operate',
      scope: 'books:operate',
      summary: 'Cancels a checkout of one’s own',
      params: ofOne,
      answer: bookCheckout,
      handle: async ({ params, actor }) =>
        checkoutFrom(await shop.cancelCheckout({ id: params.id, owner: actorName(actor) })),
    }),
    defineSubjectRoute({
      method: 'POST',
      path: '/api/books/checkouts/:id/complete',
      access: 'operate',
      scope: 'books:operate',
      summary: 'Pays a checkout of one’s own; asked again, it answers with the same order',
      params: ofOne,
      body: bookPayment,
      answer: bookOrder,
      async handle({ params, body, actor }) {
        const asked = { id: params.id, owner: actorName(actor), paying: { token: body.paymentToken }, actor };
        return wholeOrder(mustBeOrdered(await shop.complete(asked)));
      },
    }),
    defineSubjectRoute({
      method: 'GET',
      path: '/api/books/orders',
      access: 'read',
      scope: 'books:orders',
      summary: 'Orders, newest first: all for whoever runs the shop, one’s own for everybody else',
      query: bookOrderQuery,
      answer: bookOrderPage,
      handle: async ({ query, actor }) => ({
        orders: (await shop.orders({ ...query, owner: ownerFor(actor) })).map((order) => orderFor(actor, order)),
      }),
    }),
    defineSubjectRoute({
      method: 'GET',
      path: '/api/books/orders/:id',
      access: 'read',
      scope: 'books:orders',
      summary: 'One order',
      params: ofOne,
      answer: bookOrder,
      handle: async ({ params, actor }) => orderFor(actor, await shop.order({ id: params.id, owner: ownerFor(actor) })),
    }),
    defineSubjectRoute({
      method: 'POST',
      path: '/api/books/orders/:id/steps',
      access: 'operate',
      scope: 'books:orders',
      summary: 'Records that an order was shipped or delivered; the platform that sold it is told',
      params: ofOne,
      body: newOrderStep,
      answer: bookOrder,
      handle: async ({ params, body, actor }) => orderFor(actor, await shop.recordStep(params.id, body, actor)),
    }),
  ];
}

/** Whoever runs the shop sees where others' books go if they may see personal data; one's own address is no secret. */
function orderFor(actor: Actor, order: Order): BookOrder {
  const shown = wholeOrder(order);
  if (ownerFor(actor) !== undefined || maySeePersonalData(actor)) return shown;
  return { ...shown, destination: null, hidden: whyHidden('destination', actor) };
}

/** People and programs that may operate run the shop. An agent sees its own orders: names and addresses are nobody else's business. */
function ownerFor(actor: Actor): string | undefined {
  const { principal } = actor;
  const runsShop = principal !== null && principal.kind !== 'agent' && principal.role !== 'viewer';
  return runsShop ? undefined : actorName(actor);
}

function mustBeOrdered(completed: Completed): Order {
  switch (completed.status) {
    case 'ordered':
      return completed.order;
    case 'in-progress':
      throw shopProblem('CONFLICT', sentenceOf('checkout-completing'), { state: 'completing' });
    case 'refused':
      throw shopProblem('CONFLICT', sentenceOf('payment-refused'), { why: completed.why });
    case 'challenge':
      throw shopProblem('CONFLICT', sentenceOf('payment-challenge'));
    case 'not-ready': {
      const troubles = completed.found.priced.troubles.map(troubleText);
      if (troubles.length === 0) throw shopProblem('CONFLICT', sentenceOf('checkout-changed'));
      const told = troubles.map((text) => text.replace(/\.$/, ''));
      throw shopProblem('CONFLICT', sentenceOf('checkout-not-ready', { troubles: told }), { troubles });
    }
  }
}
