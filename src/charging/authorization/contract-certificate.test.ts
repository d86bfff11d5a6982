import { expect, test } from 'vitest';
import type { AuthorizationStatus } from '#contract/access/token.ts';
import { type Made, makeCertificate, pemOf } from '../../../test/support/contract-certificates.ts';
import { readCertificates } from '../certificates/pem.ts';
import { type ContractTrust, contractStatus } from './contract-certificate.ts';
import type { ContractAsk } from './station-authorization.ts';

const now = new Date('2026-03-01T08:00:00Z');

const root = await makeCertificate('MO Root');
const roots = readCertificates(pemOf(root)) ?? [];
const issuer = await makeCertificate('MO Sub', { by: root, isIssuer: true });
const contract = await makeCertificate('DE-8AA-A12345', { by: issuer });

const good = { status: 'good', reason: null, source: 'ocsp' } as const;
const trust: ContractTrust = {
  roots: () => Promise.resolve(roots),
  checkRevocation: (chain) => Promise.resolve({ certificates: chain.slice(1).map(() => good) }),
  askStatus: () => Promise.resolve(good),
  tokenOf: () => Promise.resolve(undefined),
  isUnknownFine: false,
};
const facts = { emaid: 'de8aaa12345', tokenId: 'tok_1', contract: 'accepted', now } as const;

function ask(
  chain: readonly Made[],
  given: { contract?: AuthorizationStatus; emaid?: string } = {},
  trusted: Partial<ContractTrust> = {},
) {
  return contractStatus({ chain: pemOf(...chain), hashes: [] }, { ...facts, ...given }, { ...trust, ...trusted });
}

const hash: ContractAsk['hashes'][number] = {
  hashAlgorithm: 'SHA256',
  issuerNameHash: 'aa',
  issuerKeyHash: 'bb',
  serialNumber: '0c',
  responderUrl: 'http://ocsp.example',
};

function askByHash(trusted: Partial<ContractTrust>) {
  return contractStatus({ chain: null, hashes: [hash, { ...hash, serialNumber: '0d' }] }, facts, {
    ...trust,
    ...trusted,
  });
}

test('a chain stands that ends in a root we trust, whether the vehicle sends the root or not', async () => {
  expect(await ask([contract, issuer, root])).toEqual({ status: 'accepted' });
  expect(await ask([contract, issuer])).toEqual({ status: 'accepted' });
});

test('one that ends nowhere, or in a root of their own, does not', async () => {
  const impostor = await makeCertificate('MO Root');
  const stranger = await makeCertificate('Other Root');
  const forged = await makeCertificate('DE8AAA12345', { by: impostor });
  expect(await ask([contract])).toMatchObject({
    status: 'chain-error',
    why: expect.stringContaining('CONTRACT_ROOTS') as string,
  });
  expect(await ask([await makeCertificate('DE8AAA12345')])).toMatchObject({ status: 'chain-error' });
  expect(await ask([await makeCertificate('DE8AAA12345', { by: stranger }), stranger])).toMatchObject({
    status: 'chain-error',
  });
  expect(await ask([forged, root])).toMatchObject({ status: 'signature-error' });
  expect(await ask([forged, impostor])).toMatchObject({ status: 'signature-error' });
  expect(await ask([forged])).toMatchObject({ status: 'signature-error' });
  expect(await ask([contract, stranger, root])).toMatchObject({ status: 'chain-error' });
});

test('a contract may not issue contracts', async () => {
  const own = await makeCertificate('DE8AAA99999', { by: contract });
  expect(await ask([own, contract, issuer], { emaid: 'DE8AAA99999' })).toMatchObject({ status: 'chain-error' });
});

test('it has to be the certificate of the contract that is named', async () => {
  expect(await ask([contract, issuer], { emaid: 'DE-8AA-A12346' })).toMatchObject({
    status: 'chain-error',
    why: expect.stringContaining('another contract') as string,
  });
});

test('one that is over does not stand, nor does one that cannot be read', async () => {
  const over = await makeCertificate('DE8AAA12345', { by: issuer, until: '2026-02-01' });
  expect(await ask([over, issuer])).toEqual({ status: 'expired' });
  expect(await contractStatus({ chain: 'none', hashes: [] }, facts, trust)).toMatchObject({ status: 'chain-error' });
});

test('where no root is trusted no chain is, and the reason names the setting', async () => {
  const none = { ...trust, roots: () => Promise.resolve([]) };
  expect(await contractStatus({ chain: pemOf(contract, issuer, root), hashes: [] }, facts, none)).toEqual({
    status: 'chain-error',
    why: expect.stringContaining('CONTRACT_ROOTS') as string,
  });
  expect(await contractStatus({ chain: null, hashes: [] }, facts, none)).toEqual({ status: 'accepted' });
});

test('a certificate is worth no more than its contract', async () => {
  expect(await ask([contract, issuer], { contract: 'blocked' })).toEqual({ status: 'contract-cancelled' });
  expect(await ask([contract, issuer], { contract: 'expired' })).toEqual({ status: 'contract-cancelled' });
  expect(await ask([contract, issuer], { contract: 'unknown' })).toEqual({ status: 'none-available' });
});

test('a contract that may not charge here or now is no cancelled one: its certificate stands', async () => {
  expect(await ask([contract, issuer], { contract: 'not-at-this-location' })).toEqual({ status: 'accepted' });
  expect(await ask([contract, issuer], { contract: 'no-credit' })).toEqual({ status: 'accepted' });
});

test('one revoked certificate of the chain is enough', async () => {
  const checkRevocation = () => Promise.resolve({ certificates: [good, { ...good, status: 'revoked' as const }] });
  expect(await ask([contract, issuer], {}, { checkRevocation })).toEqual({ status: 'revoked' });
});

test('a responder that does not answer leaves the contract outside, unless the operator says otherwise', async () => {
  const failed = { status: 'failed', reason: 'HTTP status 500', source: 'ocsp' } as const;
  const checkRevocation = () => Promise.resolve({ certificates: [failed] });
  expect(await ask([contract, issuer], {}, { checkRevocation })).toMatchObject({
    status: 'chain-error',
    why: expect.stringContaining('HTTP status 500') as string,
  });
  expect(await ask([contract, issuer], {}, { checkRevocation, isUnknownFine: true })).toEqual({ status: 'accepted' });
  const unnamed = () => Promise.resolve({ certificates: [{ ...failed, source: null }] });
  expect(await ask([contract, issuer], {}, { checkRevocation: unnamed })).toEqual({ status: 'accepted' });
});

test('what a station has checked itself is asked about by each of its hashes', async () => {
  const asked: string[] = [];
  const askStatus: ContractTrust['askStatus'] = ({ serialNumber }, url) => {
    asked.push(`${serialNumber} ${url}`);
    return Promise.resolve(serialNumber === '0d' ? { ...good, status: 'revoked' } : good);
  };
  expect(await askByHash({ askStatus })).toEqual({ status: 'revoked' });
  expect(asked).toEqual(['0c http://ocsp.example', '0d http://ocsp.example']);
  expect(await askByHash({})).toEqual({ status: 'accepted' });
  const unknown = () => Promise.resolve({ ...good, status: 'unknown' as const });
  expect(await askByHash({ askStatus: unknown })).toMatchObject({ status: 'chain-error' });
});

test('a certificate of ours proves its own contract alone', async () => {
  const tokenOf = (serialNumber: string) => Promise.resolve(serialNumber === '0c' ? 'tok_2' : undefined);
  expect(await askByHash({ tokenOf })).toMatchObject({
    status: 'chain-error',
    why: expect.stringContaining('another contract') as string,
  });
});
