import { describe, expect, test } from 'vitest';
import { SigecError } from '#base/errors.ts';
import type { PricedCart, PricedCheckout } from '#bookshop/checkouts.ts';
import type { Shop } from '#bookshop/open-shop.ts';
import { shippingOptions } from '#bookshop/shipping.ts';
import { usualTerms } from '#bookshop/terms.ts';
import { fakeBusiness } from '../../../test/support/fake-business.ts';
import { someText } from '../../../test/support/some.ts';
import { capabilitiesOf } from './capabilities.ts';
import { completeCheckout, createCheckout, refusalAnswer, updateCheckout } from './checkout-operations.ts';
import type { UcpNeeds } from './needs.ts';
import type { Platform } from './platform.ts';
import { escalations, type ShowNeeds, showCart, showCheckout, statusOf } from './show-checkout.ts';
import { emptyContent, linesFrom, withBody } from './wanted-from.ts';

const newest = '2026-04-08' as const;
const first = '2026-01-11' as const;
const show = {
  baseUrl: 'https://shop.example',
  reviewAboveCents: 10_000,
  payments: { id: 'pix', name: 'com.example.pix', instruments: ['pix'] },
  terms: usualTerms,
  authorize: () => 'signed',
  pageOf: (kind: string, id: string) => `https://shop.example/${kind}/${id}`,
} as unknown as ShowNeeds;
const platformOf = (version: typeof newest | typeof first = newest, without: readonly string[] = []): Platform => ({
  profileUrl: 'https://p.example',
  version,
  webhookUrl: null,
  owner: 'ucp:p',
  language: 'en',
  actor: { principal: null, door: 'rest' },
  signingKeys: [],
  common: capabilitiesOf(version).filter(({ name }) => !without.includes(name) && !/ap2|identity/.test(name)),
});
const totals = {
  subtotalCents: 5000,
  discountCents: 500,
  shippingCents: 1490,
  shippingDiscountCents: 0,
  totalCents: 5990,
  lines: [{ subtotalCents: 5000, discountCents: 500, totalCents: 4500 }],
};
const content = {
  lines: [],
  codes: ['TEN', 'OLD'],
  buyer: null,
  destination: null,
  challenge: null,
  shipping: null,
  needsEmail: true,
  tell: null,
};
const checkout = {
  id: 'c1',
  owner: 'ucp:p',
  state: 'open',
  orderId: null,
  content,
  expiresAt: new Date('2026-03-01T12:00:00Z'),
};
const priced = {
  totals,
  troubles: [],
  verdicts: [],
  surplusCodes: [],
  shipping: null,
  coupon: null,
  shippingOptions: shippingOptions(usualTerms, null),
  currency: 'BRL',
  items: [{ line: { id: 'li_1', quantity: 2 }, book: { id: 'b1', title: 'Sertão', priceCents: 2500 } }],
};
const found = (other: { checkout?: object; content?: object; priced?: object } = {}) =>
  ({
    checkout: { ...checkout, ...other.checkout, content: { ...content, ...other.content } },
    priced: { ...priced, ...other.priced },
  }) as unknown as PricedCheckout;
const dear = { priced: { totals: { ...totals, totalCents: 10_001 } } };

describe('the status of a checkout', () => {
  test.each<[Parameters<typeof found>[0], string]>([
    [{}, 'ready_for_complete'],
    [{ checkout: { state: 'completed' } }, 'completed'],
    [{ checkout: { state: 'cancelled' } }, 'canceled'],
    [{ checkout: { state: 'completing' } }, 'complete_in_progress'],
    [{ priced: { troubles: [{ kind: 'empty' }] } }, 'incomplete'],
    [dear, 'requires_escalation'],
    [{ priced: { totals: { ...totals, totalCents: 10_000 } } }, 'ready_for_complete'],
    [{ content: { challenge: 'x' } }, 'requires_escalation'],
  ])('of %o is %s', (other, status) => {
    expect(statusOf(show, found(other))).toBe(status);
  });

  test('a challenge comes before a look', () => {
    expect(escalations(show, found({ ...dear, content: { challenge: 'x' } }))).toEqual(['challenge']);
    expect(escalations(show, found(dear))).toEqual(['review']);
  });
});

