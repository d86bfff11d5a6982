import { createHash, randomUUID } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { tableProjection } from '../rows.ts';
import type { VehicleCertificateWanted } from './certificate-questions.ts';

/** M01, M02. Contract certificates come from a pool of a mobility operator, which this installation does not have yet. */
export async function askForVehicle(
  { ledger, clock }: { ledger: Ledger; clock: Clock },
  { exi, ...wanted }: VehicleCertificateWanted,
): Promise<{ status: 'failed'; reason: string }> {
  const reason = 'No contract certificate pool is connected to this system.';
  const row: VehicleRequestRow = {
    ...wanted,
    id: randomUUID(),
    sha256: createHash('sha256').update(exi).digest('hex'),
    outcome: 'failed',
    reason,
    requestedAt: clock.now(),
  };
  const { stationId, requestedAt, ...body } = row;
  await ledger.commit({
    events: [{ kind: 'vehicle-certificate-asked', stationId, happenedAt: requestedAt, body }],
    writes: [write(vehicleRequests, row)],
    whenRefused: 'set-aside',
  });
  return { status: 'failed', reason };
}

type VehicleRequestRow = {
  id: string;
  stationId: string;
  action: 'install' | 'update';
  schemaVersion: string;
  sha256: string;
  maxContracts: number | null;
  outcome: 'answered' | 'failed';
  reason: string | null;
  requestedAt: Date;
};

const vehicleRequests = tableProjection<VehicleRequestRow>({
  name: 'vehicle certificate requests',
  table: 'vehicle_certificate_request',
  key: ['id'],
});
