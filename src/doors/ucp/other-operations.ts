import { cursorOf } from '#base/cursor.ts';
import { type Book, skipOf, slugOf } from '#bookshop/book.ts';
import { errorAnswer, type Handle, unrecoverable } from './answer.ts';
import { discountCapability, lookupCapability, searchCapability } from './capabilities.ts';
import type { Message } from './messages.ts';
import type { UcpNeeds } from './needs.ts';
import { envelope, has, type Platform, speaking } from './platform.ts';
import { goneCart, whyNotSold } from './refused-answers.ts';
import type { CartBody, LookupBody, ProductBody, SearchBody } from './requests.ts';
import { showCart } from './show-checkout.ts';
import { showOrder } from './show-order.ts';
import { ucpTexts } from './texts.ts';
import { buyerFrom, linesFrom } from './wanted-from.ts';

const idsIn = ({ line_items: items }: CartBody) => items.map(({ item }) => item.id);

function cartContent(platform: Platform, { line_items: items, buyer, discounts, context }: CartBody) {
  const codes = has(platform, discountCapability) ? (discounts?.codes ?? []) : [];
  return {
    lines: linesFrom(items),
    codes,
    buyer: buyer === undefined ? null : buyerFrom(buyer),
    shipping: null,
    destination: null,
    ...(context && { context }),
  };
}

export const createCart: Handle<CartBody> = async (needs, platform, { body }) => {
  const refused = await whyNotSold(needs, speaking(platform, body.context), idsIn(body));
  if (refused !== undefined) return refused;
  const found = await needs.shop.createCart(platform.owner, cartContent(platform, body));
  return { status: 201, body: showCart(needs.show, platform, found) };
};

export const getCart: Handle = async (needs, platform, { id }) => {
  const found = await needs.shop.cart({ id, owner: platform.owner });
  if (found.cart.state === 'cancelled') return goneCart(needs, platform);
  return { status: 200, body: showCart(needs.show, platform, found) };
};

export const updateCart: Handle<CartBody> = async (needs, platform, { id, body }) => {
  const own = { id, owner: platform.owner };
  const { cart } = await needs.shop.cart(own);
  if (cart.state === 'cancelled') return goneCart(needs, platform);
  const refused = await whyNotSold(needs, speaking(platform, body.context), idsIn(body));
  if (refused !== undefined) return refused;
  const content = cartContent(platform, body);
  const codes = body.discounts?.codes === undefined ? cart.content.codes : content.codes;
  const found = await needs.shop.changeCart(own, {
    content: { ...cart.content, ...content, codes, buyer: content.buyer ?? cart.content.buyer },
  });
  return { status: 200, body: showCart(needs.show, platform, found) };
};

export const cancelCart: Handle = async (needs, platform, { id }) => {
  const own = { id, owner: platform.owner };
  const before = await needs.shop.cart(own);
  if (before.cart.state === 'open') await needs.shop.changeCart(own, { state: 'cancelled' });
  return { status: 200, body: showCart(needs.show, platform, before) };
};

export const getOrder: Handle = async (needs, platform, { id }) => {
  return { status: 200, body: showOrder(needs.show, platform, await needs.shop.order({ id, owner: platform.owner })) };
};

const usualLimit = 20;

export const searchCatalog: Handle<SearchBody> = async (needs, platform, { body }) => {
  const { query, filters, pagination } = body;
  const limit = pagination?.limit ?? usualLimit;
  const skip = skipOf(pagination?.cursor);
  const categories = filters?.categories?.map(slugOf) ?? [];
  const { currency } = needs.shop.terms;
  // Limits in another currency would leave out the wrong books.
  const isOther = filters?.price !== undefined && ![currency, undefined].includes(body.context?.currency);
  const price = isOther ? undefined : filters?.price;
  const asked = { query, leastCents: price?.min, maxCents: price?.max };
  const { books, total } =
    categories.length > 1
      ? await inSeveral(needs, categories, asked, { limit, skip })
      : await needs.shop.find({ ...asked, category: categories[0], limit, skip });
  const next = skip + books.length < total;
  return {
    status: 200,
    body: {
      ucp: envelope(platform, searchCapability),
      products: books.map((book) => showProduct(needs, book)),
      pagination: {
        has_next_page: next,
        total_count: total,
        ...(next && { cursor: cursorOf(String(skip + books.length)) }),
      },
      ...(isOther && { messages: [otherCurrency(currency, speaking(platform, body.context))] }),
    },
  };
};

