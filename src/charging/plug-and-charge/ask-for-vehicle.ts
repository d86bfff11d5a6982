import { createHash, randomUUID } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import { Limiter } from '#base/limiter.ts';
import type { Log } from '#base/log.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import type { VehicleCertificateWanted } from '../certificates/certificate-questions.ts';
import { tableProjection } from '../rows.ts';
import { type ContractProvider, failed, type ProviderAnswer } from './contract-provider.ts';

type Needs = { ledger: Ledger; clock: Clock; log: Log; provider: ContractProvider };

/** Vehicles ask when their certificate runs out; a station that asks without end neither signs nor writes any more. */
const budget = { burst: 20, perSecond: 1 / 60 };

/** M01, M02: hands the request of a vehicle to whoever has contracts. The request names the vehicle, so only its hash is kept. */
export function openVehicleQuestions(needs: Needs) {
  const asked = new Limiter(budget);
  return async (wanted: VehicleCertificateWanted): Promise<ProviderAnswer> => {
    if (!asked.take(wanted.stationId))
      return failed(
        'TooManyRequests',
        'The station asks for certificates of vehicles too often; it may ask again later.',
      );
    const answer = await ask(needs, wanted);
    await keep(needs, wanted, answer);
    return answer;
  };
}

async function ask({ provider, log }: Needs, wanted: VehicleCertificateWanted): Promise<ProviderAnswer> {
  try {
    return await provider.answer(wanted);
  } catch (error) {
    log.error({ stationId: wanted.stationId, err: asError(error) }, 'a vehicle could not be given its contract');
    return failed('InternalError', 'The contract could not be issued; the log of the system says why.');
  }
}

async function keep({ ledger, clock }: Needs, wanted: VehicleCertificateWanted, answer: ProviderAnswer): Promise<void> {
  const { stationId, action, schemaVersion, maxContracts, exi } = wanted;
  const requestedAt = clock.now();
  const body = {
    id: randomUUID(),
    action,
    schemaVersion,
    maxContracts,
    sha256: createHash('sha256').update(exi).digest('hex'),
    outcome: answer.status === 'accepted' ? ('answered' as const) : ('failed' as const),
    reason: answer.status === 'accepted' ? null : answer.reason,
  };
  await ledger.commit({
    events: [{ kind: 'vehicle-certificate-asked', stationId, happenedAt: requestedAt, body }],
    writes: [write(vehicleRequests, { ...body, stationId, requestedAt })],
    whenRefused: 'set-aside',
  });
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
