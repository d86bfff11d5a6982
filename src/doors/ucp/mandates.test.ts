import { createHash } from 'node:crypto';
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { expect, test } from 'vitest';
import { type MandateCheck, mandateFault } from './mandates.ts';

const now = new Date('2026-03-01T12:00:00Z');
const seconds = now.getTime() / 1000;
const [platform, holder, stranger] = await Promise.all([keyPair(), keyPair(), keyPair()]);

async function keyPair() {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  return { privateKey, jwk: await exportJWK(publicKey) };
}

const terms = {
  ...{ id: 'C-1', currency: 'BRL', ap2: { merchant_authorization: 'ours' } },
  line_items: [
    {
      id: 'L-1',
      item: { id: 'B-1', price: 1_000, title: 'Sertão' },
      quantity: 2,
      totals: [{ type: 'total', amount: 2_000 }],
    },
  ],
  totals: [{ type: 'total', amount: 2_000, display_text: 'Total' }],
};

async function signed(
  claims: object,
  {
    key = platform,
    kid = 'k1',
    text = JSON.stringify(claims),
  }: { key?: typeof platform; kid?: string; text?: string } = {},
) {
  return new CompactSign(Buffer.from(text))
    .setProtectedHeader({ alg: 'ES256', ...(kid !== '' && { kid }) })
    .sign(key.privateKey);
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');
const disclosure = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

function faultOf(mandate: string | undefined, more: Partial<MandateCheck> = {}) {
  const keys = [{ ...platform.jwk, kid: 'k1' }] as MandateCheck['keys'];
  const isOurs = (offered: object, authorization: string) => authorization === 'ours' && !('ap2' in offered);
  return mandateFault({ mandate, keys, terms, isOurs, clock: { now: () => now }, ...more });
}

/** A mandate of which a part is hashed by its issuer and shown by its holder. */
async function disclosing(
  shown: readonly string[],
  { hashed = shown, claims = {} }: { hashed?: readonly string[]; claims?: object } = {},
) {
  const token = await signed({ ...claims, _sd: hashed.map(hashOf) });
  return `${[token, ...shown].join('~')}~`;
}

test('terms that the buyer agreed to, in time, are agreed to', async () => {
  expect(await faultOf(await signed({ checkout: terms }))).toBeUndefined();
  expect(await faultOf(await signed({ checkout: terms, exp: seconds + 5, nbf: seconds - 5 }))).toBeUndefined();
});

test('words around the terms may change, what is bought and what it costs may not', async () => {
  const agreedTo = async (change: object) => faultOf(await signed({ checkout: { ...terms, ...change } }));
  const [line] = terms.line_items;
  const ofLine = (change: object) => ({ line_items: [{ ...line, ...change }] });
  expect(
    await agreedTo({ totals: [{ type: 'total', amount: 2_000, display_text: 'All' }], note: 'x' }),
  ).toBeUndefined();
  expect(await agreedTo(ofLine({ item: { id: 'B-1', price: 1_000, title: 'Backlands' } }))).toBeUndefined();
  const changes = [
    ...[
      { id: 'C-2' },
      { currency: 'EUR' },
      { totals: [{ type: 'total', amount: 1 }] },
      { totals: [] },
      { totals: 'x' },
    ],
    ...[
      { line_items: [] },
      { line_items: 'x' },
      ofLine({ quantity: 1 }),
      ofLine({ id: 'L-2' }),
      ofLine({ totals: null }),
    ],
    ...[
      ofLine({ item: { id: 'B-2', price: 1_000 } }),
      ofLine({ item: { id: 'B-1', price: 1 } }),
      ofLine({ item: 'B-1' }),
    ],
  ];
  for (const change of changes) expect([change, await agreedTo(change)]).toEqual([change, 'mandate_scope_mismatch']);
});

test.each([
  ['no mandate', undefined, {}, 'mandate_required'],
  ['an empty one', '', {}, 'mandate_required'],
  ['no key of the platform', 'x', { keys: [] }, 'agent_missing_key'],
  ['no token', 'x', {}, 'mandate_invalid_signature'],
] as const)('%s', async (_what, mandate, more, fault) => {
  expect(await faultOf(mandate, more)).toBe(fault);
});

test('only a key that the platform names signs, and only claims', async () => {
  const checkout = terms;
  const bad = 'mandate_invalid_signature';
  expect(await faultOf(await signed({ checkout }, { key: stranger }))).toBe(bad);
  expect(await faultOf(await signed({ checkout }, { kid: 'k2' }))).toBe(bad);
  expect(await faultOf(await signed({}, { text: '[]' }))).toBe(bad);
  expect(await faultOf(await signed({}, { text: 'no json' }))).toBe(bad);
});

test.each([
  [{ exp: seconds - 60 }, undefined],
  [{ exp: seconds - 61 }, 'mandate_expired'],
  [{ nbf: seconds + 60 }, undefined],
  [{ nbf: seconds + 61 }, 'mandate_invalid_signature'],
  [{ exp: 'soon', nbf: 'then' }, undefined],
])('with %o it is in time, as far as clocks agree: %s', async (times, fault) => {
  expect(await faultOf(await signed({ checkout: terms, ...times }))).toBe(fault);
});

test('the checkout is found by its name, by our signature inside it, or by its shape', async () => {
  const { ap2: _ap2, ...unsigned } = terms;
  const { line_items: _lines, ...linesMissing } = unsigned;
  const faults = await Promise.all(
    [
      { agreement: terms },
      { first: { id: 'X' }, checkout: terms },
      { agreement: unsigned },
      { agreement: { ...terms, ap2: {} } },
      { agreement: { ...terms, ap2: { merchant_authorization: 7 } } },
      { agreement: { ...terms, ap2: { merchant_authorization: 'theirs' } } },
      { agreement: linesMissing },
      { agreement: { ...unsigned, totals: null } },
      { agreement: { ...unsigned, id: 7 } },
      { agreement: { ...terms, id: 7 } },
      {},
    ].map(async (claims) => faultOf(await signed(claims))),
  );
  const missing = 'merchant_authorization_missing';
  const mismatch = 'mandate_scope_mismatch';
  expect(faults).toEqual([
    ...[undefined, undefined, missing, missing, missing, 'merchant_authorization_invalid'],
    ...[mismatch, mismatch, mismatch, mismatch, mismatch],
  ]);
});

test('what the holder shows is what the issuer hashed, and nothing else', async () => {
  const part = disclosure('salt', 'checkout', terms);
  expect(await faultOf(await disclosing([part]))).toBeUndefined();
  const bad = 'mandate_invalid_signature';
  expect(await faultOf(await disclosing([part], { hashed: [] }))).toBe(bad);
  for (const shown of [
    disclosure('salt', 'checkout'),
    disclosure('salt', 7, terms),
    Buffer.from('{}').toString('base64url'),
  ])
    expect(await faultOf(await disclosing([shown]))).toBe(bad);
  // A claim of the issuer is not shown a second time.
  expect(await faultOf(await disclosing([part], { claims: { checkout: terms } }))).toBe(bad);
});

test('where the issuer names a key of the holder, the holder has signed what is shown', async () => {
  const claims = { checkout: terms, cnf: { jwk: holder.jwk } };
  const token = await signed(claims);
  const proofFor = (text: string, key = holder) => signed({ sd_hash: hashOf(text) }, { key, kid: '' });
  const bad = 'mandate_invalid_signature';
  expect(await faultOf(`${token}~${await proofFor(`${token}~`)}`)).toBeUndefined();
  expect(await faultOf(`${token}~${await proofFor(`${token}~`, stranger)}`)).toBe(bad);
  expect(await faultOf(`${token}~${await proofFor('another')}`)).toBe(bad);
  expect(await faultOf(token)).toBe(bad);
  // Nobody is named: then nothing is to be proven.
  const free = await signed({ checkout: terms, cnf: 'nobody' });
  expect(await faultOf(`${free}~`)).toBeUndefined();
  expect(await faultOf(`${free}~${await proofFor(`${free}~`)}`)).toBe(bad);
});
