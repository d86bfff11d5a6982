import { afterAll, beforeAll, expect, vi } from 'vitest';
import { ourCatalogueFile } from './catalogue-file.ts';
import { startSigec, type TestSigec } from './sigec.ts';
import { openPlatform, platformProfile, type TestPlatform } from './ucp-platform.ts';
import {
  CheckoutResponseSchema,
  ExtendedCheckoutResponseSchema,
  MessageSchema,
  OrderSchema,
  UcpResponseSchema,
} from './ucp-sdk.ts';
import { mustFit } from './ucp-shapes.ts';

export const versions = ['2026-01-11', '2026-04-08', '2026-08-25'] as const;
export type Version = (typeof versions)[number];

/* oxlint-disable import/no-mutable-exports -- whoever imports them reads them in tests alone, and by then they are set */
export let sigec: TestSigec;
export let platform: TestPlatform;
export let shop: string;
/* oxlint-enable import/no-mutable-exports */
export const profiles = {} as Record<Version, string>;

/** For one test file: a product with our catalogue, and a platform that buys there. */
export function openUcpShop(): void {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });
  beforeAll(async () => {
    platform = await openPlatform();
    // Up to R$ 200 a platform completes by itself here; above, the buyer confirms.
    sigec = await startSigec({ UCP_REVIEW_ABOVE_CENTS: '20000' });
    shop = sigec.addresses.ucp ?? '';
    await sigec.api.put('/api/books/catalogue', { content: await ourCatalogueFile() });
    for (const version of versions) profiles[version] = platform.put(`/${version}.json`, platformProfile({ version }));
  });
  afterAll(async () => {
    await sigec[Symbol.asyncDispose]();
    await platform[Symbol.asyncDispose]();
  });
}

export type Body = Record<string, unknown>;
export type Message = { type: string; code: string; severity?: string; path?: string };
export type Checkout = Body & {
  id: string;
  status: string;
  totals: { type: string; amount: number }[];
  messages?: Message[];
  continue_url?: string;
};
export type Answer = { status: number; headers: Headers; body: Checkout };
export type Asking = { profile?: string; key?: string; headers?: Record<string, string> };

/** One request of a platform. Every answer is read with the schemas of its revision. */
export async function ask(
  method: string,
  path: string,
  body?: unknown,
  { profile = profiles['2026-04-08'], key, headers = {} }: Asking = {},
): Promise<Answer> {
  const response = await fetch(`${shop}${path}`, {
    method,
    headers: {
      'ucp-agent': `profile="${profile}"`,
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = { status: response.status, headers: response.headers, body: (await response.json()) as Checkout };
  if (profile === profiles['2026-01-11'] && answer.body['ucp'] !== undefined) mustFitFirstRevision(answer.body);
  for (const version of ['2026-04-08', '2026-08-25'] as const)
    if (profile === profiles[version]) mustFit(version, answer.body);
  return answer;
}

/** Read back unchanged, as far as the package knows the fields: nothing of ours is dropped that it has a name for. */
export function mustFitFirstRevision(body: Checkout): void {
  UcpResponseSchema.parse(body['ucp']);
  for (const message of body.messages ?? []) expect(MessageSchema.parse(message)).toEqual(message);
  if (body['checkout_id'] !== undefined) OrderSchema.parse(body);
  else if (body['line_items'] !== undefined) {
    CheckoutResponseSchema.parse(body);
    const { expires_at: _at, payment: _payment, ...read } = ExtendedCheckoutResponseSchema.parse(body);
    expect(body).toMatchObject(JSON.parse(JSON.stringify(read)) as object);
  }
}

export const buyer = { email: 'ana@example.com', first_name: 'Ana', consent: { marketing: false } };
export const address = {
  street_address: 'Rua A, 1',
  address_locality: 'Recife',
  address_region: 'PE',
  postal_code: '50000-000',
  address_country: 'BR',
};
export const pickup = { methods: [{ type: 'pickup' }] };
export const lines = (...books: [id: string, quantity: number][]) =>
  books.map(([id, quantity]) => ({ item: { id }, quantity }));
export const ready = (...books: [string, number][]) => ({ line_items: lines(...books), buyer, fulfillment: pickup });

export function instrument(token: string, handler_id = 'mock_payment_handler'): object {
  return { id: 'i-1', handler_id, type: 'card', credential: { type: 'token', token } };
}
export function paying(version: Version, token: string): object {
  if (version === '2026-01-11') return { payment_data: instrument(token) };
  return { payment: { instruments: [{ ...instrument(token), selected: true }] } };
}

/** What the form of a page says that its reader has seen. */
export function seenOn(html: string): string {
  return /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? '';
}

export async function stockOf(id: string): Promise<number> {
  return (await sigec.api.get<{ stock: number }>(`/api/books/${id}`)).stock;
}

/** What is written to the right of the sign adds up to the total, in the way of its revision. */
export function mustAddUp({ totals }: Checkout, version: Version): number {
  const of = (type: string) => totals.find((each) => each.type === type)?.amount ?? 0;
  const off = of('items_discount') + of('discount');
  expect(of('subtotal') + of('fulfillment') + (version === '2026-01-11' ? -off : off)).toBe(of('total'));
  return of('total');
}
