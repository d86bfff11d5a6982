import 'reflect-metadata';
import { randomUUID, X509Certificate } from 'node:crypto';
import { BasicConstraintsExtension, type JsonName, X509CertificateGenerator } from '@peculiar/x509';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/support/postgres.ts';
import type { Authority } from './authorities/authority.ts';
import { checkStationCertificate } from './check-station-certificate.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const makeKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
const times = { notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + 86_400_000) };

/** An authority of the operator's own, whose certificates stand in no list of ours: their names alone say whose they are. */
async function ownAuthority() {
  const keys = await makeKeys();
  const root = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Operator',
    keys,
    signingAlgorithm: algorithm,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
    ...times,
  });
  const issue = async (subject: JsonName) =>
    new X509Certificate(
      (
        await X509CertificateGenerator.create({
          subject,
          issuer: root.subject,
          publicKey: (await makeKeys()).publicKey,
          signingKey: keys.privateKey,
          signingAlgorithm: algorithm,
          ...times,
        })
      ).toString('pem'),
    );
  const authority = {
    id: randomUUID(),
    role: 'stations',
    certificate: new X509Certificate(root.toString('pem')),
  } as Authority;
  return { authority, issue };
}

test('a name counts where it is one, whole, and written as the station is called', async () => {
  await using database = await freshDatabase();
  const { authority, issue } = await ownAuthority();
  const verdict = async (subject: JsonName) =>
    checkStationCertificate(
      { pool: database.pool, clock: { now: () => new Date() }, authorities: { all: async () => [authority] } },
      { stationId: 'CP-1', certificate: await issue(subject) },
    );
  const odd: JsonName[] = [
    [{ CN: ['cp-1'] }],
    [{ CN: ['CP-1 '] }],
    [{ CN: ['CP-*'] }],
    [{ CN: ['*'] }],
    [{ CN: ['CP-1\u0000.example'] }],
    [{ CN: ['\u0421P-1'] }], // a Cyrillic letter
    [{ CN: ['CP-2'] }, { CN: ['CP-1'] }],
    [{ CN: ['CP-1'] }, { CN: ['CP-2'] }],
    [{ CN: ['CP-1'], OU: ['CP-2'] }], // one part of the name with two values
    [{ O: ['Somebody\nCN=CP-1'] }, { CN: ['CP-2'] }],
    [{ O: ['CN=CP-1'] }],
    [{ OU: ['CP-1'] }],
  ];
  for (const subject of odd) expect(await verdict(subject), `subject ${JSON.stringify(subject)}`).toBe('other-station');
  expect(await verdict([{ O: ['Somebody'] }, { CN: ['CP-1'] }])).toBe('good');
});
