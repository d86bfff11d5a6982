import { X509Certificate } from 'node:crypto';

/** PEM, the leaf first; undefined when there is none, or one cannot be read. */
export function readCertificates(text: string): X509Certificate[] | undefined {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    return blocks.length === 0 ? undefined : blocks.map((block) => new X509Certificate(block));
  } catch {
    return undefined; // not a certificate
  }
}

export function pemOf(...certificates: readonly X509Certificate[]): string {
  return certificates.map((certificate) => certificate.toString()).join('');
}

/** As one line: Node writes a part of the name per line. */
export function subjectOf({ subject }: X509Certificate): string {
  return subject.replaceAll('\n', ', ').slice(0, 500);
}
