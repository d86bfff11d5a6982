import { randomUUID } from 'node:crypto';
import { bound } from '#base/bound.ts';
import { every } from '#base/every.ts';
import { isUuid } from '#base/uuid.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { type Book, unknownBook } from './book.ts';
import { countBooks, findBooks, readBooks, readCategories } from './book-store.ts';
import { readCatalogue } from './catalogue-file.ts';
import { attemptMs, type CheckoutRequest, unknownCheckout } from './checkout.ts';
import { claimAbandoned, endAbandoned, forgetUnfinished, readAbandoned, readCheckout } from './checkout-store.ts';
import {
  cancelOpenCheckout,
  changeCheckout,
  changeOpenCart,
  checkoutOfCart,
  createCart,
  createCheckout,
  findCart,
  findCheckout,
  priceCart,
  priceCheckout,
  showCheckout,
} from './checkouts.ts';
import { completeCheckout } from './complete-checkout.ts';
import { ourCatalogue } from './data/our-catalogue.ts';
import { type Loaded, loadCatalogue } from './load-catalogue.ts';
import type { ShopNeeds } from './needs.ts';
import { listOrders } from './order-store.ts';
import { findOrder, recordStep } from './orders.ts';
import { priceWanted } from './price-wanted.ts';
import { recommend } from './recommend.ts';

const sweepMs = 60_000;
const keepUnfinishedMs = 30 * 86_400_000;

type Own = { id: string; owner: string };

/** The shop for everybody who sells in it: tools, REST and UCP. */
export type Shop = ReturnType<typeof openShop>;

export function openShop(needs: ShopNeeds) {
  const { pool, clock, log, terms } = needs;
  const sweeping = every({ task: 'tidy the shop', everyMs: sweepMs, log, run: () => sweep(needs) });

  return {
    terms,
    ...bound(pool, { find: findBooks, books: readBooks, categories: readCategories, recommend, orders: listOrders }),
    /** NOT_FOUND for a book that is not sold. */
    async book(id: string): Promise<Book> {
      const book = (await readBooks(pool, [id])).get(id);
      if (book === undefined) throw unknownBook();
      return book;
    },
    /** What something would cost, without keeping anything. `buyer`: for whom a first purchase counts. */
    price: (wanted: CheckoutRequest, buyer: string | null) =>
      priceWanted({ pool, terms, now: clock.now() }, wanted, buyer),

    ...bound(needs, {
      createCheckout,
      checkoutOfCart,
      changeCheckout,
      cancelCheckout: cancelOpenCheckout,
      complete: completeCheckout,
    }),
    checkout: async ({ id, owner }: Own) => showCheckout(needs, await findCheckout(needs, id, owner)),
    /** The same for our own eyes: what its owner has seen stays what it was. */
    look: async ({ id, owner }: Own) => priceCheckout(needs, await findCheckout(needs, id, owner)),
    /** For whoever came by the address of its page, which nobody guesses. */
    async ownerOfCheckout(id: string): Promise<string> {
      const checkout = isUuid(id) ? await readCheckout(pool, id) : undefined;
      if (checkout === undefined) throw unknownCheckout();
      return checkout.owner;
    },

    ...bound(needs, { createCart, changeCart: changeOpenCart, order: findOrder, recordStep }),
    cart: async ({ id, owner }: Own) => priceCart(needs, await findCart(needs, id, owner)),

    /** Where the buyer answers what their means of payment asks; null: on our own page. */
    challengeUrl: (id: string) => needs.payments.challengeUrl(id),

    async load(content: string, actor: Actor): Promise<Loaded> {
      const loaded = await loadCatalogue(pool, readCatalogue(content));
      const who = { principal: actorName(actor), door: actor.door };
      await needs.ledger.commit({
        audit: [{ ...who, action: 'books:load', subject: null, outcome: 'done', details: loaded }],
      });
      log.info(loaded, 'catalogue loaded');
      return loaded;
    },
    async loadOursIfEmpty(): Promise<Loaded | null> {
      return (await countBooks(pool)) > 0 ? null : loadCatalogue(pool, await ourCatalogue());
    },
    /** Ends what nobody finished; also done by itself. */
    sweep: () => sweeping.now(),
    close: () => sweeping.close(),
  };
}

async function sweep({ pool, clock, payments }: ShopNeeds): Promise<void> {
  const now = clock.now();
  const brokenBefore = new Date(now.getTime() - attemptMs);
  for (const { id } of await readAbandoned(pool, now, brokenBefore)) {
    const claim = { id, attempt: randomUUID(), now, brokenBefore };
    if (!(await claimAbandoned(pool, claim))) continue;
    await payments.giveBack(id);
    await endAbandoned(pool, claim);
  }
  await payments.settle();
  await forgetUnfinished(pool, now, new Date(now.getTime() - keepUnfinishedMs));
}
