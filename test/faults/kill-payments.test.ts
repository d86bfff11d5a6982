import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CardProvider, cardKey, openCardProvider } from '../support/card-provider.ts';
import { addressOf, buyAt, guestTariff, openPost, priceEverywhere } from '../support/guest.ts';
import { openPixPsp, type PixPsp } from '../support/pix-psp.ts';
import { ProductProcess } from '../support/product-process.ts';
import { scale } from '../support/scale.ts';
import type { TestSigec } from '../support/sigec.ts';

const opened = new AsyncDisposableStack();
let psp: PixPsp;
let card: CardProvider;
let sigec: ProductProcess;
let env: Record<string, string>;

beforeAll(async () => {
  psp = opened.use(await openPixPsp());
  card = opened.use(await openCardProvider());
  const folder = await mkdtemp(join(tmpdir(), 'sigec-pix-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const { access } = psp;
  env = {
    PACKS: 'charging',
    PAYMENT_PROVIDER: 'pix,stripe',
    STRIPE_SECRET_KEY: cardKey,
    STRIPE_URL: card.url,
    PIX_URL: access.url,
    PIX_TOKEN_URL: access.tokenUrl,
    PIX_KEY: 'pix@example.com',
    PIX_CLIENT_ID: access.clientId,
    PIX_CLIENT_SECRET: access.clientSecret,
    PIX_CERTIFICATE: await file('certificate.pem', access.certificate),
    PIX_CERTIFICATE_KEY: await file('key.pem', access.certificateKey),
    PIX_ROOT: await file('root.pem', access.root),
  };
  sigec = opened.use(await ProductProcess.start(env));
  await priceEverywhere(product(), guestTariff);
}, 120_000);
afterAll(() => opened.disposeAsync());

/** As the pages of guests are driven elsewhere. */
function product(): TestSigec {
  const api = { get: (path: string) => sigec.get(path), post: (path: string, body: unknown) => sigec.post(path, body) };
  return { addresses: { ocpp: `${sigec.ocppUrl}/` }, api } as unknown as TestSigec;
}

type Provider = 'pix' | 'stripe';
type Shown = { id: string; state: string; subject: string; received: string; refunded: string; allocated: string };

/** What the provider keeps for us, what it holds, and how many payments it knows: its own truth. */
const truth = (provider: Provider) =>
  provider === 'pix'
    ? { kept: psp.balance(), held: 0n, payments: psp.charges.size }
    : {
        kept: BigInt(card.books().captured),
        held: BigInt(card.books().held),
        payments: card.sessions.size,
      };

const patience = { timeout: 240_000, interval: 300 };
const newest = async (): Promise<Shown | undefined> =>
  (await sigec.get<{ payments: Shown[] }>('/api/money/payments?limit=1').catch(() => undefined))?.payments[0];

const shown = (id: string): Promise<Shown | undefined> =>
  sigec.get<Shown>(`/api/money/payments/${id}`).catch(() => undefined);

/** Kills the product when the provider hears this, and starts it again. */
function killedAt(provider: Provider, step: RegExp, isTaken: boolean): Promise<void> {
  const killed = Promise.withResolvers<void>();
  const kill = async () => {
    await sigec.kill('SIGKILL');
    killed.resolve();
  };
  (provider === 'pix' ? psp : card).strike = { step, isTaken, kill };
  return killed.promise.then(() => sigec.start(env));
}

const steps: [Provider, what: string, step: RegExp][] = [
  ['pix', 'the charge', /^PUT .*\/cob\//],
  ['pix', 'a look at the charge', /^GET .*\/cob\//],
  ['pix', 'the refund', /^PUT .*\/devolucao\//],
  ['stripe', 'the page', /^POST .*\/checkout\/sessions$/],
  ['stripe', 'a look at the hold', /^GET .*\/checkout\/sessions\//],
  ['stripe', 'the capture', /^POST .*\/capture$/],
];
const all = steps.flatMap(([provider, what, step]) =>
  [false, true].map((isTaken): [Provider, string, boolean, RegExp] => [provider, what, isTaken, step]),
);
const few = all.filter(([, what, isTaken]) => isTaken && (what === 'the refund' || what === 'the capture'));
const cases = scale({ test: few, soak: Array.from({ length: 5 }, () => all).flat() });

let posts = 0;
test.each(cases)(
  'kill -9 at %s: %s (done by then: %s): paid once, kept what the bill says, nothing held',
  {
    timeout: 600_000,
  },
  async (provider, _what, isTaken, step) => {
    posts += 1;
    const before = truth(provider);
    await using station = await openPost(product(), { id: `KILL-${posts}`, version: '2.0.1' });
    const restarted = killedAt(provider, step, isTaken);
    // Their phone loses the page where the product dies; what was bought is found again.
    const known = await newest();
    await buyAt(await addressOf(product(), station.settings.id), { provider }).catch(() => undefined);
    await expect.poll(async () => (await newest())?.id, patience).not.toBe(known?.id);
    const { id } = (await newest()) ?? { id: '' };
    await expect
      .poll(() => {
        if (provider === 'pix') return psp.pay(id.replaceAll('-', '')) !== '';
        card.payOnPage(id);
        return true;
      }, patience)
      .toBe(true);
    await expect.poll(() => station.sessions.all.length, patience).toBe(1);
    const [session] = station.sessions.all;
    if (session === undefined) throw new Error('nothing began');
    station.sessions.charge(session, 5_000);
    station.sessions.stop(session, 'Local');
    await restarted;
    await expect.poll(async () => (await shown(id))?.state, patience).toBe('settled');
    expect(await sigec.get(`/api/money/payments/${id}`)).toMatchObject({ allocated: '11.00' });
    const after = truth(provider);
    expect({ kept: after.kept - before.kept, held: after.held, payments: after.payments - before.payments }).toEqual({
      kept: 1_100n,
      held: 0n,
      payments: 1,
    });
    const balances = await sigec.get<{ balances: object[] }>(`/api/money/balances?party=payment:${id}`);
    expect(balances.balances).toEqual([]);
  },
);
