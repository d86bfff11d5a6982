import type { CertificateRenewalStart } from '#contract/stations/certificates.ts';
import { type Actor, system } from '#principals/actor.ts';
import type { Way } from './way.ts';

type CertificateNeeds = {
  /** The renewals ask, and ask again where it failed; the campaign says who is next. */
  startRenewals(wanted: CertificateRenewalStart, actor: Actor): Promise<unknown>;
  hasDeliveredSince(stationId: string, since: Date): Promise<boolean>;
  holders: ReadonlySet<string>;
};

/** A02: a station renews its certificate. There is no way back: the old one may be revoked already. */
export function certificateWay({ startRenewals, hasDeliveredSince, holders }: CertificateNeeds): Way {
  return {
    whyNot: ({ stationId }) => (holders.has(stationId) ? undefined : 'nothing-to-renew'),
    async ask({ stationId }) {
      await startRenewals({ stationIds: [stationId] }, system);
      return { status: 'asked' };
    },
    whyLate: () => 'not-renewed',
    async look({ stationId, askedAt }) {
      return (await hasDeliveredSince(stationId, askedAt)) ? { status: 'in-place' } : { status: 'under-way' };
    },
  };
}
