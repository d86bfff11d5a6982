import type { InstallCertificateRequest, NotifyCustomerInformationRequest } from 'typed-ocpp/dist/ocpp21/types.js';
import { type Handlers2, type StationControls, withStatus } from './dialect.ts';
import { type Teller, teller } from './upkeep.ts';

export const upkeep2 = {
  CertificateSigned: ({ certificateChain }, station) =>
    withStatus(station.keeping(() => station.trust.accept(certificateChain))),

  InstallCertificate: ({ certificateType, certificate }, station) =>
    withStatus(station.keeping(() => station.trust.install(certificateType, certificate))),

  DeleteCertificate: ({ certificateHashData }, station) =>
    withStatus(station.keeping(() => station.trust.remove(certificateHashData))),

  GetInstalledCertificateIds: ({ certificateType }, { trust }) => {
    const [first, ...others] = trust.list(certificateType).map(({ type, hash }) => ({
      certificateType: type as InstallCertificateRequest['certificateType'],
      certificateHashData: hash,
    }));
    if (first === undefined) return withStatus('NotFound');
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

  PublishFirmware: ({ requestId, location, checksum }, { upkeep }) =>
    withStatus(
      'Accepted',
      () => void upkeep.publish({ location, checksum, tell: publicationTeller(requestId, location) }),
    ),

  UnpublishFirmware: ({ checksum }, { upkeep }) => {
    if (upkeep.isBusy('publication')) return withStatus('DownloadOngoing');
    return withStatus(upkeep.published.delete(checksum) ? 'Unpublished' : 'NoFirmware');
  },

  GetLog: ({ requestId, logType, log }, { upkeep }) => ({
    payload: { status: upkeep.isBusy('log') ? 'AcceptedCanceled' : 'Accepted', filename: `${logType}.zip` },
    afterwards: () =>
      void upkeep.uploadLog({
        location: log.remoteLocation,
        failure: 'UploadFailure',
        tell: teller('LogStatusNotification', requestId),
      }),
  }),

  CustomerInformation: (request, station) => {
    const { idToken, customerIdentifier, customerCertificate, requestId, report, clear } = request;
    const who = idToken?.idToken ?? customerIdentifier ?? customerCertificate?.serialNumber;
    if (who === undefined) return withStatus('Invalid');
    const text = station.upkeep.customers.get(who) ?? '';
    if (clear) station.upkeep.customers.delete(who);
    const tell = () => void tellAboutCustomer(station, { requestId, text });
    return withStatus('Accepted', report ? tell : undefined);
  },
} satisfies Handlers2;

export function upkeepTriggers2(station: StationControls): Record<string, () => void> {
  const { nameplate, trust, upkeep } = station;
  const askFor = async (certificateType: string) =>
    station.say('SignCertificate', {
      csr: await trust.makeRequest(nameplate.serialNumber, {
        namedCurve: certificateType === 'V2G20Certificate' ? 'P-521' : 'P-256',
        isOwn: certificateType === 'ChargingStationCertificate',
      }),
      certificateType,
    });
  return {
    SignChargingStationCertificate: () => void askFor('ChargingStationCertificate'),
    SignV2GCertificate: () => void askFor('V2GCertificate'),
    SignV2G20Certificate: () => void askFor('V2G20Certificate'), // only a server of 2.1 asks for it
    FirmwareStatusNotification: () => upkeep.tellNow('firmware', teller('FirmwareStatusNotification')),
    LogStatusNotification: () => upkeep.tellNow('log', teller('LogStatusNotification')),
    PublishFirmwareStatusNotification: () => upkeep.tellNow('publication', teller('PublishFirmwareStatusNotification')),
  };
}

/** Once the file is published, the controller says where. */
function publicationTeller(requestId: number, location: string): Teller {
  return (status) => ({
    action: 'PublishFirmwareStatusNotification',
    request: { status, requestId, ...(status === 'Published' && { location: [location] }) },
  });
}

const partLength = 512;

/** Tells what it remembers about a customer, in as many messages as it takes; nothing is told in one that is empty. */
async function tellAboutCustomer(
  station: StationControls,
  { requestId, text }: { requestId: number; text: string },
): Promise<void> {
  const count = Math.max(1, Math.ceil(text.length / partLength));
  const generatedAt = new Date().toISOString();
  for (let seqNo = 0; seqNo < count; seqNo += 1) {
    const part: NotifyCustomerInformationRequest = {
      requestId,
      seqNo,
      data: text.slice(seqNo * partLength, (seqNo + 1) * partLength),
      tbc: seqNo < count - 1,
      generatedAt,
    };
    await station.say('NotifyCustomerInformation', part);
  }
}
