import type { CertificateStatus } from '#contract/stations/certificates.ts';

/** What became of asking whether a certificate was revoked. */
export type Verdict = {
  status: CertificateStatus;
  /** Why nobody knows; null: somebody does. */
  reason: string | null;
  /** Until when it holds; null: it is asked again soon. */
  nextUpdate: Date | null;
  /** The answer of the OCSP responder in DER, as OCPP hands it on; null: there is none. */
  ocsp: Buffer | null;
};

export function failed(reason: string): Verdict {
  return { status: 'failed', reason, nextUpdate: null, ocsp: null };
}

/** Clocks of responders differ a little from ours. */
const skewMs = 5 * 60_000;

/** Why an answer or a list counts for nothing at this time; undefined: it counts. */
export function whyNotCurrent(
  { thisUpdate, nextUpdate }: { thisUpdate: Date; nextUpdate: Date | undefined },
  now: Date,
): string | undefined {
  if (thisUpdate.getTime() > now.getTime() + skewMs) return 'its answer is from the future';
  if (nextUpdate !== undefined && nextUpdate.getTime() < now.getTime() - skewMs) return 'its answer is out of date';
  return undefined;
}
