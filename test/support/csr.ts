import 'reflect-metadata';
import { createHash, KeyObject, X509Certificate as NodeCertificate } from 'node:crypto';
import { Pkcs10CertificateRequestGenerator, X509Certificate, X509CertificateGenerator } from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const makeKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

/** What a station sends to have its certificate signed. */
export async function makeCsr(name: string): Promise<string> {
  return (await makeKeyAndCsr(name)).csr;
}

/** The same with the station's key, for the connection that it makes with the certificate. */
export async function makeKeyAndCsr(name: string): Promise<{ key: string; csr: string }> {
  const keys = await makeKeys();
  const request = await Pkcs10CertificateRequestGenerator.create({ name, keys, signingAlgorithm: algorithm });
  const key = KeyObject.from(keys.privateKey).export({ format: 'pem', type: 'pkcs8' });
  return { key: String(key), csr: request.toString('pem') };
}

/** A root of somebody else. */
export async function makeRoot(name: string): Promise<string> {
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name,
    keys: await makeKeys(),
    signingAlgorithm: algorithm,
    notAfter: new Date(Date.now() + 86_400_000),
  });
  return certificate.toString('pem');
}

/** How OCPP names a certificate that was signed by the given issuer, computed apart from the product's own way. */
export function hashDataOf(certificatePem: string, issuerPem: string) {
  const issuer = new X509Certificate(issuerPem);
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const spki = new NodeCertificate(issuerPem).publicKey.export({ format: 'der', type: 'spki' });
  return {
    hashAlgorithm: 'SHA256' as const,
    issuerNameHash: digest(Buffer.from(issuer.subjectName.toArrayBuffer())),
    issuerKeyHash: digest(spki.subarray(-65)), // the point on P-256, which ends its key
    serialNumber: new NodeCertificate(certificatePem).serialNumber.toLowerCase().replace(/^0+(?=.)/, ''),
  };
}
