import type * as x509 from '@peculiar/x509';

/** Loaded when a certificate is first needed: it is large, and most messages have nothing to do with it. */
export async function loadX509(): Promise<typeof x509> {
  await import('reflect-metadata'); // it does not start without
  return import('@peculiar/x509');
}
