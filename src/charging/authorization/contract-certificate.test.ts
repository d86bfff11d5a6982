import { expect, test } from 'vitest';
import type { AuthorizationStatus } from '#contract/access/token.ts';
import { type Made, makeCertificate, pemOf } from '../../../test/support/contract-certificates.ts';
import { readCertificates } from '../certificates/pem.ts';
import { contractStatus } from './contract-certificate.ts';

const now = new Date('2026-03-01T08:00:00Z');

const root = await makeCertificate('MO Root');
const roots = readCertificates(pemOf(root)) ?? [];
const issuer = await makeCertificate('MO Sub', { by: root, isIssuer: true });
const contract = await makeCertificate('DE-8AA-A12345', { by: issuer });

function ask(chain: readonly Made[], given: { contract?: AuthorizationStatus; emaid?: string } = {}) {
  const facts = { emaid: 'de8aaa12345', contract: 'accepted', roots, now, ...given } as const;
  return contractStatus({ chain: pemOf(...chain), hashes: [] }, facts);
}

test('a chain stands that ends in a root we trust, whether the vehicle sends the root or not', () => {
  expect(ask([contract, issuer, root])).toEqual({ status: 'accepted' });
  expect(ask([contract, issuer])).toEqual({ status: 'accepted' });
});

test('one that ends nowhere, or in a root of their own, does not', async () => {
  const impostor = await makeCertificate('MO Root');
  const stranger = await makeCertificate('Other Root');
  const forged = await makeCertificate('DE8AAA12345', { by: impostor });
  expect(ask([contract])).toMatchObject({
    status: 'chain-error',
    why: expect.stringContaining('CONTRACT_ROOTS') as string,
  });
  expect(ask([await makeCertificate('DE8AAA12345')])).toMatchObject({ status: 'chain-error' });
  expect(ask([await makeCertificate('DE8AAA12345', { by: stranger }), stranger])).toMatchObject({
    status: 'chain-error',
  });
  expect(ask([forged, root])).toMatchObject({ status: 'signature-error' });
  expect(ask([forged, impostor])).toMatchObject({ status: 'signature-error' });
  expect(ask([forged])).toMatchObject({ status: 'signature-error' });
  expect(ask([contract, stranger, root])).toMatchObject({ status: 'chain-error' });
});

test('a contract may not issue contracts', async () => {
  const own = await makeCertificate('DE8AAA99999', { by: contract });
  expect(ask([own, contract, issuer], { emaid: 'DE8AAA99999' })).toMatchObject({ status: 'chain-error' });
});

test('it has to be the certificate of the contract that is named', () => {
  expect(ask([contract, issuer], { emaid: 'DE-8AA-A12346' })).toMatchObject({
    status: 'chain-error',
    why: expect.stringContaining('another contract') as string,
  });
});

test('one that is over does not stand, nor does one that cannot be read', async () => {
  const over = await makeCertificate('DE8AAA12345', { by: issuer, until: '2026-02-01' });
  expect(ask([over, issuer])).toEqual({ status: 'expired' });
  const facts = { emaid: 'DE8AAA12345', contract: 'accepted', roots, now } as const;
  expect(contractStatus({ chain: 'none', hashes: [] }, facts)).toMatchObject({ status: 'chain-error' });
});

test('where no root is trusted no chain is, and the reason names the setting', () => {
  const facts = { emaid: 'DE8AAA12345', contract: 'accepted', roots: [], now } as const;
  expect(contractStatus({ chain: pemOf(contract, issuer, root), hashes: [] }, facts)).toEqual({
    status: 'chain-error',
    why: expect.stringContaining('CONTRACT_ROOTS') as string,
  });
  expect(contractStatus({ chain: null, hashes: [] }, facts)).toEqual({ status: 'accepted' });
});

test('a certificate is worth no more than its contract', () => {
  expect(ask([contract, issuer], { contract: 'blocked' })).toEqual({ status: 'contract-cancelled' });
  expect(ask([contract, issuer], { contract: 'expired' })).toEqual({ status: 'contract-cancelled' });
  expect(ask([contract, issuer], { contract: 'unknown' })).toEqual({ status: 'none-available' });
});
