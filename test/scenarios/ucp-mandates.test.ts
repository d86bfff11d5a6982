import { createHash, createPublicKey, generateKeyPairSync, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import { CompactSign } from 'jose';
import { expect, test } from 'vitest';
import { canonicalJson } from '../../src/base/json.ts';
import { allCapabilities, platformProfile } from '../support/ucp-platform.ts';
import { ask, type Checkout, openUcpShop, platform, ready, shop } from '../support/ucp-shop.ts';

openUcpShop();

const capabilities = {
  '2026-04-08': 'ap2_mandate',
  '2026-08-25': 'dev.ucp.common.payment.ap2_mandate',
} as const;
type Later = keyof typeof capabilities;

function keyPair(kid: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' } };
}
const own = keyPair('platform-1');
const holder = keyPair('holder-1');

const sign = (claims: object, key: KeyObject, header: object) =>
  new CompactSign(Buffer.from(JSON.stringify(claims))).setProtectedHeader({ alg: 'ES256', ...header }).sign(key);

const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

/** The buyer agreed: the platform signs, and the checkout is disclosed; `bound`: the buyer's own key signs what is shown, too. */
async function mandateFor(checkout: object, { key = own, exp = inAnHour(), bound = true } = {}): Promise<string> {
  const disclosure = Buffer.from(JSON.stringify(['salt', 'checkout', checkout])).toString('base64url');
  const claims = { exp, _sd: [hash(disclosure)], ...(bound && { cnf: { jwk: holder.jwk } }) };
  const shown = `${await sign(claims, key.privateKey, { typ: 'dc+sd-jwt', kid: key.kid })}~${disclosure}~`;
  if (!bound) return shown;
  const proof = { iat: Math.floor(Date.now() / 1000), sd_hash: hash(shown) };
  return `${shown}${await sign(proof, holder.privateKey, { typ: 'kb+jwt' })}`;
}

function signingPlatform(version: Later, signingKeys: readonly object[] = [own.jwk]): string {
  const names = [...allCapabilities, capabilities[version]];
  const path = `/mandates-${version}-${signingKeys.length}.json`;
  return platform.put(path, platformProfile({ version, capabilities: names, signingKeys }));
}

const instrument = {
  id: 'i-1',
  handler_id: 'mock_payment_handler',
  type: 'card',
  selected: true,
  credential: { type: 'token', token: 'success_token' },
};
const payment = { instruments: [instrument] };
type Signed = Checkout & { ap2: { merchant_authorization: string } };

test.each(['2026-04-08', '2026-08-25'] as const)(
  '%s: terms are signed, and what is paid is what the buyer signed',
  async (version) => {
    const asking = { profile: signingPlatform(version) };
    const made = (await ask('POST', '/checkout-sessions', ready(['poe-001', 1]), asking)).body as Signed;
    // Our signature is one over all that was answered, in its canonical form.
    const { ap2, ...terms } = made;
    const [header = '', between, mark = ''] = ap2.merchant_authorization.split('.');
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string };
    const { keys } = (await (await fetch(`${shop}/.well-known/ucp`)).json()) as {
      keys: (JsonWebKey & { kid: string })[];
    };
    const key = createPublicKey({ key: keys.find((each) => each.kid === kid) ?? {}, format: 'jwk' });
    const signed = Buffer.from(`${header}.${Buffer.from(canonicalJson(terms)).toString('base64url')}`);
    expect(between).toBe('');
    expect(verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(mark, 'base64url'))).toBe(true);

    const path = `/checkout-sessions/${made.id}/complete`;
    const pay = async (checkout_mandate?: string) =>
      (
        await ask(
          'POST',
          path,
          { payment, ...(checkout_mandate !== undefined && { ap2: { checkout_mandate } }) },
          asking,
        )
      ).body;
    const refused = async (code: string, mandate?: string) =>
      expect(await pay(mandate)).toMatchObject({ status: 'ready_for_complete', messages: [{ type: 'error', code }] });
    await refused('mandate_required');
    await refused('mandate_invalid_signature', 'no.mandate.atall~');
    await refused('mandate_invalid_signature', await mandateFor(made, { key: keyPair(own.kid) }));
    const good = await mandateFor(made);
    await refused('mandate_invalid_signature', good.slice(0, good.lastIndexOf('~') + 1)); // the buyer's own signature is gone
    await refused('mandate_expired', await mandateFor(made, { exp: 1_700_000_000 }));
    await refused('merchant_authorization_missing', await mandateFor({ ...terms, ap2: {} }));
    const cheaper = { ...made, totals: [{ type: 'total', amount: 1 }] };
    await refused('merchant_authorization_invalid', await mandateFor(cheaper));
    const other = (await ask('POST', '/checkout-sessions', ready(['poe-002', 1]), asking)).body;
    await refused('mandate_scope_mismatch', await mandateFor(other));
    // What has changed since, the buyer has not agreed to.
    await ask('PUT', `/checkout-sessions/${made.id}`, ready(['poe-001', 2]), asking);
    await refused('mandate_scope_mismatch', good);
    const now = (await ask('GET', `/checkout-sessions/${made.id}`, undefined, asking)).body;
    expect(await pay(await mandateFor(now))).toMatchObject({ status: 'completed', ap2: {} });
  },
);

test('a platform’s own word is enough where no key of the buyer is named; without a key it has none', async () => {
  const asking = { profile: signingPlatform('2026-08-25') };
  const made = (await ask('POST', '/checkout-sessions', ready(['poe-001', 1]), asking)).body;
  const ap2 = { checkout_mandate: await mandateFor(made, { bound: false }) };
  expect((await ask('POST', `/checkout-sessions/${made.id}/complete`, { payment, ap2 }, asking)).body.status).toBe(
    'completed',
  );
  const keyless = { profile: signingPlatform('2026-08-25', []) };
  const { id } = (await ask('POST', '/checkout-sessions', ready(['poe-001', 1]), keyless)).body;
  expect((await ask('POST', `/checkout-sessions/${id}/complete`, { payment, ap2 }, keyless)).body).toMatchObject({
    messages: [{ code: 'agent_missing_key' }],
  });
});
