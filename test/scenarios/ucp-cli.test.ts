import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import {
  type CertificateFiles,
  certificateFiles,
  type TestAuthority,
  testAuthority,
} from '../support/tls-certificates.ts';
import { openUcpCli } from '../support/ucp-cli.ts';
import { mustFit } from '../support/ucp-shapes.ts';

/** The product over TLS, and the command line that UCP's own platforms are tried with, from the npm registry. */
let sigec: TestSigec;
let authority: TestAuthority;
let files: CertificateFiles;
const trusted = getCACertificates('default');

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  authority = await testAuthority();
  setDefaultCACertificates([...trusted, authority.root]); // the shop asks for the platform's profile over TLS
  files = await certificateFiles();
  const own = await files.write('shop', await authority.issue(), authority.intermediate);
  sigec = await startSigec({
    PACKS: 'bookshop',
    DEMO_BOOKS: 'on',
    UCP_REVIEW_ABOVE_CENTS: '50000',
    TLS: 'files',
    TLS_CERTIFICATES: own.certificateFile,
    TLS_KEYS: own.keyFile,
  });
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  await sigec[Symbol.asyncDispose]();
  await files[Symbol.asyncDispose]();
});

/** It takes the `ucp` of an answer out and shows it beside the rest. */
type Shown = { ucp: object; result: Record<string, unknown> & { id: string } };

test.each(['2026-04-08', '2026-08-25'] as const)(
  '@shopify/ucp-cli with %s: searches, fills a cart, checks out and orders over TLS',
  async (version) => {
    await using cli = await openUcpCli({ authority, version, business: sigec.addresses.ucp ?? '' });
    const asked = async (...words: string[]) => {
      const shown = await cli.ucp<Shown>(...words);
      expect(shown).toHaveProperty('result');
      const answer = { ...shown.result, ucp: shown.ucp };
      mustFit(version, answer);
      return answer;
    };
    const seen = await cli.ucp<object>('discover');
    expect(JSON.stringify(seen)).toContain('create_checkout');

    const catalog = JSON.stringify({ query: 'python', context: { language: 'en', currency: 'BRL' } });
    const found = await asked('catalog', 'search', '--input', catalog);
    expect(found).toMatchObject({ ucp: { version }, products: [{ id: 'tec-001' }, { id: 'tec-002' }] });
    const wanted = [{ item: { id: 'tec-001' }, quantity: 1 }];
    const buyer = { email: 'ana@example.com', first_name: 'Ana' };
    const cart = await asked('cart', 'create', '--input', JSON.stringify({ line_items: wanted, buyer }));
    const more = { line_items: [...wanted, { item: { id: 'tec-002' }, quantity: 1 }] };
    expect(await asked('cart', 'update', cart.id, '--input', JSON.stringify(more))).toMatchObject({
      line_items: [{}, { item: { id: 'tec-002' } }],
    });

    const made = await asked('checkout', 'create', '--input', JSON.stringify({ cart_id: cart.id, line_items: [] }));
    expect(made).toMatchObject({ status: 'incomplete', line_items: [{}, {}], buyer });
    const home = {
      id: 'home',
      street_address: 'Rua A, 1',
      address_locality: 'Recife',
      address_region: 'PE',
      postal_code: '50000-000',
      address_country: 'BR',
    };
    const delivery = { methods: [{ type: 'shipping', destinations: [home], selected_destination_id: 'home' }] };
    const update = { ...more, buyer, fulfillment: delivery };
    const ready = await asked('checkout', 'update', made.id, '--input', JSON.stringify(update));
    expect(ready).toMatchObject({
      status: 'ready_for_complete',
      fulfillment: { methods: [{ selected_destination_id: 'home' }] },
    });
    const instrument = {
      id: 'i-1',
      handler_id: 'mock_payment_handler',
      type: 'card',
      selected: true,
      credential: { type: 'token', token: 'success_token' },
    };
    const payment = JSON.stringify({ payment: { instruments: [instrument] } });
    const done = await asked('checkout', 'complete', made.id, '--input', payment);
    expect(done).toMatchObject({ status: 'completed', order: { id: expect.any(String) as string } });
    const order = await asked('order', 'get', (done as unknown as { order: { id: string } }).order.id);
    expect(order).toMatchObject({ checkout_id: made.id, line_items: [{ status: 'processing' }, {}] });
  },
);

test('which revision the profile is written in is a setting', async () => {
  for (const version of ['2026-04-08', '2026-08-25'] as const) {
    await using other = await startSigec({ PACKS: 'bookshop', UCP_REVISION: version });
    const profile = (await (await fetch(`${other.addresses.ucp}/.well-known/ucp`)).json()) as { ucp: object };
    expect(profile.ucp).toMatchObject({ version });
  }
});