describe('a checkout as a platform sees it', () => {
  const shown = (other: Parameters<typeof found>[0] = {}, platform = platformOf()) =>
    showCheckout(show, platform, found(other)) as Record<string, unknown>;

  test('in the newest revision', () => {
    expect(shown()).toMatchSnapshot();
  });

  test('in the first revision', () => {
    expect(shown({}, platformOf(first))).toMatchSnapshot();
  });

  test('with all that there is', () => {
    const whole = {
      content: {
        buyer: { email: 'a@example.org', consent: { marketing: true } },
        destination: { street_address: 'Rua 1' },
      },
      priced: {
        shipping: { id: 'express', method: 'shipping' },
        coupon: { code: 'TEN', title: 'Ten' },
        verdicts: [
          { isApplied: true, code: 'TEN' },
          { isApplied: false, code: 'OLD', why: 'expired' },
        ],
        surplusCodes: ['OLD'],
      },
    };
    expect(shown(whole)).toMatchSnapshot('all agreed upon');
    expect(
      shown(
        whole,
        platformOf(newest, [
          'dev.ucp.shopping.discount',
          'dev.ucp.shopping.fulfillment',
          'dev.ucp.shopping.buyer_consent',
        ]),
      ),
    ).toMatchSnapshot('the least agreed upon');
  });

  test.each([
    [{ priced: { shipping: { id: 'pickup', method: 'pickup' } } }, [{ id: 'site', name: someText }], 'site'],
    [{ priced: { shipping: { id: 'standard', method: 'shipping' } } }, [], null],
  ])('delivered %o', (other, destinations, selected) => {
    expect(shown(other)['fulfillment']).toMatchObject({
      methods: [{ destinations, selected_destination_id: selected }],
    });
  });

  test('a discount on shipping is one of the shipping', () => {
    const coupon = { code: 'FREE', title: 'Free' };
    const other = { priced: { coupon, totals: { ...totals, shippingDiscountCents: 1490 } } };
    expect(shown(other)['discounts']).toMatchObject({
      applied: [{ amount: 1990, allocations: [{ path: '$.totals[?@.type == "fulfillment"]', amount: 1990 }] }],
    });
    expect(shown({ priced: { coupon } })['discounts']).toMatchObject({
      applied: [{ amount: 500, allocations: [{ path: '$.line_items[0]', amount: 500 }] }],
    });
  });

  test('one that is over has an order, no page and no messages', () => {
    const over = shown({ checkout: { state: 'completed', orderId: 'o1' }, priced: { troubles: [{ kind: 'empty' }] } });
    expect(over).toMatchObject({ order: { id: 'o1', permalink_url: 'https://shop.example/order/o1' } });
    expect(over).not.toHaveProperty('continue_url');
    expect(over).not.toHaveProperty('messages');
    expect(shown()).not.toHaveProperty('order');
  });

  test.each([
    [dear, ['buyer_review']],
    [{ content: { challenge: 'x' } }, ['payment_challenge']],
    [{ ...dear, priced: { ...dear.priced, troubles: [{ kind: 'no-email' }] } }, ['field_required']],
  ])('%o waits for %o', (other, codes) => {
    expect((shown(other)['messages'] as { code: string }[]).map(({ code }) => code)).toEqual(codes);
  });

  test('a cart tells of books alone', () => {
    const troubles = ['out-of-stock', 'not-sold', 'empty', 'no-email', 'no-shipping'].map((kind) => ({
      kind,
      line: 0,
      inStock: 0,
    }));
    const cart = {
      cart: { id: 'k1', content, expiresAt: checkout.expiresAt },
      priced: { ...priced, troubles },
    } as unknown as PricedCart;
    expect(showCart(show, platformOf(), cart)).toMatchSnapshot();
    const buyer = { email: 'a@example.org' };
    const other = { ...cart, cart: { ...cart.cart, content: { ...content, buyer } }, priced } as unknown as PricedCart;
    expect(showCart(show, platformOf(), other)).toMatchObject({ buyer });
    expect(showCart(show, platformOf(newest, ['dev.ucp.shopping.discount']), other)).not.toHaveProperty('discounts');
  });
});

