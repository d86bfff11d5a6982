import { variableName } from '../read.ts';
import type { Sentences } from '../sentence-types.ts';
import { count, ifTold, list, say, word } from './phrases.ts';

/** Blocks N, O and P. */
export const diagnosticsEn = {
  GetLog: ({ request, answer }) => [
    say`was asked to upload its ${word(request.logType)} to ${request.log.remoteLocation} (request ${request.requestId})`,
    ifTold(answer?.filename, (name) => say`file ${name}`),
  ],
  GetDiagnostics: ({ request, answer }) => [
    say`was asked to upload its diagnostics to ${request.location}`,
    ifTold(answer?.fileName, (name) => say`file ${name}`),
  ],
  LogStatusNotification: ({ request }) => say`reported on its log upload: ${word(request.status)}`,
  DiagnosticsStatusNotification: ({ request }) => say`reported on its diagnostics upload: ${word(request.status)}`,
  CustomerInformation: ({ request }) => {
    const wanted = [request.report ? 'report' : '', request.clear ? 'delete' : ''].filter((verb) => verb !== '');
    return say`was asked to ${wanted.join(' and ') || 'look up'} what it knows of a customer (request ${request.requestId})`;
  },
  NotifyCustomerInformation: ({ request }) =>
    say`reported what it knows of a customer, part ${request.seqNo + 1} of request ${request.requestId}`,

  SetMonitoringBase: ({ request }) =>
    say`was asked to watch ${
      {
        All: 'everything that has a monitor',
        FactoryDefault: 'what it watched when it was made',
        HardWiredOnly: 'only what it cannot leave unwatched',
      }[request.monitoringBase]
    }`,
  SetMonitoringLevel: ({ request }) => say`was asked to report events of severity ${request.severity} and graver`,
  SetVariableMonitoring: ({ request }) =>
    say`was asked to watch ${list(
      request.setMonitoringData.map((item) => say`${variableName(item)} (${word(item.type)} ${item.value})`),
    )}`,
  ClearVariableMonitoring: ({ request }) =>
    say`was asked to remove ${request.id.length === 1 ? 'monitor' : 'monitors'} ${list(request.id.map(String))}`,
  GetMonitoringReport: ({ request }) =>
    say`was asked which monitors it has${ifTold(
      request.componentVariable,
      (parts) => ` for ${list(parts.map(variableName))}`,
    )} (request ${request.requestId})`,
  NotifyMonitoringReport: ({ request }) =>
    say`reported ${count(request.monitor?.length ?? 0, 'watched variable')}, part ${request.seqNo + 1} of request ${request.requestId}`,
  NotifyEvent: ({ request: { eventData } }) =>
    say`reported ${count(eventData.length, 'event')}: ${list(
      eventData.map((event) => say`${variableName(event)} = ${event.actualValue}${event.cleared ? ' (cleared)' : ''}`),
    )}`,
  OpenPeriodicEventStream: ({ request: { constantStreamData: stream } }) =>
    say`asked to open event stream ${stream.id} for monitor ${stream.variableMonitoringId}`,
  ClosePeriodicEventStream: ({ request }) => say`closed event stream ${request.id}`,
  AdjustPeriodicEventStream: ({ request: { id, params } }) =>
    say`was asked to change event stream ${id}${ifTold(params.interval, (seconds) => say`, every ${seconds} s`)}${ifTold(
      params.values,
      (values) => say`, ${count(values, 'value')} at a time`,
    )}`,
  GetPeriodicEventStream: ({ answer }) => [
    'was asked which event streams are open',
    ifTold(answer, ({ constantStreamData = [] }) => count(constantStreamData.length, 'stream')),
  ],
  NotifyPeriodicEventStream: ({ request: { id, data } }) =>
    say`sent ${count(data.length, 'value')} in event stream ${id}${ifTold(data.at(-1), ({ v }) => say`, the last ${v}`)}`,

  SetDisplayMessage: ({ request: { message } }) =>
    say`was asked to show message ${message.id}: “${message.message.content}”`,
  GetDisplayMessages: ({ request }) => say`was asked which messages it shows (request ${request.requestId})`,
  NotifyDisplayMessages: ({ request: { messageInfo = [], requestId } }) =>
    say`reported ${count(messageInfo.length, 'message')} on its display (request ${requestId})`,
  ClearDisplayMessage: ({ request }) => say`was asked to take message ${request.id} off its display`,
  DataTransfer: ({ request, caller }) =>
    say`${caller === 'station' ? 'sent' : 'was sent'} data of vendor ${request.vendorId}${ifTold(
      request.messageId,
      (id) => `, message ${id}`,
    )}`,
} satisfies Partial<Sentences>;
