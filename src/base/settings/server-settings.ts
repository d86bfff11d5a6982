import { isNetwork } from '../networks.ts';
import { file, list, oneOf, port, type Setting, splitList, text, url } from './setting-kinds.ts';

/** Addresses, TLS and proxies. */
export const serverSettings = {
  host: text(
    'HOST',
    '127.0.0.1',
    'The address to listen on; anything but loopback makes credentials required everywhere.',
  ),
  publicUrl: url('PUBLIC_URL', 'The address others reach the API and console by, when a proxy stands in front.', [
    'http',
    'https',
  ]),
  allowedHosts: list(
    'ALLOWED_HOSTS',
    'Host names, besides loopback and PUBLIC_URL, that browsers and agents may address us by, and that agents may send devices to although they stand in a private network.',
  ),
  tls: oneOf(
    'TLS',
    ['off', 'self-signed', 'files', 'acme'],
    'Where the certificates of all ports come from: files of yours, an authority that speaks ACME (whose terms you accept by choosing it), or made here for a first try, which nobody trusts; off: a proxy adds TLS, or nobody does.',
  ),
  tlsCertificates: files(
    'TLS_CERTIFICATES',
    'PEM files for TLS=files, each a certificate with its chain: one, or two with an ECDSA and an RSA key side by side.',
  ),
  tlsKeys: files('TLS_KEYS', 'Their private keys as PEM files, in the same order.'),
  tlsNames: list(
    'TLS_NAMES',
    'The host names that certificates are made for (self-signed, acme); absent: those of PUBLIC_URL and ALLOWED_HOSTS.',
  ),
  tlsRoot: file(
    'TLS_ROOT',
    'A PEM file of the root that our certificates stand on, where that is a private authority: stations are given it before they move to TLS. Absent: the last of the chain, if it is a root.',
  ),
  acmeDirectory: {
    ...url('ACME_DIRECTORY', 'The directory of the authority for TLS=acme.', ['https']),
    fallback: 'https://acme-v02.api.letsencrypt.org/directory' as string,
  },
  acmeEmail: text('ACME_EMAIL', '', 'Where the authority writes to when a certificate is about to expire.'),
  acmeChallenge: oneOf(
    'ACME_CHALLENGE',
    ['http-01', 'tls-alpn-01'],
    'How the authority sees that the names are ours: it asks at port 80, or makes a TLS handshake at port 443. That port has to lead to ACME_HTTP_PORT, or to any of our TLS ports.',
  ),
  acmeHttpPort: port(
    'ACME_HTTP_PORT',
    80,
    'Where the authority is answered for http-01; all else is sent on to https.',
  ),
  acmeRoot: file(
    'ACME_ROOT',
    'A PEM file of the root that a private ACME directory is known by; absent: the usual public ones.',
  ),
  trustedProxies: networks(
    'TRUSTED_PROXIES',
    'Addresses or networks of proxies, whose word on who the caller is counts at every port (X-Forwarded-For, -Proto, -Host); absent: nobody, but with PUBLIC_URL and without TLS a proxy on this machine.',
  ),
  proxyProtocol: oneOf(
    'PROXY_PROTOCOL',
    ['off', 'on'],
    'Whether TRUSTED_PROXIES begin each connection with a PROXY header (version 1 or 2); one that does not is then cut.',
  ),
  apiPort: port('API_PORT', 8001, 'REST API, live events and console.', 'FASTAPI_PORT'),
};

function files(env: string, about: string): Setting<readonly string[]> {
  const one = file(env, about);
  const read = (given: string) => splitList(given).map((name) => one.read(name) ?? name);
  return { env, about, accepts: 'files separated by commas', fallback: [], read };
}

function networks(env: string, about: string): Setting<readonly string[]> {
  const read = (given: string) => (splitList(given).every(isNetwork) ? splitList(given) : undefined);
  return { env, about, accepts: 'addresses or networks such as 10.0.0.0/8, separated by commas', fallback: [], read };
}
