import { variableName } from '../read.ts';
import type { Sentences } from '../sentence-types.ts';
import { count, ifTold, list, say, word } from './phrases.ts';

/** Blocks N, O and P. */
export const diagnosticsPt = {
  GetLog: ({ request, answer }) => [
    say`recebeu o pedido de enviar seu ${word(request.logType)} para ${request.log.remoteLocation} (pedido ${request.requestId})`,
    ifTold(answer?.filename, (name) => say`arquivo ${name}`),
  ],
  GetDiagnostics: ({ request, answer }) => [
    say`recebeu o pedido de enviar seu diagnóstico para ${request.location}`,
    ifTold(answer?.fileName, (name) => say`arquivo ${name}`),
  ],
  LogStatusNotification: ({ request }) => say`informou sobre o envio do registro: ${word(request.status)}`,
  DiagnosticsStatusNotification: ({ request }) => say`informou sobre o envio do diagnóstico: ${word(request.status)}`,
  CustomerInformation: ({ request }) => {
    const wanted = [request.report ? 'informar' : '', request.clear ? 'apagar' : ''].filter((verb) => verb !== '');
    return say`recebeu o pedido de ${wanted.join(' e ') || 'procurar'} o que sabe de um cliente (pedido ${request.requestId})`;
  },
  NotifyCustomerInformation: ({ request }) =>
    say`informou o que sabe de um cliente, parte ${request.seqNo + 1} do pedido ${request.requestId}`,

  SetMonitoringBase: ({ request }) =>
    say`recebeu o pedido de vigiar ${
      {
        All: 'tudo o que tem monitor',
        FactoryDefault: 'o que vigiava de fábrica',
        HardWiredOnly: 'só o que não pode deixar de vigiar',
      }[request.monitoringBase]
    }`,
  SetMonitoringLevel: ({ request }) =>
    say`recebeu o pedido de informar eventos de gravidade ${request.severity} e mais graves`,
  SetVariableMonitoring: ({ request }) =>
    say`recebeu o pedido de vigiar ${list(
      request.setMonitoringData.map((item) => say`${variableName(item)} (${word(item.type)} ${item.value})`),
    )}`,
  ClearVariableMonitoring: ({ request }) =>
    say`recebeu o pedido de remover ${request.id.length === 1 ? 'o monitor' : 'os monitores'} ${list(request.id.map(String))}`,
  GetMonitoringReport: ({ request }) =>
    say`recebeu a pergunta sobre quais monitores tem${ifTold(
      request.componentVariable,
      (parts) => ` para ${list(parts.map(variableName))}`,
    )} (pedido ${request.requestId})`,
  NotifyMonitoringReport: ({ request }) =>
    say`informou ${count(request.monitor?.length ?? 0, 'variável vigiada', 'variáveis vigiadas')}, parte ${request.seqNo + 1} do pedido ${request.requestId}`,
  NotifyEvent: ({ request: { eventData } }) =>
    say`informou ${count(eventData.length, 'evento')}: ${list(
      eventData.map(
        (event) => say`${variableName(event)} = ${event.actualValue}${event.cleared ? ' (encerrado)' : ''}`,
      ),
    )}`,
  OpenPeriodicEventStream: ({ request: { constantStreamData: stream } }) =>
    say`pediu para abrir o fluxo de eventos ${stream.id} do monitor ${stream.variableMonitoringId}`,
  ClosePeriodicEventStream: ({ request }) => say`fechou o fluxo de eventos ${request.id}`,
  AdjustPeriodicEventStream: ({ request: { id, params } }) =>
    say`recebeu o pedido de mudar o fluxo de eventos ${id}${ifTold(params.interval, (seconds) => say`, a cada ${seconds} s`)}${ifTold(
      params.values,
      (values) => say`, ${count(values, 'valor', 'valores')} por vez`,
    )}`,
  GetPeriodicEventStream: ({ answer }) => [
    'recebeu a pergunta sobre quais fluxos de eventos estão abertos',
    ifTold(answer, ({ constantStreamData = [] }) => count(constantStreamData.length, 'fluxo')),
  ],
  NotifyPeriodicEventStream: ({ request: { id, data } }) =>
    say`enviou ${count(data.length, 'valor', 'valores')} no fluxo de eventos ${id}${ifTold(data.at(-1), ({ v }) => say`, o último ${v}`)}`,

  SetDisplayMessage: ({ request: { message } }) =>
    say`recebeu o pedido de mostrar a mensagem ${message.id}: “${message.message.content}”`,
  GetDisplayMessages: ({ request }) =>
    say`recebeu a pergunta sobre quais mensagens mostra (pedido ${request.requestId})`,
  NotifyDisplayMessages: ({ request: { messageInfo = [], requestId } }) =>
    say`informou ${count(messageInfo.length, 'mensagem', 'mensagens')} no visor (pedido ${requestId})`,
  ClearDisplayMessage: ({ request }) => say`recebeu o pedido de tirar a mensagem ${request.id} do visor`,
  DataTransfer: ({ request, caller }) =>
    say`${caller === 'station' ? 'enviou' : 'recebeu'} dados do fabricante ${request.vendorId}${ifTold(
      request.messageId,
      (id) => `, mensagem ${id}`,
    )}`,
} satisfies Partial<Sentences>;
