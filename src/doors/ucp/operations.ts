import { z } from 'zod';
import type { Handle } from './answer.ts';
import {
  cartCapability,
  checkoutCapability,
  lookupCapability,
  orderCapability,
  searchCapability,
} from './capabilities.ts';
import {
  cancelCheckout,
  completeCheckout,
  createCheckout,
  getCheckout,
  updateCheckout,
} from './checkout-operations.ts';
import {
  cancelCart,
  createCart,
  getCart,
  getOrder,
  getProduct,
  lookupCatalog,
  searchCatalog,
  updateCart,
} from './other-operations.ts';
import {
  cartBody,
  completeBody,
  createCheckoutBody,
  lookupBody,
  productBody,
  searchBody,
  updateCheckoutBody,
} from './requests.ts';

/** One thing that a platform can ask for: the same over REST and over MCP. */
export type Operation = {
  /** As the MCP binding calls it. */
  name: string;
  about: string;
  method: 'GET' | 'POST' | 'PUT';
  /** With one part in braces at most. */
  path: string;
  /** The capability that has to be agreed upon. */
  root: string;
  /** Under which argument the MCP binding carries the body. */
  argument: 'checkout' | 'cart' | 'catalog' | null;
  body: z.ZodObject | null;
  /** Whether it may be asked for twice by mistake, and a key says so. */
  isWrite: boolean;
  /** Whether the MCP binding insists on such a key. */
  needsKey: boolean;
  handle: Handle;
};

type Row<Body> = {
  /** Method and path. */
  route: `${Operation['method']} ${string}`;
  about: string;
  body?: z.ZodObject & { _output: Body };
  needsKey?: boolean;
};

function operation<Body>(
  name: string,
  of: Pick<Operation, 'root' | 'argument'>,
  row: Row<Body>,
  handle: Handle<Body>,
): Operation {
  const { route, about, body = null, needsKey = false } = row;
  const [method, path] = route.split(' ') as [Operation['method'], string];
  const isWrite = method !== 'GET' && of.argument !== 'catalog';
  return { ...of, name, about, method, path, body, isWrite, needsKey, handle: handle as Handle };
}

const checkout = { root: checkoutCapability, argument: 'checkout' } as const;
const cart = { root: cartCapability, argument: 'cart' } as const;
const search = { root: searchCapability, argument: 'catalog' } as const;
const lookup = { root: lookupCapability, argument: 'catalog' } as const;
const order = { root: orderCapability, argument: null } as const;
const nothing = z.object({});

export const operations: readonly Operation[] = [
  operation(
    'create_checkout',
    checkout,
    { route: 'POST /checkout-sessions', about: 'Creates a checkout session.', body: createCheckoutBody },
    createCheckout,
  ),
  operation(
    'get_checkout',
    checkout,
    { route: 'GET /checkout-sessions/{id}', about: 'Reads a checkout session.' },
    getCheckout,
  ),
  operation(
    'update_checkout',
    checkout,
    { route: 'PUT /checkout-sessions/{id}', about: 'Changes a checkout session.', body: updateCheckoutBody },
    updateCheckout,
  ),
  operation(
    'complete_checkout',
    checkout,
    {
      route: 'POST /checkout-sessions/{id}/complete',
      about: 'Pays a checkout session and places the order.',
      body: completeBody,
      needsKey: true,
    },
    completeCheckout,
  ),
  operation(
    'cancel_checkout',
    checkout,
    {
      route: 'POST /checkout-sessions/{id}/cancel',
      about: 'Cancels a checkout session.',
      body: nothing,
      needsKey: true,
    },
    cancelCheckout,
  ),
  operation('create_cart', cart, { route: 'POST /carts', about: 'Creates a cart.', body: cartBody }, createCart),
  operation('get_cart', cart, { route: 'GET /carts/{id}', about: 'Reads a cart.' }, getCart),
  operation('update_cart', cart, { route: 'PUT /carts/{id}', about: 'Changes a cart.', body: cartBody }, updateCart),
  operation(
    'cancel_cart',
    cart,
    { route: 'POST /carts/{id}/cancel', about: 'Cancels a cart.', body: nothing, needsKey: true },
    cancelCart,
  ),
  operation(
    'search_catalog',
    search,
    { route: 'POST /catalog/search', about: 'Finds books by words, category and price.', body: searchBody },
    searchCatalog,
  ),
  operation(
    'lookup_catalog',
    lookup,
    { route: 'POST /catalog/lookup', about: 'Reads several books by their ids.', body: lookupBody },
    lookupCatalog,
  ),
  operation(
    'get_product',
    lookup,
    { route: 'POST /catalog/product', about: 'Reads one book.', body: productBody },
    getProduct,
  ),
  operation('get_order', order, { route: 'GET /orders/{id}', about: 'Reads an order.' }, getOrder),
];
