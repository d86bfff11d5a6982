import { type Handlers16, type StationControls, withStatus } from './dialect.ts';
import { triggered } from './triggers.ts';
import { teller } from './upkeep.ts';

export const upkeep16 = {
  CertificateSigned: ({ certificateChain }, station) =>
    withStatus(station.keeping(() => station.trust.accept(certificateChain))),

  InstallCertificate: ({ certificateType, certificate }, station) =>
    withStatus(station.keeping(() => station.trust.install(certificateType, certificate))),

  DeleteCertificate: ({ certificateHashData }, station) =>
    withStatus(station.keeping(() => station.trust.remove(certificateHashData))),

  GetInstalledCertificateIds: ({ certificateType }, { trust }) => {
    const [first, ...others] = trust.list([certificateType]).map(({ hash }) => hash);
    if (first === undefined) return withStatus('NotFound');
    return { payload: { status: 'Accepted', certificateHashData: [first, ...others] } };
  },

  UpdateFirmware: ({ location }, { upkeep }) => ({
    payload: {},
    afterwards: () =>
      void upkeep.updateFirmware({ location, isSigned: false, tell: teller('FirmwareStatusNotification') }),
  }),

  SignedUpdateFirmware: ({ requestId, firmware: { location } }, { upkeep }) =>
    withStatus(
      upkeep.isBusy('firmware') ? 'AcceptedCanceled' : 'Accepted',
      () =>
        void upkeep.updateFirmware({
          location,
          isSigned: true,
          tell: teller('SignedFirmwareStatusNotification', requestId),
        }),
    ),

  GetDiagnostics: ({ location }, { upkeep }) => ({
    payload: { fileName: 'diagnostics.zip' },
    afterwards: () =>
      void upkeep.uploadLog({ location, failure: 'UploadFailed', tell: teller('DiagnosticsStatusNotification') }),
  }),

  GetLog: ({ requestId, logType, log }, { upkeep }) => ({
    payload: { status: upkeep.isBusy('log') ? 'AcceptedCanceled' : 'Accepted', filename: `${logType}.zip` },
    afterwards: () =>
      void upkeep.uploadLog({
        location: log.remoteLocation,
        failure: 'UploadFailure',
        tell: teller('LogStatusNotification', requestId),
      }),
  }),

  ExtendedTriggerMessage: ({ requestedMessage }, station) => triggered(upkeepTriggers16(station), requestedMessage),
} satisfies Handlers16;

export function upkeepTriggers16(station: StationControls): Record<string, () => void> {
  const { nameplate, trust, upkeep } = station;
  const askForCertificate = async () =>
    station.say('SignCertificate', { csr: await trust.makeRequest(nameplate.serialNumber) });
  return {
    SignChargePointCertificate: () => void askForCertificate(),
    FirmwareStatusNotification: () => upkeep.tellNow('firmware', teller('FirmwareStatusNotification')),
    DiagnosticsStatusNotification: () => upkeep.tellNow('log', teller('DiagnosticsStatusNotification')),
    LogStatusNotification: () => upkeep.tellNow('log', teller('LogStatusNotification')),
  };
}
