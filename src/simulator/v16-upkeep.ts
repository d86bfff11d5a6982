import type {
  CertificateSignedRequest,
  CertificateSignedResponse,
  DeleteCertificateRequest,
  DeleteCertificateResponse,
  ExtendedTriggerMessageRequest,
  ExtendedTriggerMessageResponse,
  GetDiagnosticsRequest,
  GetDiagnosticsResponse,
  GetInstalledCertificateIdsRequest,
  GetInstalledCertificateIdsResponse,
  GetLogRequest,
  GetLogResponse,
  InstallCertificateRequest,
  InstallCertificateResponse,
  SignedUpdateFirmwareRequest,
  SignedUpdateFirmwareResponse,
  UpdateFirmwareRequest,
  UpdateFirmwareResponse,
} from 'typed-ocpp/dist/ocpp16/types.js';
import type { Handlers, StationControls } from './dialect.ts';
import type { Teller } from './upkeep.ts';

type UpkeepMessages16 = {
  CertificateSigned: { request: CertificateSignedRequest; response: CertificateSignedResponse };
  InstallCertificate: { request: InstallCertificateRequest; response: InstallCertificateResponse };
  DeleteCertificate: { request: DeleteCertificateRequest; response: DeleteCertificateResponse };
  GetInstalledCertificateIds: {
    request: GetInstalledCertificateIdsRequest;
    response: GetInstalledCertificateIdsResponse;
  };
  UpdateFirmware: { request: UpdateFirmwareRequest; response: UpdateFirmwareResponse };
  SignedUpdateFirmware: { request: SignedUpdateFirmwareRequest; response: SignedUpdateFirmwareResponse };
  GetDiagnostics: { request: GetDiagnosticsRequest; response: GetDiagnosticsResponse };
  GetLog: { request: GetLogRequest; response: GetLogResponse };
  ExtendedTriggerMessage: { request: ExtendedTriggerMessageRequest; response: ExtendedTriggerMessageResponse };
};

export const upkeep16: Handlers<UpkeepMessages16> = {
  CertificateSigned: ({ certificateChain }, { trust }) => ({ payload: { status: trust.accept(certificateChain) } }),

  InstallCertificate: ({ certificateType, certificate }, { trust }) => ({
    payload: { status: trust.install(certificateType, certificate) },
  }),

  DeleteCertificate: ({ certificateHashData }, { trust }) => ({
    payload: { status: trust.remove(certificateHashData) },
  }),

  GetInstalledCertificateIds: ({ certificateType }, { trust }) => {
    const [first, ...others] = trust.list([certificateType]).map(({ hash }) => hash);
    if (first === undefined) return { payload: { status: 'NotFound' } };
    return { payload: { status: 'Accepted', certificateHashData: [first, ...others] } };
  },

  UpdateFirmware: ({ location }, { upkeep }) => ({
    payload: {},
    afterwards: () => void upkeep.updateFirmware({ location, isSigned: false, tell: tellFirmware }),
  }),

  SignedUpdateFirmware: ({ requestId, firmware: { location } }, { upkeep }) => ({
    payload: { status: upkeep.isBusy('firmware') ? 'AcceptedCanceled' : 'Accepted' },
    afterwards: () => void upkeep.updateFirmware({ location, isSigned: true, tell: tellSignedFirmware(requestId) }),
  }),

  GetDiagnostics: (_request, { upkeep }) => ({
    payload: { fileName: 'diagnostics.zip' },
    afterwards: () => void upkeep.uploadLog({ failure: 'UploadFailed', tell: tellDiagnostics }),
  }),

  GetLog: ({ requestId, logType }, { upkeep }) => ({
    payload: { status: upkeep.isBusy('log') ? 'AcceptedCanceled' : 'Accepted', filename: `${logType}.zip` },
    afterwards: () => void upkeep.uploadLog({ failure: 'UploadFailure', tell: tellLog(requestId) }),
  }),

  ExtendedTriggerMessage: ({ requestedMessage }, station) => {
    const afterwards = upkeepTriggers16(station)[requestedMessage];
    return afterwards === undefined
      ? { payload: { status: 'NotImplemented' } }
      : { payload: { status: 'Accepted' }, afterwards };
  },
};

/** What both triggers of 1.6 may ask for of these jobs. */
export function upkeepTriggers16(station: StationControls): Record<string, () => void> {
  const { nameplate, trust, upkeep } = station;
  const askForCertificate = async () =>
    station.say('SignCertificate', { csr: await trust.makeRequest(nameplate.serialNumber) });
  return {
    SignChargePointCertificate: () => void askForCertificate(),
    FirmwareStatusNotification: () => upkeep.tellNow('firmware', tellFirmware),
    DiagnosticsStatusNotification: () => upkeep.tellNow('log', tellDiagnostics),
    LogStatusNotification: () => upkeep.tellNow('log', tellLog()),
  };
}

const tellFirmware: Teller = (status) => ({
  action: 'FirmwareStatusNotification',
  request: { status },
});
const tellDiagnostics: Teller = (status) => ({
  action: 'DiagnosticsStatusNotification',
  request: { status },
});
function tellSignedFirmware(requestId: number): Teller {
  return (status) => ({ action: 'SignedFirmwareStatusNotification', request: { status, requestId } });
}
function tellLog(requestId?: number): Teller {
  return (status) => ({
    action: 'LogStatusNotification',
    request: { status, ...(requestId !== undefined && { requestId }) },
  });
}