function otherCurrency(currency: string, { language }: Platform): Message {
  const content = ucpTexts[language].otherCurrency(currency);
  return { type: 'warning', code: 'price_filter_ignored', content, path: '$.filters.price' };
}

/** One after the other: whoever asks for several shelves gets them shelf by shelf. */
async function inSeveral(
  { shop }: UcpNeeds,
  categories: readonly string[],
  asked: { query: string | undefined; leastCents: number | undefined; maxCents: number | undefined },
  { limit, skip }: { limit: number; skip: number },
): Promise<{ books: Book[]; total: number }> {
  const books: Book[] = [];
  let total = 0;
  for (const category of new Set(categories)) {
    const wanted = limit - books.length;
    const found = await shop.find({ ...asked, category, limit: Math.max(wanted, 1), skip: Math.max(skip - total, 0) });
    if (wanted > 0) books.push(...found.books);
    total += found.total;
  }
  return { books, total };
}

export const lookupCatalog: Handle<LookupBody> = async (needs, platform, { body }) => {
  const ids = [...new Set(body.ids)];
  const found = [...(await needs.shop.books(ids)).values()].filter((book) => fits(book, body.filters));
  return {
    status: 200,
    body: {
      ucp: envelope(platform, lookupCapability),
      products: found.map((book) => showProduct(needs, book, [book.id])),
    },
  };
};

export const getProduct: Handle<ProductBody> = async (needs, platform, { body }) => {
  const book = (await needs.shop.books([body.id])).get(body.id);
  if (book === undefined || !fits(book, body.filters)) {
    const messages = [unrecoverable('not_found', ucpTexts[speaking(platform, body.context).language].notSold)];
    return errorAnswer(platform, lookupCapability, { status: 200, messages, continueUrl: needs.show.baseUrl });
  }
  return { status: 200, body: { ucp: envelope(platform, lookupCapability), product: showProduct(needs, book) } };
};

function fits({ priceCents, category }: Book, filters: LookupBody['filters']): boolean {
  const { min = 0, max = Infinity } = filters?.price ?? {};
  const isOnShelf = filters?.categories === undefined || filters.categories.map(slugOf).includes(category);
  return priceCents >= min && priceCents <= max && isOnShelf;
}

/** A book is a product with one variant, under the same id. */
function showProduct({ show: { baseUrl }, shop }: UcpNeeds, book: Book, inputs?: readonly string[]): object {
  const { id, title, authors, description, categoryName, priceCents, stock, tags, isbn, pages, year, publisher } = book;
  const price = { amount: priceCents, currency: shop.terms.currency };
  const plain = { plain: description === '' ? title : description };
  return {
    id,
    handle: id,
    title,
    description: plain,
    url: `${baseUrl}/books/${encodeURIComponent(id)}`,
    categories: [{ value: categoryName, taxonomy: 'merchant' }],
    price_range: { min: price, max: price },
    variants: [
      {
        id,
        sku: id,
        title,
        description: plain,
        price,
        availability: { available: stock > 0 },
        tags: [...tags],
        ...(isbn !== null && { barcodes: [{ type: 'isbn', value: isbn }] }),
        ...(inputs && { inputs: inputs.map((input) => ({ id: input, match: 'exact' })) }),
      },
    ],
    metadata: { authors: [...authors], pages, year, publisher },
  };
}
