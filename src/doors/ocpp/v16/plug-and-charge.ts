import { parsedJson } from '#base/json.ts';
import type { StationAuthorization } from '#charging/authorization/station-authorization.ts';
import type { CertificateQuestions } from '#charging/certificates/certificate-questions.ts';
import type { VehicleQuestions } from '#charging/plug-and-charge/contract-provider.ts';
import type { Messages as Messages201 } from '../v201/messages.generated.ts';
import { validator201 } from '../v201/validator.ts';
import type { Messages } from './messages.generated.ts';

/** OCA's application note on Plug & Charge: messages of 2.0.1 go as JSON in the text of a DataTransfer, both ways. */
export const plugAndChargeVendor = 'org.openchargealliance.iso15118pnc';

export type PlugAndChargeUseCases = {
  authorization: Pick<StationAuthorization, 'authorize'>;
  plugAndCharge: VehicleQuestions;
  certificates: Pick<CertificateQuestions, 'requestSigning' | 'answerStatus'>;
};

/** What a station of 1.6 can be asked by the note. */
type Asked =
  | 'CertificateSigned'
  | 'InstallCertificate'
  | 'DeleteCertificate'
  | 'GetInstalledCertificateIds'
  | 'TriggerMessage';

type Call = (action: 'DataTransfer', payload: Messages['DataTransfer']['request']) => Promise<TransferAnswer>;
type TransferAnswer = Messages['DataTransfer']['response'];

/** Words of DataTransfer for a station that does not know the note, or answers in another form. */
type NotKnown = { status: string; statusInfo: { reasonCode: string; additionalInfo: string } };

/** Sends a message of 2.0.1 inside a DataTransfer. */
export async function callPlugAndCharge<Action extends Asked>(
  call: Call,
  action: Action,
  request: Messages201[Action]['request'],
): Promise<Messages201[Action]['response'] | NotKnown> {
  const { status, data } = await call('DataTransfer', {
    vendorId: plugAndChargeVendor,
    messageId: action,
    data: JSON.stringify(request),
  });
  if (status !== 'Accepted' && data === undefined)
    return notKnown(status, 'The station does not take messages of Plug & Charge over DataTransfer.');
  const answer = parsedJson(data ?? '');
  if (validator201.check(`${action}Response`, answer) !== undefined)
    return notKnown('Rejected', `The station answered ${action} in a form that OCPP 2.0.1 does not have.`);
  return answer as Messages201[Action]['response'];
}

function notKnown(status: string, additionalInfo: string): NotKnown {
  return { status, statusInfo: { reasonCode: 'NotSupported', additionalInfo } };
}
