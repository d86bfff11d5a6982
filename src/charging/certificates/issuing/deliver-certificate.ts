import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { SigningPurpose } from '#contract/stations/certificates.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import type { Authorities } from '../authorities/open-authorities.ts';
import { deliveredCertificates } from '../certificate-projections.ts';
import { readSignedRequest } from '../certificate-store.ts';
import { pemOf } from '../pem.ts';

export type CertificateToDeliver = { chain: string; purpose: SigningPurpose; stationRequestId: number | null };

/** The certificate of a request with its chain up to the root: some stations refuse a bare leaf. */
export async function chainFor(
  { pool, authorities }: { pool: Pool; authorities: Pick<Authorities, 'all'> },
  { stationId, requestId }: { stationId: string; requestId: string },
): Promise<CertificateToDeliver> {
  const request = await readSignedRequest(pool, requestId);
  if (request?.stationId !== stationId || request.certificate === null) {
    throw new SigecError(
      'NOT_FOUND',
      `${stationId} has no signed certificate request ${requestId}; list its certificate requests.`,
    );
  }
  const { purpose, stationRequestId, certificate, authorityId } = request;
  const issuer = (await authorities.all()).find(({ id }) => id === authorityId);
  const above = issuer === undefined ? '' : pemOf(issuer.certificate, ...issuer.chain);
  return { chain: `${certificate.trim()}\n${above}`, purpose, stationRequestId };
}

export async function recordDelivery(
  { ledger, clock }: { ledger: Ledger; clock: Clock },
  { stationId, requestId, refusal }: { stationId: string; requestId: string; refusal: string | null },
): Promise<void> {
  const at = clock.now();
  const state = refusal === null ? 'installed' : 'declined';
  await ledger.commit({
    events: [
      {
        kind: 'certificate-delivered',
        stationId,
        happenedAt: at,
        body: { certificateRequestId: requestId, state, reason: refusal },
      },
    ],
    writes: [write(deliveredCertificates, { id: requestId, state, reason: refusal, deliveredAt: at })],
  });
}
