import type { X509Certificate } from 'node:crypto';
import type { Pool } from 'pg';
import type { Certificate } from 'pkijs';
import { Cache } from '#base/cache.ts';
import type { Clock } from '#base/clock.ts';
import { Gate } from '#base/gate.ts';
import { type GuardedFetch, guardedFetch } from '#base/guarded-fetch.ts';
import { plainSerial } from '../../plain-serial.ts';
import type { Authorities } from '../authorities/open-authorities.ts';
import type { CertificateId } from '../certificate-hash.ts';
import { ocspAnswer } from '../revocation/ocsp-answer.ts';
import { certIdOf } from '../revocation/ocsp-names.ts';
import { freshMs, statusIn } from '../revocation/ocsp-responder.ts';
import { askCrl } from './ask-crl.ts';
import { askOcsp } from './ask-ocsp.ts';
import { knownIssuers } from './known-issuers.ts';
import { failed, type Verdict } from './verdict.ts';

export type RevocationRules = {
  /** Hosts in private networks that may be asked. */
  hosts: readonly string[];
  /** The longest that an answer is kept, whatever it says of itself. */
  cacheMs: number;
};

export type StatusNeeds = {
  pool: Pool;
  clock: Clock;
  authorities: Pick<Authorities, 'all' | 'issuerOf'>;
  trustedRoots: readonly X509Certificate[];
  revocation: RevocationRules;
  fetch?: GuardedFetch;
};

export type Source = 'ocsp' | 'crl';
export type StatusAsk = {
  id: CertificateId;
  source: Source;
  urls: readonly string[];
  /** Where the chain is at hand; otherwise it is looked for among those that we know. */
  issuer?: Certificate;
};

/** What is asked once for all who want to know. */
type Question = { source: Source; url: string; id: CertificateId };

export type StatusBook = ReturnType<typeof openStatus>;

/** What failed is tried again soon, but not by everybody at once. */
const failedMs = 60_000;
/** A responder that does not say how long its answer holds is asked again after this. */
const untoldMs = 5 * 60_000;
const limits = { timeoutMs: 5_000, maxBytes: 4 * 1_048_576 };
const maxUrls = 3;

/** Whether certificates were revoked: our own by our books, others by asking whom they name, once for all who want to know. */
export function openStatus(needs: StatusNeeds) {
  const { clock, authorities, revocation } = needs;
  const fetch = needs.fetch ?? guardedFetch({ isHttpFine: true, allowedHosts: revocation.hosts, limits });
  const issuers = knownIssuers(authorities, needs.trustedRoots);
  const gate = new Gate({ places: 8, maxWaiting: 200 });
  const answers = new Cache<Verdict>({
    clock,
    maxEntries: 5_000,
    lastsMs: (verdict) => lastsMs(verdict),
    async read(key) {
      const { source, url, id } = JSON.parse(key) as Question;
      const leave = await gate.enter();
      if (leave === undefined) return failed('too many certificates are being looked up; ask again in a minute');
      try {
        const question = { url, id, issuer: await issuers.find(id), now: clock.now() };
        return await (source === 'ocsp' ? askOcsp(fetch, question) : askCrl(fetch, question));
      } finally {
        leave();
      }
    },
  });

  function lastsMs({ status, nextUpdate }: Verdict): number {
    if (status === 'failed' || status === 'unknown') return failedMs;
    const untilMs = nextUpdate === null ? untoldMs : nextUpdate.getTime() - clock.now().getTime();
    return Math.max(0, Math.min(untilMs, revocation.cacheMs));
  }

  async function askOthers(ask: StatusAsk): Promise<Verdict> {
    let last = failed('it names nobody who could be asked');
    for (const url of ask.urls.slice(0, maxUrls)) {
      const question: Question = { source: ask.source, url, id: plainId(ask.id) };
      last = await answers.get(JSON.stringify(question));
      if (last.status === 'good' || last.status === 'revoked') return last;
    }
    return last;
  }

  return {
    /** Never throws: a status that cannot be found out is `failed`, with the reason. */
    async ask(ask: StatusAsk): Promise<Verdict> {
      if (!isHash(ask.id)) return failed('its hashes or its serial number are not hexadecimal');
      if (ask.issuer !== undefined) issuers.meet(ask.id, ask.issuer);
      const authority = await authorities.issuerOf(ask.id);
      return authority === undefined ? askOthers(ask) : ownVerdict(needs, authority, ask.id);
    },
  };
}

/** Stations write what they like where digits belong. */
function isHash({ issuerNameHash, issuerKeyHash, serialNumber }: CertificateId): boolean {
  return [issuerNameHash, issuerKeyHash, serialNumber].every((part) => /^[0-9a-f]+$/i.test(part));
}

/** The same certificate is asked about in one way, however it is written; OCSP wants no more than these. */
function plainId({ hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber }: CertificateId): CertificateId {
  return {
    hashAlgorithm,
    issuerNameHash: issuerNameHash.toLowerCase(),
    issuerKeyHash: issuerKeyHash.toLowerCase(),
    serialNumber: plainSerial(serialNumber),
  };
}

type OwnAuthority = NonNullable<Awaited<ReturnType<Authorities['issuerOf']>>>;

async function ownVerdict({ pool, clock }: StatusNeeds, authority: OwnAuthority, id: CertificateId): Promise<Verdict> {
  const own = plainId(id);
  const status = await statusIn(pool, authority, own);
  const producedAt = clock.now();
  const nextUpdate = new Date(producedAt.getTime() + freshMs);
  const singles = [{ certId: await certIdOf(own), status }];
  return {
    status: typeof status === 'string' ? status : 'revoked',
    reason: null,
    nextUpdate,
    ocsp: await ocspAnswer(authority, { singles, producedAt, nextUpdate, nonce: null }),
  };
}
