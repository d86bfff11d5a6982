import { installedCount, nameplateOf, placeOf, statusOf, variableName } from '../read.ts';
import type { Sentences } from '../sentence-types.ts';
import { count, ifTold, list, place, say, time, word } from './phrases.ts';

/** Blocks A, B, G, L and M. */
export const equipmentPt = {
  BootNotification: ({ request }) => {
    const { vendor, model, firmware, reason } = nameplateOf(request);
    const firmwareWords = ifTold(firmware, (version) => `, firmware ${version}`);
    return say`iniciou (${vendor} ${model}${firmwareWords}${ifTold(reason, (why) => `, ${word(why)}`)})`;
  },
  Heartbeat: () => 'enviou um sinal de vida',
  StatusNotification: ({ request }) => {
    const { place: where, status, errorCode, info } = statusOf(request);
    const why = [ifTold(errorCode, word), ifTold(info, (text) => text)].filter((text) => text !== '');
    return say`informou ${place(where)} ${word(status)}${why.length === 0 ? '' : ` (${why.join(': ')})`}`;
  },
  ChangeAvailability: ({ request }) => {
    const wanted = 'type' in request ? request.type : request.operationalStatus;
    return say`recebeu o pedido de pôr ${place(placeOf(request))} ${wanted === 'Operative' ? 'em' : 'fora de'} serviço`;
  },
  Reset: ({ request }) => {
    const how = {
      Hard: 'já',
      Immediate: 'já',
      Soft: 'de modo ordenado',
      OnIdle: 'quando não houver sessão',
      ImmediateAndResume: 'já e retomar as sessões',
    }[request.type];
    return say`recebeu o pedido de reiniciar ${place(placeOf(request))} ${how}`;
  },
  GetConfiguration: ({ request, answer }) => [
    say`recebeu a pergunta por ${ifTold(request.key, list) || 'todas as suas configurações'}`,
    ifTold(answer?.configurationKey, (keys) =>
      keys.length <= 3
        ? list(keys.map(({ key, value }) => say`${key} = ${value}`))
        : count(keys.length, 'configuração', 'configurações'),
    ),
  ],
  ChangeConfiguration: ({ request }) => say`recebeu o pedido de mudar ${request.key} para ${request.value}`,
  SetVariables: ({ request }) =>
    say`recebeu o pedido de mudar ${list(
      request.setVariableData.map((item) => say`${variableName(item)} para ${item.attributeValue}`),
    )}`,
  GetVariables: ({ request, answer }) => [
    say`recebeu a pergunta por ${list(request.getVariableData.map(variableName))}`,
    ifTold(answer, ({ getVariableResult }) =>
      list(
        getVariableResult.flatMap((item) =>
          item.attributeValue === undefined ? [] : [say`${variableName(item)} = ${item.attributeValue}`],
        ),
      ),
    ),
  ],
  GetBaseReport: ({ request }) =>
    say`recebeu o pedido de um relatório de ${
      {
        ConfigurationInventory: 'suas configurações',
        FullInventory: 'tudo de que consiste',
        SummaryInventory: 'seu estado em resumo',
      }[request.reportBase]
    } (pedido ${request.requestId})`,
  GetReport: ({ request }) =>
    say`recebeu o pedido de um relatório de ${
      ifTold(request.componentVariable, (parts) => list(parts.map(variableName))) ||
      ifTold(request.componentCriteria, (criteria) => `componentes ${list(criteria.map(word))}`) ||
      'seus componentes'
    } (pedido ${request.requestId})`,
  NotifyReport: ({ request }) =>
    say`informou ${count(request.reportData?.length ?? 0, 'variável', 'variáveis')}, parte ${request.seqNo + 1} do pedido ${request.requestId}`,
  SetNetworkProfile: ({ request }) =>
    say`recebeu na posição ${request.configurationSlot} o endereço do seu servidor: ${request.connectionData.ocppCsmsUrl}`,

  SecurityEventNotification: ({ request }) =>
    say`informou um evento de segurança: ${request.type}${ifTold(request.techInfo, (info) => ` (${info})`)}`,
  SignCertificate: ({ request }) =>
    say`pediu a assinatura de um certificado${ifTold(
      'certificateType' in request ? request.certificateType : undefined,
      (type) => ` (${word(type)})`,
    )}`,
  CertificateSigned: ({ request }) =>
    say`recebeu seu certificado assinado${ifTold(
      'certificateType' in request ? request.certificateType : undefined,
      (type) => ` (${word(type)})`,
    )}`,
  InstallCertificate: ({ request }) =>
    say`recebeu o pedido de confiar em um certificado (${word(request.certificateType)})`,
  DeleteCertificate: ({ request }) =>
    say`recebeu o pedido de apagar o certificado de número de série ${request.certificateHashData.serialNumber}`,
  GetInstalledCertificateIds: ({ request, answer }) => {
    const types = [request.certificateType ?? []].flat();
    return [
      say`recebeu a pergunta sobre quais certificados tem${types.length === 0 ? '' : ` (${list(types.map(word))})`}`,
      ifTold(installedCount(answer), (found) => count(found, 'certificado')),
    ];
  },
  Get15118EVCertificate: ({ request }) =>
    request.action === 'Update'
      ? 'pediu a renovação do certificado de contrato de um veículo'
      : 'pediu um certificado de contrato para um veículo',
  GetCertificateStatus: ({ request }) =>
    say`perguntou se o certificado de número de série ${request.ocspRequestData.serialNumber} ainda vale`,
  GetCertificateChainStatus: ({ request, answer }) => [
    say`perguntou se os certificados de um veículo ainda valem (${count(request.certificateStatusRequests.length, 'certificado')})`,
    ifTold(answer, ({ certificateStatus }) => list(certificateStatus.map(({ status }) => word(status)))),
  ],

  UpdateFirmware: ({ request }) => {
    const [location, from] =
      'firmware' in request
        ? [request.firmware.location, request.firmware.retrieveDateTime]
        : [request.location, request.retrieveDate];
    return say`recebeu o pedido de buscar firmware em ${location}, não antes de ${time(from)}`;
  },
  SignedUpdateFirmware: ({ request: { firmware } }) =>
    say`recebeu o pedido de buscar firmware assinado em ${firmware.location}, não antes de ${time(firmware.retrieveDateTime)}`,
  FirmwareStatusNotification: ({ request }) => say`informou sobre seu firmware: ${word(request.status)}`,
  SignedFirmwareStatusNotification: ({ request }) => say`informou sobre seu firmware assinado: ${word(request.status)}`,
  PublishFirmware: ({ request }) =>
    say`recebeu o pedido de oferecer às suas estações o firmware em ${request.location}`,
  PublishFirmwareStatusNotification: ({ request }) =>
    say`informou sobre o firmware que oferece: ${word(request.status)}${ifTold(request.location, (urls) => ` (${list(urls)})`)}`,
  UnpublishFirmware: ({ request }) =>
    say`recebeu o pedido de retirar o firmware de soma de verificação ${request.checksum}`,
} satisfies Partial<Sentences>;
