import { X509Certificate } from 'node:crypto';
import { Agent } from 'node:https';
import { checkServerIdentity, getCACertificates } from 'node:tls';
import { type Fetch, patientFetch } from './patient-fetch.ts';

/** Certificates that are known besides those of public authorities, as PEM: roots, or those of servers themselves. Empty: none. */
export type Trust = () => string | Promise<string>;

const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Verifies a server as always, and takes it as well where a certificate that we hold vouches for it. One that it shows itself is
 * as good as its name: only who has its key can show it, so that the server beside us is known by whatever address it is called.
 */
export function agentTrusting(certificates: string): Agent {
  const { held, isPinned } = read(certificates);
  return new Agent({
    keepAlive: true,
    ca: [...getCACertificates('default'), ...held],
    allowPartialTrustChain: true,
    checkServerIdentity: (host, shown) =>
      isPinned(shown.fingerprint256) ? undefined : checkServerIdentity(host, shown),
  });
}

/** Takes nobody but who shows one of the certificates itself, whatever others vouch for. */
export function agentPinning(certificates: string): Agent {
  const { held, isPinned } = read(certificates);
  return new Agent({
    keepAlive: true,
    ca: held,
    allowPartialTrustChain: true,
    checkServerIdentity: (_host, shown) =>
      isPinned(shown.fingerprint256)
        ? undefined
        : new Error('The server shows another certificate than the one we hold.'),
  });
}

/** The usual fetch, and over TLS one that knows more certificates, which may change while a program runs. */
export function fetchTrusting(trust: Trust): Fetch {
  let known = { certificates: '', send: fetch as Fetch };
  return async (url, init) => {
    if (new URL(url).protocol !== 'https:') return fetch(url, init);
    const certificates = await trust();
    if (certificates !== known.certificates)
      known = {
        certificates,
        send: certificates === '' ? fetch : patientFetch({ https: agentTrusting(certificates) }),
      };
    return known.send(url, init);
  };
}

function read(certificates: string) {
  const held = certificates.match(pem) ?? [];
  const pinned = new Set(held.map((one) => new X509Certificate(one).fingerprint256));
  return { held, isPinned: (fingerprint: string) => pinned.has(fingerprint) };
}
