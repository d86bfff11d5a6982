import 'reflect-metadata';
import { type X509Certificate, X509CertificateGenerator } from '@peculiar/x509';
import { expect, test } from 'vitest';
import { contractStatus } from './contract-certificate.ts';

const now = new Date('2026-03-01T08:00:00Z');
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

const makeKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

type Made = { certificate: X509Certificate; keys: Awaited<ReturnType<typeof makeKeys>> };

async function make(name: string, { by, until = '2027-01-01' }: { by?: Made; until?: string } = {}): Promise<Made> {
  const keys = await makeKeys();
  const certificate = await X509CertificateGenerator.create({
    subject: `CN=${name}`,
    issuer: by?.certificate.subject ?? `CN=${name}`,
    notBefore: new Date('2026-01-01'),
    notAfter: new Date(until),
    publicKey: keys.publicKey,
    signingKey: (by ?? { keys }).keys.privateKey,
    signingAlgorithm: algorithm,
  });
  return { certificate, keys };
}

const chainOf = (...made: Made[]) => ({
  chain: made.map(({ certificate }) => certificate.toString('pem')).join('\n'),
  hashes: [],
});

test('a chain stands when each certificate was signed by the next and all are in force', async () => {
  const root = await make('MO Root');
  const contract = await make('DE8AAA123', { by: root });
  expect(contractStatus(chainOf(contract, root), 'accepted', now)).toBe('accepted');
  expect(contractStatus(chainOf(contract), 'accepted', now)).toBe('accepted');
});

test('a certificate that is over, signed by another, or under another name does not', async () => {
  const root = await make('MO Root');
  const impostor = await make('MO Root');
  const stranger = await make('Other Root');
  const over = await make('DE8AAA123', { by: root, until: '2026-02-01' });
  const contract = await make('DE8AAA123', { by: root });
  expect(contractStatus(chainOf(over, root), 'accepted', now)).toBe('expired');
  expect(contractStatus(chainOf(contract, stranger), 'accepted', now)).toBe('chain-error');
  expect(contractStatus(chainOf(contract, impostor), 'accepted', now)).toBe('signature-error');
  expect(contractStatus({ chain: 'none', hashes: [] }, 'accepted', now)).toBe('chain-error');
});

test('a certificate is worth no more than its contract', async () => {
  const root = await make('MO Root');
  const chain = chainOf(await make('DE8AAA123', { by: root }), root);
  expect(contractStatus(chain, 'blocked', now)).toBe('contract-cancelled');
  expect(contractStatus(chain, 'expired', now)).toBe('contract-cancelled');
  expect(contractStatus(chain, 'unknown', now)).toBe('none-available');
});
