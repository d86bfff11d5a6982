import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import type { Authority } from './authority.ts';
import { deliveredCertificates } from './certificate-projections.ts';
import { readSignedRequest } from './certificate-store.ts';
import type { CertificateToDeliver } from './open-certificates.ts';

export async function chainFor(
  { pool, authority }: { pool: Pool; authority(): Promise<Authority> },
  { stationId, requestId }: { stationId: string; requestId: string },
): Promise<CertificateToDeliver> {
  const request = await readSignedRequest(pool, requestId);
  if (request?.stationId !== stationId || request.certificate === null) {
    throw new SigecError(
      'NOT_FOUND',
      `${stationId} has no signed certificate request ${requestId}; list its certificate requests.`,
    );
  }
  const { purpose, stationRequestId, certificate } = request;
  const { pem } = await authority();
  return { chain: `${certificate.trim()}\n${pem.trim()}\n`, purpose, stationRequestId };
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