describe('what a request wants', () => {
  test('a checkout begins empty, with the books taken at the site where no delivery was agreed upon', () => {
    expect(emptyContent(platformOf())).toMatchObject({ shipping: null, tell: null, needsEmail: true });
    const other = { ...platformOf(newest, ['dev.ucp.shopping.fulfillment']), webhookUrl: 'https://p.example/w' };
    expect(emptyContent(other)).toMatchObject({
      shipping: 'pickup',
      tell: { url: 'https://p.example/w', version: newest },
    });
  });

  test('lines keep their ids, and get one where it is missing or came twice', () => {
    const item = { id: 'b1' };
    const lines = linesFrom([
      { item, quantity: 1 },
      { id: 'a', item, quantity: 2 },
      { id: 'a', item, quantity: 3 },
      { id: 'li_5', item, quantity: 1 },
      { item, quantity: 1 },
    ]);
    expect(lines.map(({ id }) => id)).toEqual(['li_1', 'a', 'li_3_1', 'li_5', 'li_5_1']);
  });

  const before = { ...content, shipping: 'express' as const, destination: { street_address: 'old' } };
  const bodied = (body: object, platform = platformOf()) =>
    withBody(before as never, body as never, platform) as unknown as Record<string, unknown>;
  const delivered = (method: object) => {
    const { shipping, destination } = bodied({ fulfillment: { methods: [method] } });
    return [shipping, (destination as { street_address?: string } | null)?.street_address];
  };

  test('what is left out stays, and what was not agreed upon is left alone', () => {
    expect(bodied({})).toEqual(before);
    expect(bodied({ buyer: { email: 'x' }, discounts: { codes: ['A'] } })).toMatchObject({
      buyer: { email: 'x' },
      codes: ['A'],
    });
    expect(bodied({ discounts: { codes: ['A'] } }, platformOf(newest, ['dev.ucp.shopping.discount']))).toMatchObject({
      codes: before.codes,
    });
    expect(
      bodied({ fulfillment: { methods: [{ type: 'pickup' }] } }, platformOf(newest, ['dev.ucp.shopping.fulfillment'])),
    ).toMatchObject({ shipping: 'express' });
  });

  test.each([
    [{ type: 'pickup' }, ['pickup', 'old']],
    [{ id: 'method-pickup' }, ['pickup', 'old']],
    [{ type: 'shipping' }, ['express', 'old']],
    [{}, ['express', 'old']],
    [{ groups: [{ selected_option_id: 'standard' }] }, ['standard', 'old']],
    [{ groups: [{ selected_option_id: 'pickup' }] }, ['standard', 'old']],
    [{ groups: [{ selected_option_id: 'nothing' }] }, ['standard', 'old']],
    [{ destinations: [{ street_address: 'new' }] }, ['express', 'new']],
    [
      {
        destinations: [
          { id: 'a', street_address: 'a' },
          { id: 'b', street_address: 'b' },
        ],
        selected_destination_id: 'b',
      },
      ['express', 'b'],
    ],
    [{ destinations: [{ street_address: 'a' }, { id: 'b', street_address: 'b' }] }, ['express', undefined]],
  ])('%o is delivered %o', (method, expected) => {
    expect(delivered(method)).toEqual(expected);
  });
});

