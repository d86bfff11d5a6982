import { X509Certificate } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import { withoutCredentials } from '#ledger/frames/hide-secrets.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { firmwareJobs, type JobRow } from './firmware-projections.ts';

export type UpdateWanted = {
  stationId: string;
  requestId: number;
  location: string;
  /** null: now */
  retrieveAt: Date | null;
  installAt: Date | null;
  signingCertificate: string | null;
  signature: string | null;
};

export type PublicationWanted = { stationId: string; requestId: number; location: string; checksum: string };

type Needs = { ledger: Ledger; clock: Clock };

/**
 * L01, L02. Written before the station is asked: its first report may come before its answer has been read.
 * Returns when the station shall fetch the file.
 */
export async function beginUpdate(needs: Needs, wanted: UpdateWanted): Promise<Date> {
  const { signingCertificate, signature, retrieveAt, ...job } = wanted;
  const now = needs.clock.now();
  if ((signingCertificate === null) !== (signature === null)) {
    throw new SigecError('INVALID_INPUT', 'A secure update needs both the signature and the signing certificate.');
  }
  if (signingCertificate !== null) mustBeValid(signingCertificate, now);
  const fetchAt = retrieveAt ?? now;
  await begin(needs, { ...job, retrieveAt: fetchAt, kind: 'update', isSigned: signature !== null, checksum: null });
  return fetchAt;
}

/** L03. */
export async function beginPublication(needs: Needs, wanted: PublicationWanted): Promise<void> {
  await begin(needs, { ...wanted, kind: 'publish', isSigned: false, retrieveAt: null, installAt: null });
}

async function begin({ ledger, clock }: Needs, job: Omit<JobRow, 'askedAt'>): Promise<void> {
  const askedAt = clock.now();
  const { stationId, ...body } = { ...job, location: withoutCredentials(job.location) };
  await ledger.commit({
    events: [{ kind: 'firmware-asked', stationId, happenedAt: askedAt, body }],
    writes: [write(firmwareJobs, { ...body, stationId, askedAt })],
  });
}

/** L01.FR.22 asks the CSMS to look at the certificate first: a station would only find out after the download. */
function mustBeValid(pem: string, now: Date): void {
  const certificate = readCertificate(pem);
  if (certificate === undefined)
    throw new SigecError('INVALID_INPUT', 'The signing certificate is no X.509 certificate in PEM.');
  if (certificate.validToDate < now) {
    throw new SigecError(
      'INVALID_INPUT',
      `The signing certificate expired on ${certificate.validToDate.toISOString()}; sign with a valid one.`,
    );
  }
}

function readCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}
