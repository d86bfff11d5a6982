import { randomUUID } from 'node:crypto';
import { every } from '#base/every.ts';
import { isUuid } from '#base/uuid.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { type Book, type BookFilter, type Category, type FoundBooks, unknownBook } from './book.ts';
import { countBooks, findBooks, readBooks, readCategories } from './book-store.ts';
import { readCatalogue } from './catalogue-file.ts';
import { attemptMs, type Cart, type CheckoutContent, type CheckoutRequest, unknownCheckout } from './checkout.ts';
import { claimAbandoned, endAbandoned, forgetUnfinished, readAbandoned, readCheckout } from './checkout-store.ts';
import {
  cancelOpenCheckout,
  changeCheckout,
  changeOpenCart,
  createCart,
  createCheckout,
  findCart,
  findCheckout,
  type PricedCart,
  type PricedCheckout,
  priceCart,
  priceCheckout,
  showCheckout,
} from './checkouts.ts';
import { type Completed, completeCheckout, type Paying } from './complete-checkout.ts';
import { ourCatalogue } from './data/our-catalogue.ts';
import { type Loaded, loadCatalogue } from './load-catalogue.ts';
import type { ShopNeeds } from './needs.ts';
import type { Order, OrderStep } from './order.ts';
import { listOrders } from './order-store.ts';
import { findOrder, recordStep } from './orders.ts';
import { type Priced, priceWanted } from './price-wanted.ts';
import { type Recommendation, recommend } from './recommend.ts';

type Own = { id: string; owner: string };

/** The shop for everybody who sells in it: tools, REST and UCP. */
export type Shop = {
  find(filter: BookFilter): Promise<FoundBooks>;
  /** NOT_FOUND for a book that is not sold. */
  book(id: string): Promise<Book>;
  books(ids: readonly string[]): Promise<Map<string, Book>>;
  categories(): Promise<Category[]>;
  recommend(asked: {
    bookIds: readonly string[];
    category?: string | undefined;
    limit: number;
  }): Promise<Recommendation[]>;
  /** What something would cost, without keeping anything. `buyer`: for whom a first purchase counts. */
  price(wanted: CheckoutRequest, buyer: string | null): Promise<Priced>;

  createCheckout(owner: string, content: Omit<CheckoutContent, 'challenge'>): Promise<PricedCheckout>;
  checkout(own: Own): Promise<PricedCheckout>;
  /** The same for our own eyes: what its owner has seen stays what it was. */
  look(own: Own): Promise<PricedCheckout>;
  /** For whoever came by the address of its page, which nobody guesses. */
  ownerOfCheckout(id: string): Promise<string>;
  changeCheckout(own: Own, change: (content: CheckoutContent) => CheckoutContent): Promise<PricedCheckout>;
  cancelCheckout(own: Own): Promise<PricedCheckout>;
  complete(asked: Own & { version?: number; paying: Paying; actor: Actor; maxWaitMs?: number }): Promise<Completed>;

  createCart(owner: string, content: CheckoutRequest): Promise<PricedCart>;
  cart(own: Own): Promise<PricedCart>;
  changeCart(
    own: Own,
    change: { content?: CheckoutRequest; state?: Exclude<Cart['state'], 'open'> },
  ): Promise<PricedCart>;

  /** Without an owner: for whoever runs the shop. */
  order(asked: { id: string; owner?: string | undefined }): Promise<Order>;
  orders(asked: { owner?: string | undefined; limit: number; before?: number | undefined }): Promise<Order[]>;
  recordStep(id: string, step: Omit<OrderStep, 'id' | 'at'>, actor: Actor): Promise<Order>;

  /** All of the file, or nothing of it. */
  load(content: string, actor: Actor): Promise<Loaded>;
  /** Our own titles, where there are none. */
  loadOursIfEmpty(): Promise<Loaded | null>;
  /** Ends what nobody finished; also done by itself. */
  sweep(): Promise<void>;
  close(): Promise<void>;
};

const sweepMs = 60_000;
const keepUnfinishedMs = 30 * 86_400_000;

export function openShop(needs: ShopNeeds): Shop {
  const { pool, clock, log } = needs;
  const sweeping = every({ task: 'tidy the shop', everyMs: sweepMs, log, run: () => sweep(needs) });

  return {
    find: (filter) => findBooks(pool, filter),
    async book(id) {
      const book = (await readBooks(pool, [id])).get(id);
      if (book === undefined) throw unknownBook();
      return book;
    },
    books: (ids) => readBooks(pool, ids),
    categories: () => readCategories(pool),
    recommend: (asked) => recommend(pool, asked),
    price: (wanted, buyer) => priceWanted({ pool, now: clock.now() }, wanted, buyer),

    createCheckout: (owner, content) => createCheckout(needs, owner, content),
    checkout: async ({ id, owner }) => showCheckout(needs, await findCheckout(needs, id, owner)),
    look: async ({ id, owner }) => priceCheckout(needs, await findCheckout(needs, id, owner)),
    async ownerOfCheckout(id) {
      const checkout = isUuid(id) ? await readCheckout(pool, id) : undefined;
      if (checkout === undefined) throw unknownCheckout();
      return checkout.owner;
    },
    changeCheckout: (own, change) => changeCheckout(needs, own, change),
    cancelCheckout: (own) => cancelOpenCheckout(needs, own),
    complete: (asked) => completeCheckout(needs, asked),

    createCart: (owner, content) => createCart(needs, owner, content),
    cart: async ({ id, owner }) => priceCart(needs, await findCart(needs, id, owner)),
    changeCart: (own, change) => changeOpenCart(needs, own, change),

    order: (asked) => findOrder(needs, asked),
    orders: (asked) => listOrders(pool, asked),
    recordStep: (id, step, actor) => recordStep(needs, id, step, actor),

    async load(content, actor) {
      const loaded = await loadCatalogue(pool, readCatalogue(content));
      const who = { principal: actorName(actor), door: actor.door };
      await needs.ledger.commit({
        audit: [{ ...who, action: 'books:load', subject: null, outcome: 'done', details: loaded }],
      });
      log.info(loaded, 'catalogue loaded');
      return loaded;
    },
    async loadOursIfEmpty() {
      return (await countBooks(pool)) > 0 ? null : loadCatalogue(pool, await ourCatalogue());
    },
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
  await forgetUnfinished(pool, now, new Date(now.getTime() - keepUnfinishedMs));
}
