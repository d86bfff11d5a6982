import type { StationControls } from '../dialect.ts';
import { upkeep2 } from '../v2-upkeep.ts';

/** OCA's note on Plug & Charge: how a station of 1.6 says what came with 2.0.1. */
export const pncVendor = 'org.openchargealliance.iso15118pnc';

type Transfer = { messageId?: string | undefined; data?: unknown };
type Answered = { payload: object; afterwards?: () => void };
type AnyHandler = (request: unknown, station: StationControls) => Answered;

const { CertificateSigned, InstallCertificate, DeleteCertificate, GetInstalledCertificateIds } = upkeep2;
const handlers: Readonly<Record<string, unknown>> = {
  CertificateSigned,
  InstallCertificate,
  DeleteCertificate,
  GetInstalledCertificateIds,
  TriggerMessage: (request: { requestedMessage: string }, station: StationControls): Answered =>
    request.requestedMessage === 'SignV2GCertificate'
      ? { payload: { status: 'Accepted' }, afterwards: () => void askForV2g(station) }
      : { payload: { status: 'NotImplemented' } },
};

/** What a server asks in the words of 2.0.1, answered in them. */
export function answerPlugAndCharge16(station: StationControls, { messageId = '', data }: Transfer) {
  const handler = handlers[messageId] as AnyHandler | undefined;
  if (handler === undefined) return { payload: { status: 'UnknownMessageId' as const } };
  const { payload, afterwards } = handler(JSON.parse(String(data)), station);
  const answer = { status: 'Accepted' as const, data: JSON.stringify(payload) };
  return { payload: answer, ...(afterwards !== undefined && { afterwards }) };
}

/** The certificate that it shows to vehicles. */
async function askForV2g(station: StationControls): Promise<void> {
  const csr = await station.trust.makeRequest(station.nameplate.serialNumber);
  const data = JSON.stringify({ csr, certificateType: 'V2GCertificate' });
  await station.say('DataTransfer', { vendorId: pncVendor, messageId: 'SignCertificate', data });
}
