import type { SecureContextOptions } from 'node:tls';
import type { CertifiedKey } from './certified-key.ts';

const suitesOf13 = ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'];

/** OCPP 2.0.1 A00.FR.318: with an ECDSA certificate; the same with an RSA one. */
const suites = [
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES256-GCM-SHA384',
];

/** OCPP 2.0.1 A00.FR.319: RSA alone, for stations that know nothing newer. */
const oldSuites = ['AES128-GCM-SHA256', 'AES256-GCM-SHA384'];

/**
 * TLS 1.2 with the suites that OCPP asks for, and 1.3. A client gets the certificate whose key its suites can use, ECDSA before RSA. OpenSSL is built
 * without compression; names that a client sends (SNI) choose nothing, so that a wrong one opens nothing either.
 */
export function contextOptions(
  pairs: readonly CertifiedKey[],
  { hasOldClients = false }: { hasOldClients?: boolean },
): SecureContextOptions {
  return {
    cert: pairs.map(({ certificate }) => certificate),
    key: pairs.map(({ key }) => key),
    minVersion: 'TLSv1.2',
    maxVersion: 'TLSv1.3',
    honorCipherOrder: true,
    ciphers: [...suitesOf13, ...suites, ...(hasOldClients ? oldSuites : [])].join(':'),
  };
}
