import type { X509Crl } from '@peculiar/x509';
import type { Certificate } from 'pkijs';
import { asError } from '#base/errors.ts';
import type { GuardedFetch } from '#base/guarded-fetch.ts';
import { plainSerial } from '../../plain-serial.ts';
import type { CertificateId } from '../certificate-hash.ts';
import { loadX509 } from '../load-pki.ts';
import { failed, type Verdict, whyNotCurrent } from './verdict.ts';

type Question = { url: string; id: CertificateId; issuer: Certificate | undefined; now: Date };

/** Looks for one certificate in the revocation list of its issuer. A list brings no certificates along: the issuer has to be known. */
export async function askCrl(fetch: GuardedFetch, { url, id, issuer, now }: Question): Promise<Verdict> {
  if (issuer === undefined)
    return failed('who issued the certificate is not known here, so the signature of the list cannot be checked');
  try {
    const { status, body } = await fetch(url);
    if (status !== 200) return failed(`the list was answered with HTTP status ${status}`);
    const list = await readList(body);
    return list === undefined
      ? failed('what was answered is no revocation list')
      : await verdictOf(list, { id, issuer, now });
  } catch (error) {
    return failed(`the list could not be fetched: ${asError(error).message}`);
  }
}

async function readList(body: Buffer): Promise<X509Crl | undefined> {
  const { X509Crl: Crl } = await loadX509();
  try {
    const text = body.toString('latin1');
    return new Crl(text.includes('-----BEGIN') ? text.replaceAll('X509 CRL', 'CRL') : new Uint8Array(body));
  } catch {
    return undefined;
  }
}

async function verdictOf(
  list: X509Crl,
  { id, issuer, now }: Pick<Question, 'id' | 'now'> & { issuer: Certificate },
): Promise<Verdict> {
  const x509 = await loadX509();
  const signer = new x509.X509Certificate(issuer.toSchema().toBER());
  const isByIssuer = list.issuer === signer.subject && (await list.verify({ publicKey: signer }).catch(() => false));
  if (!isByIssuer) return failed('the list is not signed by the issuer of the certificate');
  // Lists that hold only a part of what was revoked say so in an extension that must be understood.
  if (list.extensions.some(({ critical }) => critical)) return failed('the list is of a kind that nobody here knows');
  const { thisUpdate, nextUpdate } = list;
  const reason = whyNotCurrent({ thisUpdate, nextUpdate }, now);
  if (reason !== undefined) return failed(reason);
  const isRevoked = list.entries.some(({ serialNumber }) => plainSerial(serialNumber) === plainSerial(id.serialNumber));
  return { status: isRevoked ? 'revoked' : 'good', reason: null, nextUpdate: nextUpdate ?? null, ocsp: null };
}
