import { cursorOf } from '#base/cursor.ts';
import { type Book, skipOf, slugOf } from '#bookshop/book.ts';
import { errorAnswer, type UcpAnswer, unrecoverable } from './answer.ts';
import { cartCapability, discountCapability, lookupCapability, searchCapability } from './capabilities.ts';
import { whyNotSold } from './checkout-operations.ts';
import type { UcpNeeds } from './needs.ts';
import { envelope, has, type Platform } from './platform.ts';
import type { CartBody, LookupBody, SearchBody } from './requests.ts';
import { showProduct } from './show-catalog.ts';
import { showCart } from './show-checkout.ts';
import { showOrder } from './show-order.ts';
import { ucpTexts } from './texts.ts';
import { linesFrom } from './wanted-from.ts';

type OperationRequest<Body> = { id: string; body: Body };

function cartContent(platform: Platform, { line_items: items, buyer, discounts }: CartBody) {
  const codes = has(platform, discountCapability) ? (discounts?.codes ?? []) : [];
  return { lines: linesFrom(items), codes, buyer: buyer ?? null, shipping: null, destination: null };
}

export async function createCart(
  needs: UcpNeeds,
  platform: Platform,
  { body }: OperationRequest<CartBody>,
): Promise<UcpAnswer> {
  const refused = await whyNotSold(
    needs,
    platform,
    body.line_items.map(({ item }) => item.id),
  );
  if (refused !== undefined) return refused;
  const found = await needs.shop.createCart(platform.owner, cartContent(platform, body));
  return { status: 201, body: showCart(needs.show, platform, found) };
}

export async function getCart(
  needs: UcpNeeds,
  platform: Platform,
  { id }: OperationRequest<unknown>,
): Promise<UcpAnswer> {
  const found = await needs.shop.cart({ id, owner: platform.owner });
  if (found.cart.state === 'cancelled') return goneCart(needs, platform);
  return { status: 200, body: showCart(needs.show, platform, found) };
}

export async function updateCart(
  needs: UcpNeeds,
  platform: Platform,
  { id, body }: OperationRequest<CartBody>,
): Promise<UcpAnswer> {
  const own = { id, owner: platform.owner };
  const { cart } = await needs.shop.cart(own);
  const refused = await whyNotSold(
    needs,
    platform,
    body.line_items.map(({ item }) => item.id),
  );
  if (refused !== undefined) return refused;
  const content = cartContent(platform, body);
  const codes = body.discounts?.codes === undefined ? cart.content.codes : content.codes;
  const found = await needs.shop.changeCart(own, {
    content: { ...content, codes, buyer: content.buyer ?? cart.content.buyer },
  });
  return { status: 200, body: showCart(needs.show, platform, found) };
}

export async function cancelCart(
  needs: UcpNeeds,
  platform: Platform,
  { id }: OperationRequest<unknown>,
): Promise<UcpAnswer> {
  const own = { id, owner: platform.owner };
  const before = await needs.shop.cart(own);
  if (before.cart.state === 'open') await needs.shop.changeCart(own, { state: 'cancelled' });
  return { status: 200, body: showCart(needs.show, platform, before) };
}

function goneCart({ show }: UcpNeeds, platform: Platform): UcpAnswer {
  const messages = [unrecoverable('not_found', 'The cart was cancelled.')];
  return errorAnswer(platform, cartCapability, { status: 404, messages, continueUrl: show.baseUrl });
}

export async function getOrder(
  needs: UcpNeeds,
  platform: Platform,
  { id }: OperationRequest<unknown>,
): Promise<UcpAnswer> {
  return { status: 200, body: showOrder(needs.show, platform, await needs.shop.order({ id, owner: platform.owner })) };
}

const usualLimit = 20;

export async function searchCatalog(
  needs: UcpNeeds,
  platform: Platform,
  { body }: OperationRequest<SearchBody>,
): Promise<UcpAnswer> {
  const { query, filters, pagination } = body;
  const limit = pagination?.limit ?? usualLimit;
  const skip = skipOf(pagination?.cursor);
  const categories = filters?.categories?.map(slugOf) ?? [];
  const asked = { query, leastCents: filters?.price?.min, maxCents: filters?.price?.max };
  const { books, total } =
    categories.length > 1
      ? await inSeveral(needs, categories, asked, { limit, skip })
      : await needs.shop.find({ ...asked, category: categories[0], limit, skip });
  const next = skip + books.length < total;
  return {
    status: 200,
    body: {
      ucp: envelope(platform, searchCapability),
      products: books.map((book) => showProduct(book, needs.show)),
      pagination: {
        ...{ has_next_page: next, total_count: total },
        ...(next && { cursor: cursorOf(String(skip + books.length)) }),
      },
    },
  };
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

export async function lookupCatalog(
  needs: UcpNeeds,
  platform: Platform,
  { body }: OperationRequest<LookupBody>,
): Promise<UcpAnswer> {
  const ids = [...new Set(body.ids)];
  const found = [...(await needs.shop.books(ids)).values()].filter((book) => fits(book, body.filters));
  return {
    status: 200,
    body: {
      ucp: envelope(platform, lookupCapability),
      products: found.map((book) => showProduct(book, needs.show, [book.id])),
    },
  };
}

export async function getProduct(
  needs: UcpNeeds,
  platform: Platform,
  { body }: OperationRequest<{ id: string; filters?: LookupBody['filters'] }>,
): Promise<UcpAnswer> {
  const book = (await needs.shop.books([body.id])).get(body.id);
  if (book === undefined || !fits(book, body.filters)) {
    const messages = [unrecoverable('not_found', ucpTexts[platform.language].notSold)];
    return errorAnswer(platform, lookupCapability, { status: 200, messages, continueUrl: needs.show.baseUrl });
  }
  return { status: 200, body: { ucp: envelope(platform, lookupCapability), product: showProduct(book, needs.show) } };
}

function fits({ priceCents, category }: Book, filters: LookupBody['filters']): boolean {
  const { min = 0, max = Infinity } = filters?.price ?? {};
  const isOnShelf = filters?.categories === undefined || filters.categories.map(slugOf).includes(category);
  return priceCents >= min && priceCents <= max && isOnShelf;
}
