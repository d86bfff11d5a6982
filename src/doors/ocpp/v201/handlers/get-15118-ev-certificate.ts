import type { VehicleQuestions } from '#charging/plug-and-charge/contract-provider.ts';
import type { Handler } from '../../handler.ts';
import type { Messages } from '../../v21/messages.generated.ts';

const actions = { Install: 'install', Update: 'update' } as const;

/** What the field holds; over 1.6 the message is that of 2.0.1. */
const maxLength = { '1.6': 5_600, '2.0.1': 5_600, '2.1': 17_000 } as const;

/** M01, M02 of both 2.x. The answer to a vehicle that gets no certificate is empty, and the station makes its own of it. */
export const onGet15118EVCertificate: Handler<
  Messages['Get15118EVCertificate'],
  { plugAndCharge: VehicleQuestions }
> = async (
  { action, iso15118SchemaVersion, exiRequest, maximumContractCertificateChains, prioritizedEMAIDs = [] },
  { stationId, version, charging },
) => {
  const answer = await charging.plugAndCharge.askForVehicle({
    stationId,
    action: actions[action],
    schemaVersion: iso15118SchemaVersion,
    exi: exiRequest,
    maxContracts: maximumContractCertificateChains ?? null,
    prioritizedEmaids: prioritizedEMAIDs,
    maxAnswerLength: maxLength[version],
  });
  if (answer.status === 'failed') return refusal(answer.reasonCode, answer.reason);
  const { exi, remainingContracts } = answer;
  if (exi.length > maxLength[version]) return refusal('AnswerTooLong', `The contract is too long for OCPP ${version}.`);
  const remaining = maximumContractCertificateChains === undefined ? {} : { remainingContracts };
  return { status: 'Accepted', exiResponse: exi, ...remaining };
};

function refusal(reasonCode: string, reason: string): Messages['Get15118EVCertificate']['response'] {
  return { status: 'Failed', exiResponse: '', statusInfo: { reasonCode, additionalInfo: reason.slice(0, 512) } };
}
