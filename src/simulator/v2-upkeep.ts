import type {
  CertificateSignedRequest,
  CertificateSignedResponse,
  CustomerInformationRequest,
  CustomerInformationResponse,
  DeleteCertificateRequest,
  DeleteCertificateResponse,
  GetInstalledCertificateIdsRequest,
  GetInstalledCertificateIdsResponse,
  GetLogRequest,
  GetLogResponse,
  InstallCertificateRequest,
  InstallCertificateResponse,
  PublishFirmwareRequest,
  PublishFirmwareResponse,
  UnpublishFirmwareRequest,
  UnpublishFirmwareResponse,
  UpdateFirmwareRequest,
  UpdateFirmwareResponse,
} from 'typed-ocpp/dist/ocpp21/types.js';
import { tellAboutCustomer } from './customer-report.ts';
import type { Handlers, StationControls } from './dialect.ts';
import type { Teller } from './upkeep.ts';

type UpkeepMessages2 = {
  CertificateSigned: { request: CertificateSignedRequest; response: CertificateSignedResponse };
  InstallCertificate: { request: InstallCertificateRequest; response: InstallCertificateResponse };
  DeleteCertificate: { request: DeleteCertificateRequest; response: DeleteCertificateResponse };
  GetInstalledCertificateIds: {
    request: GetInstalledCertificateIdsRequest;
    response: GetInstalledCertificateIdsResponse;
  };
  UpdateFirmware: { request: UpdateFirmwareRequest; response: UpdateFirmwareResponse };
  PublishFirmware: { request: PublishFirmwareRequest; response: PublishFirmwareResponse };
  UnpublishFirmware: { request: UnpublishFirmwareRequest; response: UnpublishFirmwareResponse };
  GetLog: { request: GetLogRequest; response: GetLogResponse };
  CustomerInformation: { request: CustomerInformationRequest; response: CustomerInformationResponse };
};

export const upkeep2: Handlers<UpkeepMessages2> = {
  CertificateSigned: ({ certificateChain }, { trust }) => ({ payload: { status: trust.accept(certificateChain) } }),

  InstallCertificate: ({ certificateType, certificate }, { trust }) => ({
    payload: { status: trust.install(certificateType, certificate) },
  }),

  DeleteCertificate: ({ certificateHashData }, { trust }) => ({
    payload: { status: trust.remove(certificateHashData) },
  }),

  GetInstalledCertificateIds: ({ certificateType }, { trust }) => {
    const [first, ...others] = trust.list(certificateType).map(({ type, hash }) => ({
      certificateType: type as InstallCertificateRequest['certificateType'],
      certificateHashData: hash,
    }));
    if (first === undefined) return { payload: { status: 'NotFound' } };
    return { payload: { status: 'Accepted', certificateHashDataChain: [first, ...others] } };
  },

  UpdateFirmware: ({ requestId, firmware: { location, signature } }, { upkeep }) => ({
    payload: { status: upkeep.isBusy('firmware') ? 'AcceptedCanceled' : 'Accepted' },
    afterwards: () =>
      void upkeep.updateFirmware({
        location,
        isSigned: signature !== undefined,
        tell: teller('FirmwareStatusNotification', requestId),
      }),
  }),

  PublishFirmware: ({ requestId, location, checksum }, { upkeep }) => ({
    payload: { status: 'Accepted' },
    afterwards: () => void upkeep.publish({ location, checksum, tell: publicationTeller(requestId, location) }),
  }),

  UnpublishFirmware: ({ checksum }, { upkeep }) => {
    if (upkeep.isBusy('publication')) return { payload: { status: 'DownloadOngoing' } };
    return { payload: { status: upkeep.published.delete(checksum) ? 'Unpublished' : 'NoFirmware' } };
  },

  GetLog: ({ requestId, logType }, { upkeep }) => ({
    payload: { status: upkeep.isBusy('log') ? 'AcceptedCanceled' : 'Accepted', filename: `${logType}.zip` },
    afterwards: () =>
      void upkeep.uploadLog({ failure: 'UploadFailure', tell: teller('LogStatusNotification', requestId) }),
  }),

  CustomerInformation: (request, station) => {
    const { idToken, customerIdentifier, customerCertificate, requestId, report, clear } = request;
    const who = idToken?.idToken ?? customerIdentifier ?? customerCertificate?.serialNumber;
    if (who === undefined) return { payload: { status: 'Invalid' } };
    const text = station.upkeep.customers.get(who) ?? '';
    if (clear) station.upkeep.customers.delete(who);
    const tell = () => void tellAboutCustomer(station, { requestId, text });
    return { payload: { status: 'Accepted' }, ...(report && { afterwards: tell }) };
  },
};

/** What TriggerMessage may ask for of these jobs. */
export function upkeepTriggers2(station: StationControls): Record<string, () => void> {
  const { nameplate, trust, upkeep } = station;
  const askFor = async (certificateType: string) =>
    station.say('SignCertificate', { csr: await trust.makeRequest(nameplate.serialNumber), certificateType });
  return {
    SignChargingStationCertificate: () => void askFor('ChargingStationCertificate'),
    SignV2GCertificate: () => void askFor('V2GCertificate'),
    SignV2G20Certificate: () => void askFor('V2G20Certificate'), // only a server of 2.1 asks for it
    FirmwareStatusNotification: () => upkeep.tellNow('firmware', teller('FirmwareStatusNotification')),
    LogStatusNotification: () => upkeep.tellNow('log', teller('LogStatusNotification')),
    PublishFirmwareStatusNotification: () => upkeep.tellNow('publication', teller('PublishFirmwareStatusNotification')),
  };
}

function teller(action: string, requestId?: number): Teller {
  return (status) => ({ action, request: { status, ...(requestId !== undefined && { requestId }) } });
}

/** Once the file is published, the controller says where. */
function publicationTeller(requestId: number, location: string): Teller {
  return (status) => ({
    action: 'PublishFirmwareStatusNotification',
    request: { status, requestId, ...(status === 'Published' && { location: [location] }) },
  });
}
