import { knownCategory } from '#bookshop/book.ts';
import type { Completed } from '#bookshop/complete-checkout.ts';
import type { Shop } from '#bookshop/open-shop.ts';
import type { Order } from '#bookshop/orders.ts';
import { troubleText } from '#bookshop/trouble-text.ts';
import { bookApi } from '#contract/api/books.ts';
import type { BookOrder } from '#contract/bookshop/book.ts';
import { problemOf } from '#contract/problems/problem.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { maySeePersonalData, whyHidden } from '#principals/personal-data.ts';
import { serve } from '../route.ts';
import { bookOf, cartFrom, checkoutFrom, wantedFrom, orderFrom as wholeOrder } from './book-shapes.ts';

export type ShopRouteNeeds = { shop: Shop };

export const bookRoutes = serve<typeof bookApi, ShopRouteNeeds>(bookApi, {
  async list({ query: { search, category, ...filter } }, { shop }) {
    const shelf = category === undefined ? undefined : (await knownCategory(shop, category)).id;
    const { books, total, isLoose } = await shop.find({ ...filter, query: search, category: shelf });
    return { books: books.map((book) => bookOf(book, shop.terms)), total, isLoose };
  },
  categories: async (_asked, { shop }) => ({ categories: await shop.categories() }),
  get: async ({ params }, { shop }) => bookOf(await shop.book(params.bookId), shop.terms),
  price: async ({ body, actor }, { shop }) =>
    cartFrom(await shop.price(wantedFrom(body), actorName(actor)), shop.terms),
  load: ({ body, actor }, { shop }) => shop.load(body.content, actor),
  createCheckout: async ({ body, actor }, { shop }) =>
    checkoutFrom(
      await shop.createCheckout(actorName(actor), { ...wantedFrom(body), needsEmail: false, tell: null }),
      shop.terms,
    ),
  getCheckout: async ({ params, actor }, { shop }) =>
    checkoutFrom(await shop.checkout({ id: params.id, owner: actorName(actor) }), shop.terms),
  cancelCheckout: async ({ params, actor }, { shop }) =>
    checkoutFrom(await shop.cancelCheckout({ id: params.id, owner: actorName(actor) }), shop.terms),
  async completeCheckout({ params, body, actor }, { shop }) {
    const asked = { id: params.id, owner: actorName(actor), paying: { token: body.paymentToken }, actor };
    return wholeOrder(mustBeOrdered(await shop.complete(asked)));
  },
  orders: async ({ query, actor }, { shop }) => ({
    orders: (await shop.orders({ ...query, owner: ownerFor(actor) })).map((order) => orderFor(actor, order)),
  }),
  getOrder: async ({ params, actor }, { shop }) =>
    orderFor(actor, await shop.order({ id: params.id, owner: ownerFor(actor) })),
  addOrderStep: async ({ params, body, actor }, { shop }) =>
    orderFor(actor, await shop.recordStep(params.id, body, actor)),
});

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
      throw problemOf('CONFLICT', sentenceOf('checkout-completing'), { state: 'completing' });
    case 'refused':
      throw problemOf('CONFLICT', sentenceOf('payment-refused'), { why: completed.why });
    case 'challenge':
      throw problemOf('CONFLICT', sentenceOf('payment-challenge'));
    case 'not-ready': {
      const { priced } = completed.found;
      const troubles = priced.troubles.map((trouble) => troubleText(trouble, priced.currency));
      if (troubles.length === 0) throw problemOf('CONFLICT', sentenceOf('checkout-changed'));
      const told = troubles.map((text) => text.replace(/\.$/, ''));
      throw problemOf('CONFLICT', sentenceOf('checkout-not-ready', { troubles: told }), { troubles });
    }
  }
}
