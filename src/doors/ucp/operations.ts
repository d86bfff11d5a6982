import { z } from 'zod';
import type { UcpAnswer } from './answer.ts';
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
import type { UcpNeeds } from './needs.ts';
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
import type { Platform } from './platform.ts';
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
  handle(needs: UcpNeeds, platform: Platform, asked: { id: string; body: unknown }): Promise<UcpAnswer>;
};

type Described<Body> = Omit<Operation, 'body' | 'handle' | 'isWrite' | 'needsKey'> & {
  body?: z.ZodObject & { _output: Body };
  handle(needs: UcpNeeds, platform: Platform, asked: { id: string; body: Body }): Promise<UcpAnswer>;
  needsKey?: boolean;
};

function operation<Body>(described: Described<Body>): Operation {
  const { body = null, handle, method, needsKey = false } = described;
  const isWrite = method !== 'GET' && described.argument !== 'catalog';
  return {
    ...{ ...described, body, isWrite, needsKey },
    handle: (needs, platform, { id, body: given }) => handle(needs, platform, { id, body: given as Body }),
  };
}

const checkout = { root: checkoutCapability, argument: 'checkout' } as const;
const cart = { root: cartCapability, argument: 'cart' } as const;

export const operations: readonly Operation[] = [
  operation({
    ...checkout,
    name: 'create_checkout',
    about: 'Creates a checkout session.',
    method: 'POST',
    path: '/checkout-sessions',
    body: createCheckoutBody,
    handle: createCheckout,
  }),
  operation({
    ...checkout,
    name: 'get_checkout',
    about: 'Reads a checkout session.',
    method: 'GET',
    path: '/checkout-sessions/{id}',
    handle: getCheckout,
  }),
  operation({
    ...checkout,
    name: 'update_checkout',
    about: 'Changes a checkout session.',
    method: 'PUT',
    path: '/checkout-sessions/{id}',
    body: updateCheckoutBody,
    handle: updateCheckout,
  }),
  operation({
    ...checkout,
    name: 'complete_checkout',
    about: 'Pays a checkout session and places the order.',
    method: 'POST',
    path: '/checkout-sessions/{id}/complete',
    body: completeBody,
    handle: completeCheckout,
    needsKey: true,
  }),
  operation({
    ...checkout,
    name: 'cancel_checkout',
    about: 'Cancels a checkout session.',
    method: 'POST',
    path: '/checkout-sessions/{id}/cancel',
    body: z.object({}),
    handle: cancelCheckout,
    needsKey: true,
  }),
  operation({
    ...cart,
    name: 'create_cart',
    about: 'Creates a cart.',
    method: 'POST',
    path: '/carts',
    body: cartBody,
    handle: createCart,
  }),
  operation({ ...cart, name: 'get_cart', about: 'Reads a cart.', method: 'GET', path: '/carts/{id}', handle: getCart }),
  operation({
    ...cart,
    name: 'update_cart',
    about: 'Changes a cart.',
    method: 'PUT',
    path: '/carts/{id}',
    body: cartBody,
    handle: updateCart,
  }),
  operation({
    ...cart,
    name: 'cancel_cart',
    about: 'Cancels a cart.',
    method: 'POST',
    path: '/carts/{id}/cancel',
    body: z.object({}),
    handle: cancelCart,
    needsKey: true,
  }),
  operation({
    root: searchCapability,
    argument: 'catalog',
    name: 'search_catalog',
    about: 'Finds books by words, category and price.',
    method: 'POST',
    path: '/catalog/search',
    body: searchBody,
    handle: searchCatalog,
  }),
  operation({
    root: lookupCapability,
    argument: 'catalog',
    name: 'lookup_catalog',
    about: 'Reads several books by their ids.',
    method: 'POST',
    path: '/catalog/lookup',
    body: lookupBody,
    handle: lookupCatalog,
  }),
  operation({
    root: lookupCapability,
    argument: 'catalog',
    name: 'get_product',
    about: 'Reads one book.',
    method: 'POST',
    path: '/catalog/product',
    body: productBody,
    handle: getProduct,
  }),
  operation({
    root: orderCapability,
    argument: null,
    name: 'get_order',
    about: 'Reads an order.',
    method: 'GET',
    path: '/orders/{id}',
    handle: getOrder,
  }),
];