describe('completing a checkout', () => {
  const instrument = (more: object = {}) => ({ handler_id: 'pix', credential: { token: 'T' }, ...more });
  async function complete(
    body: object,
    {
      before = found(),
      completed = { status: 'ordered', order: { id: 'o1' } },
    }: { before?: PricedCheckout; completed?: object } = {},
  ) {
    const audits: unknown[] = [];
    const { charging: shop, recorded } = fakeBusiness<Shop>({ look: before, checkout: before, complete: completed });
    const needs = {
      shop,
      show,
      ledger: { commit: async (entry: { audit: object[] }) => audits.push(...entry.audit) },
    } as unknown as UcpNeeds;
    const answer = await completeCheckout(needs, platformOf(), { id: 'c1', body });
    const { messages = [] } = answer.body as { messages?: { content: string; code: string }[] };
    return {
      answer,
      audits,
      codes: messages.map(({ code }) => code),
      paid: recorded.filter(([path]) => path === 'complete').map(([, asked]) => asked),
    };
  }

  test.each([
    [{ payment_data: instrument() }],
    [{ payment: { instruments: [instrument()] } }],
    [{ payment: { instruments: [instrument({ handler_id: 'other' }), instrument({ selected: true })] } }],
  ])('is paid with %o', async (body) => {
    const { answer, audits, paid } = await complete(body);
    expect(paid).toMatchObject([{ id: 'c1', owner: 'ucp:p', paying: { token: 'T' } }]);
    expect(answer.status).toBe(200);
    expect(answer.isPassing).toBeUndefined();
    expect(audits).toMatchObject([
      { principal: 'anonymous:rest', subject: 'c1', outcome: 'done', details: { status: 'ordered' } },
    ]);
  });

  test.each([
    [{}],
    [{ payment: { instruments: [] } }],
    [{ payment_data: instrument({ handler_id: 'other' }) }],
    [{ payment_data: instrument({ credential: { token: '' } }) }],
    [{ payment_data: instrument({ credential: undefined }) }],
  ])('cannot be paid with %o', async (body) => {
    const { codes, paid } = await complete(body);
    expect([codes, paid]).toEqual([['payment_failed'], []]);
  });

  test('not without the buyer, nor what is not ready', async () => {
    const body = { payment_data: instrument() };
    expect((await complete(body, { before: found(dear) })).paid).toEqual([]);
    expect((await complete(body, { before: found({ priced: { troubles: [{ kind: 'empty' }] } }) })).paid).toEqual([]);
    expect((await complete(body, { before: found({ checkout: { state: 'completed' } }) })).paid).toEqual([]);
    expect((await complete(body, { before: found({ content: { challenge: 'x' } }) })).paid).toHaveLength(1);
    expect((await complete(body, { before: found({ ...dear, content: { challenge: 'x' } }) })).paid).toEqual([]);
    expect((await complete(body, { before: found({ checkout: { state: 'completing' } }) })).paid).toHaveLength(1);
  });

  test('a cancelled one is refused', async () => {
    const { answer, codes } = await complete({}, { before: found({ checkout: { state: 'cancelled' } }) });
    expect([answer.status, codes]).toEqual([409, ['checkout_canceled']]);
  });

  test.each([
    [{ status: 'refused', found: found() }, ['payment_failed'], undefined],
    [
      { status: 'not-ready', found: found({ priced: { troubles: [{ kind: 'empty' }] } }) },
      ['field_required'],
      undefined,
    ],
    [{ status: 'challenge', found: found({ content: { challenge: 'x' } }) }, ['payment_challenge'], undefined],
    [{ status: 'in-progress' }, [], true],
  ])('that ends %o', async (completed, codes, isPassing) => {
    const ended = await complete({ payment_data: instrument() }, { completed });
    expect([ended.codes, ended.answer.isPassing]).toEqual([codes, isPassing]);
    expect(ended.audits).toMatchObject([{ outcome: 'refused' }]);
  });
});

describe('books that nobody knows', () => {
  const body = {
    line_items: [
      { item: { id: 'b1' }, quantity: 1 },
      { item: { id: 'b9' }, quantity: 1 },
    ],
  };
  const needsWith = (known: string[]) => {
    const { charging: shop, recorded } = fakeBusiness<Shop>({
      books: new Map(known.map((id) => [id, {}])),
      cart: { cart: { content: { ...content, lines: [{ id: 'x', bookId: 'b7', quantity: 1 }], codes: ['CART'] } } },
      createCheckout: found(),
      checkoutOfCart: { ...found(), isNew: false },
      checkout: found(),
      changeCheckout: found(),
    });
    return { needs: { shop, show } as unknown as UcpNeeds, recorded };
  };

  test.each([
    [newest, 200],
    [first, 400],
  ])('stand in no checkout of revision %s', async (version, status) => {
    const { needs } = needsWith(['b1']);
    const answer = await createCheckout(needs, platformOf(version), { id: '', body });
    expect(answer).toMatchObject({
      status,
      body: { messages: [{ code: 'item_unavailable', path: '$.line_items[1]' }] },
    });
    expect(await updateCheckout(needs, platformOf(version), { id: 'c1', body })).toMatchObject({
      status,
    });
  });

  test('others do', async () => {
    const { needs, recorded } = needsWith(['b1', 'b9', 'b7']);
    expect((await createCheckout(needs, platformOf(), { id: '', body })).status).toBe(201);
    expect((await createCheckout(needs, platformOf(), { id: '', body: { cart_id: 'k1' } })).status).toBe(200);
    const made = recorded.filter(([path]) => path === 'createCheckout' || path === 'checkoutOfCart');
    expect(made.map(([, , wanted]) => wanted)).toMatchObject([
      { lines: [{ bookId: 'b1' }, { bookId: 'b9' }], codes: [] },
      { lines: [{ bookId: 'b7' }], codes: ['CART'] },
    ]);
    expect((await updateCheckout(needs, platformOf(), { id: 'c1', body: {} })).status).toBe(200);
  });
});

test.each([
  [new SigecError('NOT_FOUND', 'x'), 404],
  [new SigecError('CONFLICT', 'x'), 409],
  [new SigecError('INVALID_INPUT', 'x'), undefined],
  [new Error('x'), undefined],
])('%s is answered with %s', (error, status) => {
  expect(refusalAnswer({ show }, platformOf(), 'dev.ucp.shopping.checkout', error)?.status).toBe(status);
});
