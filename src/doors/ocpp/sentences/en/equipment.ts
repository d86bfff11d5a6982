import { installedCount, nameplateOf, placeOf, statusOf, variableName } from '../read.ts';
import type { Sentences } from '../sentence-types.ts';
import { count, ifTold, list, place, say, time, word } from './phrases.ts';

/** Blocks A, B, G, L and M. */
export const equipmentEn = {
  BootNotification: ({ request }) => {
    const { vendor, model, firmware, reason } = nameplateOf(request);
    const firmwareWords = ifTold(firmware, (version) => `, firmware ${version}`);
    return say`started (${vendor} ${model}${firmwareWords}${ifTold(reason, (why) => `, ${word(why)}`)})`;
  },
  Heartbeat: () => 'sent a heartbeat',
  StatusNotification: ({ request }) => {
    const { place: where, status, errorCode, info } = statusOf(request);
    const why = [ifTold(errorCode, word), ifTold(info, (text) => text)].filter((text) => text !== '');
    return say`reported ${place(where)} ${word(status)}${why.length === 0 ? '' : ` (${why.join(': ')})`}`;
  },
  ChangeAvailability: ({ request }) => {
    const wanted = 'type' in request ? request.type : request.operationalStatus;
    return say`was asked to put ${place(placeOf(request))} ${wanted === 'Operative' ? 'into' : 'out of'} service`;
  },
  Reset: ({ request }) => {
    const how = {
      Hard: 'at once',
      Immediate: 'at once',
      Soft: 'in an orderly way',
      OnIdle: 'when no session runs',
      ImmediateAndResume: 'at once and to resume its sessions',
    }[request.type];
    return say`was asked to restart ${place(placeOf(request))} ${how}`;
  },
  GetConfiguration: ({ request, answer }) => [
    say`was asked for ${ifTold(request.key, list) || 'all its settings'}`,
    ifTold(answer?.configurationKey, (keys) =>
      keys.length <= 3 ? list(keys.map(({ key, value }) => say`${key} = ${value}`)) : count(keys.length, 'setting'),
    ),
  ],
  ChangeConfiguration: ({ request }) => say`was asked to set ${request.key} to ${request.value}`,
  SetVariables: ({ request }) =>
    say`was asked to set ${list(
      request.setVariableData.map((item) => say`${variableName(item)} to ${item.attributeValue}`),
    )}`,
  GetVariables: ({ request, answer }) => [
    say`was asked for ${list(request.getVariableData.map(variableName))}`,
    ifTold(answer, ({ getVariableResult }) =>
      list(
        getVariableResult.flatMap((item) =>
          item.attributeValue === undefined ? [] : [say`${variableName(item)} = ${item.attributeValue}`],
        ),
      ),
    ),
  ],
  GetBaseReport: ({ request }) =>
    say`was asked for a report of ${
      {
        ConfigurationInventory: 'its settings',
        FullInventory: 'all it consists of',
        SummaryInventory: 'its state in short',
      }[request.reportBase]
    } (request ${request.requestId})`,
  GetReport: ({ request }) =>
    say`was asked for a report of ${
      ifTold(request.componentVariable, (parts) => list(parts.map(variableName))) ||
      ifTold(request.componentCriteria, (criteria) => `components that are ${list(criteria.map(word))}`) ||
      'its components'
    } (request ${request.requestId})`,
  NotifyReport: ({ request }) =>
    say`reported ${count(request.reportData?.length ?? 0, 'variable')}, part ${request.seqNo + 1} of request ${request.requestId}`,
  SetNetworkProfile: ({ request }) =>
    say`was told in slot ${request.configurationSlot} to reach its server at ${request.connectionData.ocppCsmsUrl}`,

  SecurityEventNotification: ({ request }) =>
    say`reported a security event: ${request.type}${ifTold(request.techInfo, (info) => ` (${info})`)}`,
  SignCertificate: ({ request }) =>
    say`asked for a certificate to be signed${ifTold(
      'certificateType' in request ? request.certificateType : undefined,
      (type) => ` (${word(type)})`,
    )}`,
  CertificateSigned: ({ request }) =>
    say`was given its signed certificate${ifTold(
      'certificateType' in request ? request.certificateType : undefined,
      (type) => ` (${word(type)})`,
    )}`,
  InstallCertificate: ({ request }) => say`was asked to trust a certificate (${word(request.certificateType)})`,
  DeleteCertificate: ({ request }) =>
    say`was asked to delete the certificate with serial number ${request.certificateHashData.serialNumber}`,
  GetInstalledCertificateIds: ({ request, answer }) => {
    const types = [request.certificateType ?? []].flat();
    return [
      say`was asked which certificates it has${types.length === 0 ? '' : ` (${list(types.map(word))})`}`,
      ifTold(installedCount(answer), (found) => count(found, 'certificate')),
    ];
  },
  Get15118EVCertificate: ({ request }) =>
    request.action === 'Update'
      ? "asked for a vehicle's contract certificate to be renewed"
      : 'asked for a contract certificate for a vehicle',
  GetCertificateStatus: ({ request }) =>
    say`asked whether the certificate with serial number ${request.ocspRequestData.serialNumber} is still valid`,
  GetCertificateChainStatus: ({ request, answer }) => [
    say`asked whether the chain of a vehicle is still valid (${count(request.certificateStatusRequests.length, 'certificate')})`,
    ifTold(answer, ({ certificateStatus }) => list(certificateStatus.map(({ status }) => word(status)))),
  ],

  UpdateFirmware: ({ request }) => {
    const [location, from] =
      'firmware' in request
        ? [request.firmware.location, request.firmware.retrieveDateTime]
        : [request.location, request.retrieveDate];
    return say`was asked to fetch firmware from ${location}, not before ${time(from)}`;
  },
  SignedUpdateFirmware: ({ request: { firmware } }) =>
    say`was asked to fetch signed firmware from ${firmware.location}, not before ${time(firmware.retrieveDateTime)}`,
  FirmwareStatusNotification: ({ request }) => say`reported on its firmware: ${word(request.status)}`,
  SignedFirmwareStatusNotification: ({ request }) => say`reported on its signed firmware: ${word(request.status)}`,
  PublishFirmware: ({ request }) => say`was asked to offer the firmware at ${request.location} to its stations`,
  PublishFirmwareStatusNotification: ({ request }) =>
    say`reported on the firmware it offers: ${word(request.status)}${ifTold(request.location, (urls) => ` (${list(urls)})`)}`,
  UnpublishFirmware: ({ request }) => say`was asked to withdraw the firmware with checksum ${request.checksum}`,
} satisfies Partial<Sentences>;
