import type { CertificateQuestions } from '#charging/certificates/certificate-questions.ts';
import type { Handler } from '../../handler.ts';
import type { Messages } from '../../v21/messages.generated.ts';

const actions = { Install: 'install', Update: 'update' } as const;

/** Of both 2.x. The answer to a vehicle that gets no certificate is empty. */
export const onGet15118EVCertificate: Handler<
  Messages['Get15118EVCertificate'],
  { certificates: Pick<CertificateQuestions, 'askForVehicle'> }
> = async (
  { action, iso15118SchemaVersion, exiRequest, maximumContractCertificateChains },
  { stationId, charging },
) => {
  const { reason } = await charging.certificates.askForVehicle({
    stationId,
    action: actions[action],
    schemaVersion: iso15118SchemaVersion,
    exi: exiRequest,
    maxContracts: maximumContractCertificateChains ?? null,
  });
  return { status: 'Failed', exiResponse: '', statusInfo: { reasonCode: 'NoContractPool', additionalInfo: reason } };
};
