import type * as x509 from '@peculiar/x509';
import type * as asn1js from 'asn1js';
import type * as pkijs from 'pkijs';

/** Both libraries are loaded when a certificate is first needed: they are large, and most messages have nothing to do with it. */
export async function loadX509(): Promise<typeof x509> {
  await import('reflect-metadata'); // it does not start without
  return import('@peculiar/x509');
}

/** What the other one lacks: OCSP. */
export async function loadOcsp(): Promise<{ pkijs: typeof pkijs; asn1js: typeof asn1js }> {
  const [ocsp, asn1] = await Promise.all([import('pkijs'), import('asn1js')]);
  return { pkijs: ocsp, asn1js: asn1 };
}
